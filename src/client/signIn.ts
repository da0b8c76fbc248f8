import { DisposableStore, type Disposable } from '../base/disposable';
import { Sequencer } from '../base/sequencer';
import type { SignInOccasion } from '../ipc/authorization';
import type { HostRpc } from './hostConnection/hostRpc';
import type { SecretStore } from './stores';

/** Receives the answer to a sign-in. */
export interface SignInReturn extends Disposable {
  readonly redirectUri: string;
  /** The whole URL that the person was redirected to. @throws UserError `signInCancelled`, `signInTimedOut`. */
  answer(url: string, signal: AbortSignal): Promise<string>;
}

/** A client's store for credentials and its user interface for sign-ins. */
export interface SignInContext {
  readonly secrets: SecretStore;
  /**
   * Asks the person for consent and prepares a redirect; `before`: the registered redirect URI.
   * @throws UserError `signInCancelled`.
   */
  readonly prepare: (
    occasion: SignInOccasion,
    before: string | undefined,
    signal: AbortSignal,
  ) => Promise<SignInReturn>;
}

/** Handles the host's requests for credentials and sign-ins. */
export function serveSignIn(rpc: HostRpc, { secrets, prepare }: SignInContext): Disposable {
  const store = new DisposableStore();
  const writing = new Sequencer();
  /** By server id. */
  const returns = new Map<string, SignInReturn>();
  const close = (id: string): void => {
    returns.get(id)?.dispose();
    returns.delete(id);
  };
  store.add(
    rpc.serve({
      loadCredentials: async ({ key }) => {
        const stored = await secrets.get(secretKey(key));
        return stored === undefined ? {} : { credentials: stored };
      },
      storeCredentials: ({ key, credentials }, signal) =>
        writing.run(async () => {
          // Another window may have stored newer credentials meanwhile.
          signal.throwIfAborted();
          if (credentials === undefined) await secrets.delete(secretKey(key));
          else await secrets.store(secretKey(key), credentials);
        }),
      prepareSignIn: async ({ redirectUri, ...occasion }, signal) => {
        close(occasion.id);
        const redirect = await prepare(occasion, redirectUri, signal);
        close(occasion.id);
        returns.set(occasion.id, redirect);
        if (signal.aborted) close(occasion.id);
        signal.throwIfAborted();
        return { redirectUri: redirect.redirectUri };
      },
      leadSignIn: async ({ id, url }, signal) => {
        const redirect = returns.get(id);
        if (!redirect) throw new Error('no sign-in was prepared');
        try {
          return { callback: await redirect.answer(url, signal) };
        } finally {
          if (returns.get(id) === redirect) close(id);
        }
      },
    }),
  );
  store.add(rpc.on('signInDropped', ({ id }) => close(id)));
  store.add(() => {
    for (const id of returns.keys()) close(id);
  });
  return store;
}

function secretKey(key: string): string {
  return `credentials ${key}`;
}
