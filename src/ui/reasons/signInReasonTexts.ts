const signIn = { next: 'Sign in.', action: 'signIn' } as const;
const again = { next: 'Sign in again.', action: 'signIn' } as const;
const tellOperator = 'Tell whoever runs the server: no setting of yours can mend it.';
const editEntry = { action: 'openConfiguration' } as const;

/** The reasons of `reasonTexts.ts` that come of signing in. */
export const signInReasonTexts = {
  signInNeeded: { says: 'The server at {url} wants you to sign in at {issuer}.', ...signIn },
  signInEnded: { says: 'You are not signed in at {issuer} any more.', ...again },
  signInMoreRights: {
    says: 'The server at {url} wants you to allow more at {issuer}[: {scope}].',
    ...again,
  },
  signInCancelled: { says: 'The sign-in[ at {issuer}] was cancelled.', ...again },
  signInTimedOut: { says: 'Nobody came back from the sign-in within five minutes.', ...again },
  signInRefused: {
    says: 'The authorization server {issuer} refused ({error})[: {message}].',
    ...again,
  },
  signInForged: {
    says: 'What came back from the sign-in is not the answer of {issuer} to our question, so it was not used.',
    next: 'Sign in again; where it stays so, somebody may be listening in.',
    action: 'signIn',
  },
  signInNoClient: {
    says: 'The authorization server {issuer} takes only clients that it knows.',
    next: 'Register one there by hand, and enter its id as "clientId" under "oauth" of the entry.',
    ...editEntry,
  },
  signInOtherIssuer: {
    says: 'The client of the entry is registered at {owner}, but the server wants a sign-in at {issuer}.',
    next: 'Change "oauth" of the entry if the server has really moved.',
    ...editEntry,
  },
  signInIncomplete: {
    says: 'The entry says how to get a token without you, but not its "{key}".',
    next: 'Add it under "oauth", by an input.',
    ...editEntry,
  },
  signInNotRegistered: {
    says: 'The authorization server {issuer} did not take Roundhouse as a client (HTTP {status}).',
    next: 'Register one there by hand, and enter its id as "clientId" under "oauth" of the entry.',
    ...editEntry,
  },
  signInInsecure: {
    says: 'The authorization server {issuer} has an address without encryption, so nothing was sent there.',
    next: tellOperator,
  },
  strayAddress: {
    says: 'The server names {url} for the sign-in[ ({address})], which is nearer to your machine than the server itself, so nothing was sent there.',
    next: 'Where that is right, enter the authorization server as "issuer" under "oauth" of the entry.',
    ...editEntry,
  },
  signInBroken: {
    says: 'The sign-in at {issuer} did not work: {message}',
    next: 'Try again; where it stays so, tell whoever runs the server.',
    action: 'signIn',
  },
  signInNoWindow: {
    says: 'The token is out of date, and no window is there that could keep another one.',
    next: 'Open a window, then try again.',
  },
} as const;
