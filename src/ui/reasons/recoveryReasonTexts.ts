/** The reasons of `reasonTexts.ts` that come of guarding servers against the end of their host. */
export const recoveryReasonTexts = {
  leftoversEnded: {
    says: 'Ended {count} {count|process|processes} that a host before this one had left behind ({processes}).',
  },
  leftoversStay: {
    says: '{count} {count|process|processes} that a host before this one left behind could not be ended ({processes}).',
  },
  notReaped: {
    says: 'It could not be found out what a host before this one left behind: {message}',
  },
  ledgerUnwritable: {
    says: 'The servers that run could not be written down in {folder}[: {message}]',
  },
  watchdogLost: {
    says: 'The process was lost that ends the servers should their host be killed[: {message}].',
  },
  unguarded: {
    says: 'Should this process be killed, its servers may go on running.',
  },
} as const;
