import { refreshAuthorization, OAuthError, type FetchLike } from '@modelcontextprotocol/client';
import { Emitter, type Event } from '../../base/emitter';
import { UserError, type Reason } from '../../base/errors';
import { Shared } from '../../base/shared';
import { unlessAborted } from '../../base/unlessAborted';
import { waitsForSignIn, type OAuthSettings } from '../../contract/authorization';
import { publicUrl } from '../requestErrors';
import { authorizationFailure } from './authorizationFailure';
import { refusalOf } from './authorized';
import type { AccessToken, Authorizer, Refusal } from './authorizer';
import { codeGrant, type SignInPort } from './codeGrant';
import { tokensOf, type Credentials, type Tokens } from './credentials';
import type { CredentialStore } from './credentialStore';
import { discover, type SignInPlace } from './discovery';
import { KeptCredentials } from './keptCredentials';
import { machineGrant } from './machineGrant';
import { clientInformation } from './oauthClient';
import { oauthFetch } from './oauthFetch';
import { proofOf } from './proofKey';
import { revoke } from './revoke';
import { covers, scopeToAsk } from './scopes';

/** How long getting another token may take, in milliseconds. */
const longestRenewal = 60_000;
/** The refresh token is good for nothing any more; with the latter two neither is the client. */
const ended: readonly string[] = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

/** What an authorizer works with. */
interface AuthorizerPorts {
  readonly store: CredentialStore;
  readonly fetch: FetchLike;
}

/**
 * Gets requests to one server let in by OAuth 2.1 (2026-07-28, authorization). However many requests are
 * refused at a time, one other token is got for all of them.
 */
export class OAuthAuthorizer implements Authorizer {
  readonly #kept: KeptCredentials;
  readonly #denied = new Emitter<Reason>();
  readonly #signingIn = new Shared<void>();
  #renewing: Promise<AccessToken | undefined> | undefined;
  #refusal: Refusal | undefined;
  #wantsMoreRights = false;

  /** Fired when a person has to do something before any request is let in. */
  readonly onDenied: Event<Reason> = this.#denied.event;

  constructor(
    private readonly server: URL,
    private readonly settings: OAuthSettings,
    private readonly ports: AuthorizerPorts,
  ) {
    const { clientId = '', grant = '' } = settings;
    this.#kept = new KeptCredentials(JSON.stringify([server.href, clientId, grant]), ports.store);
  }

  /** Whether the server has refused something for which the person would have to allow more. */
  get wantsMoreRights(): boolean {
    return this.#wantsMoreRights;
  }

  /** Texts that must not be shown anywhere from now on. */
  get onSecrets(): Event<readonly string[]> {
    return this.#kept.onSecrets;
  }

  async token(signal?: AbortSignal): Promise<AccessToken | undefined> {
    if (this.settings.grant === undefined && !this.#kept.current) {
      await (signal ? unlessAborted(this.#kept.open(), signal) : this.#kept.open());
    }
    return this.#kept.token;
  }

  async refused(refusal: Refusal, signal?: AbortSignal): Promise<AccessToken | undefined> {
    // Refused was a token before the newest one.
    const { token } = this.#kept;
    if (token && token.value !== refusal.token?.value) return token;
    // Whoever gives up takes nothing back: a rotated token that nobody waits for would be lost.
    this.#renewing ??= this.#renew(refusal).finally(() => {
      this.#renewing = undefined;
    });
    return signal ? unlessAborted(this.#renewing, signal) : this.#renewing;
  }

  /**
   * Has a person sign in; all who want it at the same time share one sign-in, led by the first.
   * @throws UserError `signIn…`; the signal's reason where it was aborted.
   */
  async signIn(port: SignInPort, signal: AbortSignal): Promise<void> {
    await this.#signingIn.join((shared) => this.#signIn(port, shared), signal);
  }

  /** Forgets tokens and registration, and takes the tokens back at their server if it can be reached. */
  async signOut(signal: AbortSignal): Promise<void> {
    const before = await this.#kept.reload(signal);
    await this.#kept.forget(signal);
    if (!before) return;
    try {
      const fetch = oauthFetch(this.ports.fetch, signal);
      const place = await this.#place(fetch, false);
      if (place?.issuer === before.issuer) await revoke(place, before, fetch);
    } catch {
      // They are forgotten here, whatever becomes of them there.
      signal.throwIfAborted();
    }
  }

  async #renew(refusal: Refusal): Promise<AccessToken | undefined> {
    const resourceMetadata = refusal.resourceMetadata ?? this.#refusal?.resourceMetadata;
    this.#refusal = { ...refusal, resourceMetadata };
    const signal = AbortSignal.timeout(longestRenewal);
    const fetch = oauthFetch(this.ports.fetch, signal);
    let issuer = this.server.origin;
    try {
      // What has no description was signed in at for all that.
      const assume = this.#kept.current?.issuer === new URL('/', this.server).href;
      const place = await this.#place(fetch, assume);
      if (!place) return undefined;
      issuer = place.issuer;
      if (this.settings.grant) return await this.#machineToken(place, refusal, fetch);
      return await this.#refreshed(place, refusal, { fetch, signal });
    } catch (error) {
      const failure = authorizationFailure(error, issuer);
      this.#wantsMoreRights = failure.code === 'signInMoreRights';
      const isShutOut = waitsForSignIn(failure) && !this.#wantsMoreRights;
      if (isShutOut) this.#denied.fire(failure.reason);
      throw failure;
    }
  }

  async #machineToken(
    place: SignInPlace,
    refusal: Refusal,
    fetch: FetchLike,
  ): Promise<AccessToken | undefined> {
    const before = this.#kept.current;
    if (isPointless(refusal, before?.asked)) return undefined;
    const scope = scopeToAsk(place, before?.asked, refusal.scope);
    await this.#kept.hold(await machineGrant(place, this.settings, scope, fetch));
    return this.#kept.token;
  }

  async #refreshed(
    place: SignInPlace,
    refusal: Refusal,
    { fetch, signal }: { readonly fetch: FetchLike; readonly signal: AbortSignal },
  ): Promise<AccessToken | undefined> {
    const kept = await this.#kept.reload(signal);
    const { token } = this.#kept;
    const args = { url: publicUrl(this.server), issuer: place.issuer };
    // What one authorization server gave is worth nothing at another.
    if (!kept?.tokens || kept.issuer !== place.issuer) throw new UserError('signInNeeded', args);
    if (token && token.value !== refusal.token?.value) return token;
    if (refusal.status === 403) {
      if (isPointless(refusal, kept.asked)) return undefined;
      throw new UserError('signInMoreRights', { ...args, scope: refusal.scope ?? '' });
    }
    const { refresh } = kept.tokens;
    try {
      if (refresh === undefined) throw new UserError('signInEnded', args);
      const tokens = await this.#refresh(place, { ...kept, refresh }, fetch);
      await this.#kept.keep({ ...kept, tokens }, signal);
    } catch (error) {
      if (!(error instanceof OAuthError) || !ended.includes(error.code)) throw error;
      // Another host may have used it first, and kept what it got.
      const now = await this.#kept.reload(signal);
      if (now?.tokens && now.tokens.refresh !== refresh) return this.#kept.token;
      await this.#end(kept, error.code === 'invalid_grant', signal);
      throw new UserError('signInEnded', args, { cause: error });
    }
    return this.#kept.token;
  }

  async #refresh(
    { issuer, metadata, resource }: SignInPlace,
    { client, tokens, refresh, proofKey }: Credentials & { readonly refresh: string },
    fetch: FetchLike,
  ): Promise<Tokens> {
    const isBound = tokens?.type.toLowerCase() === 'dpop' && proofKey !== undefined;
    const given = await refreshAuthorization(issuer, {
      ...(metadata && { metadata }),
      clientInformation: clientInformation(client),
      refreshToken: refresh,
      resource,
      ...(isBound && { dpop: await proofOf(proofKey) }),
      fetchFn: fetch,
    });
    return tokensOf(given);
  }

  /** The tokens are good for nothing any more; the client may be. */
  async #end(kept: Credentials, keepsClient: boolean, signal: AbortSignal): Promise<void> {
    const { tokens: _ended, proofKey: _key, ...rest } = kept;
    if (keepsClient) await this.#kept.keep(rest, signal);
    else await this.#kept.forget(signal);
  }

  async #signIn(port: SignInPort, signal: AbortSignal): Promise<void> {
    const fetch = oauthFetch(this.ports.fetch, signal);
    let issuer = this.server.origin;
    try {
      const place = await this.#place(fetch, true);
      if (!place) return;
      issuer = place.issuer;
      if (this.settings.grant) {
        const scope = scopeToAsk(place, this.#refusal?.scope);
        return await this.#kept.hold(await machineGrant(place, this.settings, scope, fetch));
      }
      const before = await this.#kept.reload(signal);
      const known = before?.issuer === issuer ? before : undefined;
      await this.#kept.keep(await this.#ask(place, port, { known, fetch }, signal), signal);
      this.#wantsMoreRights = false;
    } catch (error) {
      signal.throwIfAborted();
      throw authorizationFailure(error, issuer);
    }
  }

  async #place(fetch: FetchLike, assume: boolean): Promise<SignInPlace | undefined> {
    this.#refusal ??= await this.#challenge(fetch);
    const { resourceMetadata } = this.#refusal ?? {};
    return discover(this.server, { fetch, resourceMetadata, assume });
  }

  /** Only the server says where it describes itself, and only to who comes without a token. */
  async #challenge(fetch: FetchLike): Promise<Refusal | undefined> {
    const answer = await fetch(this.server, { headers: { accept: 'text/event-stream' } });
    await answer.body?.cancel();
    return refusalOf(answer);
  }

  async #ask(
    place: SignInPlace,
    port: SignInPort,
    { known, fetch }: { readonly known: Credentials | undefined; readonly fetch: FetchLike },
    signal: AbortSignal,
  ): Promise<Credentials> {
    const wanted = {
      server: publicUrl(this.server),
      settings: this.settings,
      scope: scopeToAsk(place, known?.asked, this.#refusal?.scope),
      wantsProof: this.#refusal?.wantsProof ?? false,
      fetch,
    };
    try {
      return await codeGrant(place, port, { ...wanted, known: known?.client }, signal);
    } catch (error) {
      // A server that has forgotten our registration shows that to the person at most, who then gives up.
      if (known?.client.registeredFor !== undefined) await this.#kept.forget(signal);
      const isForgotten = error instanceof OAuthError && error.code === 'invalid_client';
      if (!isForgotten || known?.client.registeredFor === undefined) throw error;
      return codeGrant(place, port, wanted, signal);
    }
  }
}

/** Whether the rights that are missing were asked for already: to ask again would never end. */
function isPointless({ status, scope }: Refusal, asked: string | undefined): boolean {
  return status === 403 && (scope === undefined || covers(asked, scope));
}
