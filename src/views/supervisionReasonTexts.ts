/** The reasons of `reasonTexts.ts` that come of watching a server while it is up. */
export const supervisionReasonTexts = {
  callInterrupted: {
    says: 'The connection to the server "{server}" ended before the answer came, so the call may have run or not.[ The server is started again in {seconds} {seconds|second|seconds}.]',
    next: 'See whether the call took effect before it is made again.',
    action: 'showLog',
  },
  callStopped: {
    says: 'The server "{server}" was stopped before it answered, so the call may have run or not.',
    next: 'Start the server, and see whether the call took effect before it is made again.',
    action: 'startServer',
  },
  silent: {
    says: 'The server has answered nothing for {seconds} {seconds|second|seconds}, not even whether it is there. It may be busy.',
    next: 'Wait, or restart it.',
    action: 'restartServer',
  },
  hung: {
    says: 'The server hung: for {seconds} {seconds|second|seconds} it did not even answer whether it is there.',
    next: 'Read the log to see what it did last.',
    action: 'showLog',
  },

  // Entries of a log
  ignoresCancel: {
    says: 'The server ignores cancellation: {seconds} {seconds|second|seconds} after a call was cancelled it went on with it.',
  },
} as const;
