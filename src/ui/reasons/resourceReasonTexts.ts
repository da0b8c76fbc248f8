/** The reasons of `reasonTexts.ts` that come of resources, prompts and log levels in the editor. */
export const resourceReasonTexts = {
  resourceEmpty: {
    says: 'The server answered for the resource {uri}, but with nothing in it.',
    next: 'Read the log to see what happened.',
    action: 'showLog',
  },
  unknownPrompt: {
    says: '{server} has no prompt "{prompt}".[ It has {valid}.]',
    next: 'Look at the list of its prompts.',
  },
  promptEmpty: {
    says: 'The server answered for the prompt "{prompt}", but without a message.',
    next: 'Read the log to see what happened.',
    action: 'showLog',
  },
  noChat: {
    says: 'The editor did not open its chat[: {message}].',
    next: 'Run the prompt again and open it in an editor.',
  },
  noLogLevels: {
    says: '{server} has no log levels that can be set: it does not say that it logs.',
  },
} as const;
