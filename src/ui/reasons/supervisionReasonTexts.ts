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
  notReading: {
    says: 'The server did not read what it was sent: {count} {count|message|messages} waited for it.[ It said: {said}]',
    next: 'Read the log to see what it did last.',
    action: 'showLog',
  },
  frozeHost: {
    says: 'The server froze the host that runs all servers[, with a message of {kilobytes} KB][ ({method})]. That host was ended, and the other servers run in a new one. This one is not started by itself.',
    next: 'Start it only if you trust it, and tell its authors.',
    action: 'startServer',
  },
  crashedHost: {
    says: 'The host that runs all servers crashed over what this server sent[, a message of {kilobytes} KB][ ({method})]. The other servers run in a new one. This one is not started by itself.',
    next: 'Start it only if you trust it, and tell its authors.',
    action: 'startServer',
  },

  // Entries of a log
  ignoresCancel: {
    says: 'The server ignores cancellation: {seconds} {seconds|second|seconds} after a call was cancelled it went on with it.',
  },
} as const;
