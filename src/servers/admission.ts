import { DisposableStore, type Disposable } from '../base/disposable';
import { reasonOf, type Reason } from '../base/errors';
import type { Authorizer } from '../connection/authorization/authorizer';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { OAuthAuthorizer } from '../connection/authorization/oauthAuthorizer';
import { waitsForSignIn } from '../ipc/authorization';
import { isUp } from '../ipc/serverStates';
import type { ServerState } from '../ipc/state';
import type { ServerLog } from './serverLog';
import type { ServerEvent } from './transition';

/** What the authorization of a server is told. */
interface AdmissionPorts {
  readonly log: ServerLog;
  state(): ServerState;
  apply(event: ServerEvent): void;
  /** A connection that is up is let in no more. */
  denied(reason: Reason): void;
}

/** How requests to one server are let in, and the person who signs in for that. */
export class Admission implements Disposable {
  readonly #store = new DisposableStore();

  constructor(
    private readonly oauth: OAuthAuthorizer | undefined,
    private readonly ports: AdmissionPorts,
  ) {
    if (!oauth) return;
    this.#store.add(oauth);
    this.#store.add(oauth.onSecrets((secrets) => ports.log.hide(secrets)));
    this.#store.add(oauth.onDenied((reason) => ports.denied(reason)));
  }

  get authorizer(): Authorizer | undefined {
    return this.oauth;
  }

  /**
   * Has a person sign in, as far as that is what the server waits for; whether it was done. What came in the
   * way is the reason of the state then. `asked`: a person wants to, whatever the server said.
   * Rejects only with the reason of an aborted `signal`.
   */
  async signIn(port: SignInPrompt, asked: boolean, signal: AbortSignal): Promise<boolean> {
    const state = this.ports.state();
    if (!this.oauth) return false;
    const waits = state.kind === 'blocked' && state.need === 'authorization';
    const isRefused = state.kind === 'failed' && state.error.code === 'unauthorized';
    const mayHaveMore = isUp(state) && this.oauth.wantsMoreRights;
    if (!waits && !(asked && (isRefused || mayHaveMore))) return false;
    try {
      await this.oauth.signIn(port, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      const reason = this.ports.log.clean(reasonOf(error));
      this.ports.log.note('error', reason);
      if (!isUp(state)) this.ports.apply({ kind: 'block', need: 'authorization', reason });
      return false;
    }
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** What becomes of a server that has ended for a reason which a person can mend by signing in. */
export function blockedFor(reason: Reason): ServerEvent | undefined {
  return waitsForSignIn(reason) ? { kind: 'block', need: 'authorization', reason } : undefined;
}
