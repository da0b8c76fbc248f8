/** The reasons of `reasonTexts.ts` that come of what servers offer, and of using it. */
export const catalogReasonTexts = {
  // What models get wrong
  argumentsWrong: {
    says: 'The tool {tool} was not called.',
    next: 'Correct the arguments, then call it again.',
  },
  argumentMissing: {
    says: '{at} is missing[; it is of the type {types}][; it is one of {choices}].',
  },
  argumentType: { says: '{at} must be of the type {types}, not {given}.' },
  argumentChoice: { says: '{at} must be one of {choices}.' },
  argumentUnknown: {
    says: '{at} is not known[ (did you mean "{meant}"?)][; known are {known}].',
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
