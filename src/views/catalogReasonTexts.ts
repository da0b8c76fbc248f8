/** The reasons of `reasonTexts.ts` that come of what servers offer, and of using it. */
export const catalogReasonTexts = {
  argumentsMissing: {
    says: 'The tool {tool} was not called: these arguments are missing: {missing}. It requires {required}.',
    next: 'Call it again with them.',
  },
  resourceNotFound: {
    says: 'The server has no resource {uri}[: {message}].',
    next: 'Look at the list of its resources.',
  },
  outputInvalid: {
    says: 'What the tool {tool} gave does not fit its own output schema: {problem}. It was passed on as it is.',
    next: 'Tell the authors of the server.',
  },

  // Calls that servers run as tasks
  taskFailed: {
    says: 'The server ran the call as a task, and it failed[: {message}].',
    next: 'Read the log to see what happened.',
    action: 'showLog',
  },
  taskCancelled: {
    says: 'The task of the call was cancelled by the server[: {message}].',
  },
  taskGone: {
    says: 'The server no longer knows the task of the call[: {message}]. The call may have run or not.',
    next: 'See whether the call took effect before it is made again.',
    action: 'showLog',
  },
} as const;
