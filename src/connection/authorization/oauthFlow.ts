import { OAuthError, type FetchLike } from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';
import { waitsForSignIn, type OAuthSettings } from '../../ipc/authorization';
import type { Nearness } from '../../network/nearness';
import { SignInBounds } from '../../network/signInBounds';
import { discard } from '../transports/http/body';
import { publicUrl } from '../../network/urlOf';
import type { HttpFetch } from '../transports/http/httpResponse';
import type { Account } from './account';
import { authorizationFailure } from './authorizationFailure';
import type { AccessToken, Refusal } from './authorizer';
import { codeGrant, type SignInPrompt } from './codeGrant';
import type { Credentials } from './credentials';
import { discover, type AuthorizationServer, covers, scopeToAsk } from './discovery';
import { machineGrant, refreshGrant, revoke } from './grants';
import { refusalOf } from './refusal';
import { webFetch } from './webResponse';

/** Limit for getting a new token, in milliseconds. */
const longestRenewal = 60_000;
/** Limit for one request to an authorization server, in milliseconds. */
const longestRequest = 30_000;
/** OAuth errors after which neither the tokens nor the client are valid. */
const unknownClient: readonly string[] = ['invalid_client', 'unauthorized_client'];

/** The server that is authorized for, and how authorization servers are reached. */
export interface OAuthTarget {
  readonly server: URL;
  readonly settings: OAuthSettings;
  readonly account: Account;
  /** `fetch` limited to addresses no nearer than this. */
  fetchWithin(nearest: Nearness): HttpFetch;
}

/** Access to authorization servers, with bounds on where an MCP server may direct us. */
interface OAuthAccess {
  readonly bounded: HttpFetch;
  /** The same for the SDK. */
  readonly fetch: FetchLike;
  readonly bounds: SignInBounds;
}

/**
 * The requests to authorization servers (2026-07-28, authorization): finds the one of a server, registers, exchanges,
 * refreshes and revokes. The SDK only sends them, because its own flow does not check `state`. That flow also refreshes
 * once for every refused request.
 */
export class OAuthFlow {
  constructor(private readonly target: OAuthTarget) {}

  /**
   * A new token after a refusal; `undefined` if the refusal stands.
   * @throws UserError `signIn…` if the person has to act first, or no token could be got.
   */
  async renew(refusal: Refusal): Promise<AccessToken | undefined> {
    const { account } = this.target;
    // An earlier named document still counts, as the word of the address that named it.
    const earlier = refusal.resourceMetadata ? undefined : account.refusal;
    const { resourceMetadata, remoteAddress } = earlier?.resourceMetadata ? earlier : refusal;
    // Missing rights stay to be requested, whatever ends meanwhile.
    const isLesser = account.wantsMoreRights && refusal.status === 401;
    if (!isLesser) account.refusal = { ...refusal, resourceMetadata, remoteAddress };
    const signal = AbortSignal.timeout(longestRenewal);
    const access = this.#access(signal);
    const { fetch } = access;
    let issuer = this.target.server.origin;
    try {
      // A server without metadata may have been signed in at all the same.
      const assume = account.credentials?.issuer === new URL('/', this.target.server).href;
      const authServer = await this.#authServer(access, assume);
      if (!authServer) return undefined;
      issuer = authServer.issuer;
      const before = this.target.settings.grant
        ? account.credentials
        : await this.#signedInAt(authServer, signal);
      const isPointless = isPointlessRequest(refusal, before?.asked);
      if (account.hasNewer(refusal) && (isPointless || refusal.status === 401))
        return account.token;
      if (isPointless) return undefined;
      if (this.target.settings.grant)
        await account.use(
          await this.#machineGrant(authServer, fetch, before?.asked, refusal.scope),
        );
      else if (before)
        await this.#refreshed(authServer, { refusal, stored: before }, fetch, signal);
      return account.token;
    } catch (error) {
      const failure = authorizationFailure(error, issuer);
      const wantsMore = failure.code === 'signInMoreRights';
      if (waitsForSignIn(failure)) account.wantsMoreRights = wantsMore;
      if (waitsForSignIn(failure) && !wantsMore) account.denied.fire(failure.reason);
      throw failure;
    }
  }

  /**
   * Signs a person in, or gets a token without one where the settings say how.
   * @throws UserError `signIn…`; the signal's reason where it was aborted.
   */
  async signIn(prompt: SignInPrompt, signal: AbortSignal): Promise<void> {
    const { account } = this.target;
    const access = this.#access(signal);
    const { fetch } = access;
    let issuer = this.target.server.origin;
    try {
      const authServer = await this.#authServer(access, true);
      if (!authServer) return;
      issuer = authServer.issuer;
      if (this.target.settings.grant) {
        const given = await this.#machineGrant(authServer, fetch, account.refusal?.scope);
        await account.run(() => account.use(given));
      } else {
        const before = await account.run(() => account.reload(signal));
        const given = await this.#authorize(authServer, prompt, { before, access }, signal);
        await account.alone(() => account.save(given, signal));
      }
      account.wantsMoreRights = false;
      account.signedIn.fire();
    } catch (error) {
      signal.throwIfAborted();
      throw authorizationFailure(error, issuer);
    }
  }

  /** Revokes tokens at the server that gave them, if it is still this server's. */
  async revoke(credentials: Credentials, signal: AbortSignal): Promise<void> {
    const access = this.#access(signal);
    const authServer = await this.#authServer(access, false);
    if (authServer?.issuer === credentials.issuer)
      await revoke(authServer, credentials, access.fetch);
  }

  #machineGrant(
    authServer: AuthorizationServer,
    fetch: FetchLike,
    ...scopes: readonly (string | undefined)[]
  ): Promise<Credentials> {
    const scope = scopeToAsk(authServer, ...scopes);
    return machineGrant(authServer, this.target.settings, scope, fetch);
  }

  /**
   * The stored credentials, if they are of this issuer.
   * @throws UserError `signInNeeded`.
   */
  async #signedInAt({ issuer }: AuthorizationServer, signal: AbortSignal): Promise<Credentials> {
    const stored = await this.target.account.reload(signal);
    if (stored?.tokens && stored.issuer === issuer) return stored;
    throw new UserError('signInNeeded', { url: publicUrl(this.target.server), issuer });
  }

  /**
   * Refreshes the tokens as a transaction: `stored` was just read, the new ones are saved, then used. A refused token
   * is read again, because another host may have used it first.
   */
  async #refreshed(
    authServer: AuthorizationServer,
    { refusal, stored }: { readonly refusal: Refusal; readonly stored: Credentials },
    fetch: FetchLike,
    signal: AbortSignal,
  ): Promise<void> {
    const args = { url: publicUrl(this.target.server), issuer: authServer.issuer };
    if (refusal.status === 403) {
      throw new UserError('signInMoreRights', { ...args, scope: refusal.scope ?? '' });
    }
    const { account } = this.target;
    const refresh = stored.tokens?.refresh;
    if (refresh === undefined) throw new UserError('signInEnded', args);
    try {
      const tokens = await refreshGrant(authServer, { ...stored, refresh }, fetch);
      await account.save({ ...stored, tokens }, signal);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const isForgotten = unknownClient.includes(error.code);
      if (error.code !== 'invalid_grant' && !isForgotten) throw error;
      // Another host may have used it first, and saved the new one, or signed out.
      const now = await account.reloadAfter(refresh, signal);
      if (now?.tokens && now.tokens.refresh !== refresh) return;
      if (now?.tokens) await this.#end(stored, isForgotten, signal);
      throw new UserError('signInEnded', args, { cause: error });
    }
  }

  /** Removes invalid tokens, and a client of ours that the server has forgotten. */
  async #end(stored: Credentials, isForgotten: boolean, signal: AbortSignal): Promise<void> {
    const { tokens: _ended, proofKey: _key, ...rest } = stored;
    const isOurs = stored.client.registeredFor !== undefined;
    if (isForgotten && isOurs) await this.target.account.forget(signal);
    else await this.target.account.save(rest, signal);
  }

  /**
   * Access to authorization servers for one token. Redirects of the server may narrow its bounds. A request rejects with
   * UserError `strayAddress` or `signInInsecure` for an address outside of them.
   */
  #access(signal: AbortSignal): OAuthAccess {
    const bounds = new SignInBounds(this.target.server, this.target.settings);
    const bounded: HttpFetch = async (input, init = {}) => {
      const url = new URL(input);
      const fetch = this.target.fetchWithin(bounds.nearest(url));
      const limited = AbortSignal.any([signal, AbortSignal.timeout(longestRequest)]);
      const answer = await fetch(url, { ...init, signal: limited });
      await bounds.answered(url, answer.remoteAddress);
      return answer;
    };
    return { bounds, bounded, fetch: webFetch(bounded) };
  }

  async #authServer(
    { bounded, fetch, bounds }: OAuthAccess,
    assume: boolean,
  ): Promise<AuthorizationServer | undefined> {
    const { account } = this.target;
    account.refusal ??= await this.#challenge(bounded);
    const { resourceMetadata, remoteAddress } = account.refusal ?? {};
    if (account.refusal) await bounds.answered(this.target.server, remoteAddress);
    return discover(this.target.server, { fetch, resourceMetadata, assume });
  }

  /** Requests the server without a token, because its refusal names the metadata. */
  async #challenge(fetch: HttpFetch): Promise<Refusal | undefined> {
    const answer = await fetch(this.target.server, { headers: { accept: 'text/event-stream' } });
    void discard(answer);
    return refusalOf(answer);
  }

  async #authorize(
    authServer: AuthorizationServer,
    prompt: SignInPrompt,
    { before, access }: { readonly before: Credentials | undefined; readonly access: OAuthAccess },
    signal: AbortSignal,
  ): Promise<Credentials> {
    const { account } = this.target;
    const { refusal } = account;
    const known = before?.issuer === authServer.issuer ? before : undefined;
    const wanted = {
      server: publicUrl(this.target.server),
      settings: this.#settingsAfter(before),
      scope: scopeToAsk(authServer, known?.asked, refusal?.scope),
      wantsProof: refusal?.wantsProof ?? false,
      ...access,
    };
    try {
      return await codeGrant(authServer, prompt, { ...wanted, known: known?.client }, signal);
    } catch (error) {
      const isForgotten = error instanceof OAuthError && unknownClient.includes(error.code);
      // A server that has forgotten our registration shows that to the person at most, who then gives up.
      const mayBeForgotten = isForgotten || !known?.tokens;
      if (known?.client.registeredFor === undefined || !mayBeForgotten) throw error;
      await account.alone(() => account.forget(signal));
      if (!isForgotten) throw error;
      return codeGrant(authServer, prompt, wanted, signal);
    }
  }

  /**
   * Binds a configured secret to an authorization server: the entry's issuer, else the one that the person has agreed
   * to. No server can thus send the secret elsewhere.
   */
  #settingsAfter(before: Credentials | undefined): OAuthSettings {
    const { settings } = this.target;
    if (settings.clientSecret === undefined || !before) return settings;
    return { ...settings, issuer: settings.issuer ?? before.issuer };
  }
}

/** True if the missing scope was requested already, because requesting it again would never end. */
function isPointlessRequest({ status, scope }: Refusal, asked: string | undefined): boolean {
  return status === 403 && (scope === undefined || covers(asked, scope));
}
