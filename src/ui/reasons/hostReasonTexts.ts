const reload = { next: 'Reload the window to try again.' } as const;

/** The reasons of `reasonTexts.ts` that come of the host process and its run folder. */
export const hostReasonTexts = {
  hostGone: {
    says: 'The connection to the host process was lost.',
    next: 'Try again: another one is started by itself.',
  },
  hostSilent: { says: 'The shared host process did not answer in time.', ...reload },
  hostUnreachable: { says: 'The shared host process started but cannot be reached.', ...reload },
  hostStartFailed: {
    says: 'The shared host process could not be started[: {message}].',
    ...reload,
  },
  hostLostOften: {
    says: 'The host process was lost {count} {count|time|times} in a short while and is not replaced any more.',
    next: 'Start a server to try again.',
    action: 'startServer',
  },
  logLinesLeftOut: {
    says: '{count} {count|line was|lines were} left out here, as this window did not take them in time.',
  },
  hostUntrusted: {
    says: 'What answered in place of the shared host process could not prove who it is.',
    ...reload,
  },
  runFolderUnsafe: {
    says: 'The run folder {folder} belongs to someone else or is open to others.',
    next: 'Give it to yourself with mode 0700, or remove it.',
  },
  runFolderTooLong: {
    says: 'The path of the run folder {folder} is too long for a socket.',
    next: 'Set ROUNDHOUSE_HOME to a shorter path.',
  },
  contractMismatch: {
    says: 'The host process speaks another version of the contract[ ({host}, this window {client})].',
    next: 'Reload every window, so that all use the same build.',
  },
} as const;
