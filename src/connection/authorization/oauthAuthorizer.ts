import { raceAbort, type Abortable } from '../../base/abort';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { hasCode, type Reason } from '../../base/errors';
import { lazy } from '../../base/lazy';
import { publicUrl } from '../../network/urlOf';
import type { AccessToken, Authorizer, Refusal } from './authorizer';
import type { SignInPrompt } from './codeGrant';
import type { OAuthTarget } from './oauthFlow';

interface AuthorizerOptions extends OAuthTarget {
  /** Called once, when the authorizer is disposed of. */
  release(): void;
}

/**
 * Authorizes requests to one server by OAuth 2.1 (2026-07-28, authorization). A window stores the credentials, asks the
 * person and opens the browser. The flow is loaded when the server first refuses or a person signs in, because few
 * servers do and the SDK takes longer to load than anything else of the host.
 */
export class OAuthAuthorizer implements Authorizer, Disposable {
  #release: (() => void) | undefined;
  readonly #flow = lazy(
    async () => {
      const { OAuthFlow } = await import('./oauthFlow');
      return new OAuthFlow(this.options);
    },
    'renew',
    'signIn',
    'revoke',
  );

  constructor(private readonly options: AuthorizerOptions) {
    this.#release = () => options.release();
  }

  /** Fired when the person has to act before any request is accepted. */
  get onDenied(): Event<Reason> {
    return this.options.account.denied.event;
  }
  get onSignedIn(): Event<void> {
    return this.options.account.signedIn.event;
  }
  /**
   * True if the server has refused a request for which the person has to grant more rights. Such a request fails
   * alone; the connection stays, and a new sign-in needs no restart.
   */
  get wantsMoreRights(): boolean {
    return this.options.account.wantsMoreRights;
  }
  /** Reason why nobody has to sign in while requests are accepted. */
  get whySatisfied(): Reason {
    const { account, server, settings } = this.options;
    const { issuer, tokens } = account.credentials ?? {};
    return issuer !== undefined && tokens && settings.grant === undefined
      ? { code: 'alreadySignedIn', args: { issuer } }
      : { code: 'signInNotAsked', args: { url: publicUrl(server) } };
  }
  /** The secrets to redact, also those that other launches for the same account have got. */
  get secrets(): readonly string[] {
    return this.options.account.secrets;
  }
  /** Fired with secrets to redact from now on. */
  get onSecrets(): Event<readonly string[]> {
    return this.options.account.onSecrets;
  }

  async token(signal?: Abortable): Promise<AccessToken | undefined> {
    const { account, settings } = this.options;
    if (settings.grant === undefined && !account.credentials) {
      await (signal ? raceAbort(account.open(), signal) : account.open());
    }
    return account.token;
  }

  async refused(refusal: Refusal, signal?: Abortable): Promise<AccessToken | undefined> {
    const { account } = this.options;
    if (refusal.status === 401 && account.hasNewer(refusal)) return account.token;
    // Aborting does not stop the renewal, because a rotated token would be lost.
    const renewed = account.renewed(refusal, () => this.#flow.renew(refusal));
    return signal ? raceAbort(renewed, signal) : renewed;
  }

  /**
   * Signs a person in; concurrent callers share one sign-in. Another caller goes on where the window that led it is
   * gone. A sign-in that the person has `requested` replaces the one under way, whose page may be closed; its callers
   * share the new one.
   * @throws UserError `signIn…`; the signal's reason where it was aborted.
   */
  async signIn(prompt: SignInPrompt, signal: AbortSignal, requested = false): Promise<void> {
    const { account } = this.options;
    if (requested) account.endSignIn();
    const { flight, replaced } = account.signingIn;
    let isLed = false;
    const lead = (shared: AbortSignal): Promise<void> => {
      isLed = true;
      return this.#flow.signIn(prompt, shared);
    };
    try {
      await flight.join(lead, AbortSignal.any([signal, replaced.signal]));
    } catch (error) {
      const goesOn = replaced.signal.aborted || (!isLed && hasCode(error, 'hostGone'));
      if (signal.aborted || !goesOn) throw error;
      await this.signIn(prompt, signal);
    }
  }

  /**
   * Forgets tokens and registration, and revokes the tokens if their server can be reached. A refresh in progress is
   * awaited, because its tokens have to be revoked as well.
   */
  async signOut(signal: AbortSignal): Promise<void> {
    const { account } = this.options;
    const forgotten = account.alone(async () => {
      const before = await account.reload(signal);
      await account.forget(signal);
      return before;
    });
    const before = await raceAbort(forgotten, signal);
    if (!before) return;
    try {
      await this.#flow.revoke(before, signal);
    } catch {
      // They are forgotten here, whatever becomes of them there.
      signal.throwIfAborted();
    }
  }

  dispose(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
