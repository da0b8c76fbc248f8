import { randomBytes } from 'node:crypto';
import {
  exchangeAuthorization,
  startAuthorization,
  validateAuthorizationResponseIssuer,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';
import { enteredRedirect, type OAuthSettings, type SignInOccasion } from '../../ipc/authorization';
import type { SignInBounds } from '../../network/signInBounds';
import { urlOf, isHttpUrl } from '../../network/urlOf';
import { tokensOf, type Credentials, type OAuthClient } from './credentials';
import { newDpopKey, proofOf } from './dpop';
import type { AuthorizationServer } from './discovery';
import { clientInformation, oauthClient } from './oauthClient';

/** The authorization server and the server of a sign-in. */
type Occasion = Omit<SignInOccasion, 'id'>;

/**
 * Guides the person through a sign-in. Only a gesture begins one, because no browser may open by itself. The redirect
 * comes to a port of this machine, or by `vscode://` where the browser is elsewhere. A person can also paste its URL.
 */
export interface SignInPrompt {
  /**
   * Asks for consent and prepares to receive the redirect.
   * @returns the redirect URI.
   * @throws UserError `signInCancelled` if the person declines.
   */
  prepare(
    occasion: Occasion & { readonly redirectUri?: string | undefined },
    signal: AbortSignal,
  ): Promise<string>;
  /**
   * Opens the sign-in page.
   * @returns the URL of the redirect with its parameters.
   * @throws as `prepare`, `signInTimedOut`.
   */
  lead(
    occasion: Occasion & { readonly redirectUri: string; readonly url: string },
    signal: AbortSignal,
  ): Promise<string>;
  /** Cancels what was prepared. */
  drop(occasion: Occasion): void;
}

export interface CodeGrantOptions {
  /** The public URL of the server, for display. */
  readonly server: string;
  readonly settings: OAuthSettings;
  readonly scope: string | undefined;
  /** The client of the previous sign-in at this issuer. */
  readonly known?: OAuthClient | undefined;
  readonly wantsProof: boolean;
  readonly fetch: FetchLike;
  readonly bounds: SignInBounds;
}

/** A request for authorization, with the values that its response must match. */
interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
  readonly client: OAuthClient;
}

/**
 * Signs a person in by authorization code with PKCE (2026-07-28, authorization flow). A response counts only with the
 * `state` that was sent and, where the authorization server promises `iss`, with its issuer.
 * @throws UserError `signIn…`; errors of the SDK.
 */
export async function codeGrant(
  authServer: AuthorizationServer,
  prompt: SignInPrompt,
  options: CodeGrantOptions,
  signal: AbortSignal,
): Promise<Credentials> {
  const { issuer, metadata, resource } = authServer;
  if (metadata && !metadata.code_challenge_methods_supported?.includes('S256')) {
    throw new UserError('signInNoPkce', { issuer });
  }
  const { server, settings, scope, fetch, known } = options;
  const occasion = { server, issuer };
  const isEntered = settings.clientId !== undefined || settings.clientMetadataUrl !== undefined;
  const wanted = isEntered ? enteredRedirect : known?.registeredFor;
  const redirectUri = await prompt.prepare({ ...occasion, redirectUri: wanted }, signal);
  let request: AuthorizationRequest;
  let callback: string;
  try {
    request = await requestAuthorization(authServer, options, redirectUri);
    callback = await prompt.lead({ ...occasion, redirectUri, url: request.url }, signal);
  } catch (error) {
    prompt.drop(occasion);
    throw error;
  }
  const { client, codeVerifier } = request;
  const { code, iss } = answerIn(callback, { state: request.state, authServer });
  const proofKey = options.wantsProof ? await newDpopKey() : undefined;
  const given = await exchangeAuthorization(issuer, {
    ...(metadata && { metadata }),
    clientInformation: clientInformation(client),
    authorizationCode: code,
    codeVerifier,
    redirectUri,
    resource,
    ...(iss !== undefined && { iss }),
    ...(proofKey && { dpop: await proofOf(proofKey) }),
    fetchFn: fetch,
  });
  const tokens = tokensOf(given);
  return {
    issuer,
    client,
    ...(scope !== undefined && { asked: scope }),
    tokens,
    ...(proofKey && { proofKey }),
  };
}

async function requestAuthorization(
  authServer: AuthorizationServer,
  options: CodeGrantOptions,
  redirectUri: string,
): Promise<AuthorizationRequest> {
  const { issuer, metadata, resource } = authServer;
  const { scope, bounds } = options;
  const client = await oauthClient(authServer, { ...options, redirectUri });
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    ...(metadata && { metadata }),
    clientInformation: clientInformation(client),
    redirectUrl: redirectUri,
    state,
    resource,
    ...(scope !== undefined && { scope }),
  });
  if (!isHttpUrl(authorizationUrl.href)) throw new UserError('signInInsecure', { issuer });
  await bounds.judge(authorizationUrl);
  return { url: authorizationUrl.href, state, codeVerifier, client };
}

/** The code in the redirect, if it is authentic. */
function answerIn(
  callback: string,
  { state, authServer }: { readonly state: string; readonly authServer: AuthorizationServer },
): { readonly code: string; readonly iss: string | undefined } {
  const { issuer, metadata } = authServer;
  const answer = urlOf(callback)?.searchParams ?? new URLSearchParams();
  if (answer.get('state') !== state) throw new UserError('signInForged', { issuer });
  const iss = answer.get('iss') ?? undefined;
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const code = answer.get('code');
  if (code !== null) return { code, iss };
  const error = answer.get('error') ?? '';
  if (error === 'access_denied') throw new UserError('signInCancelled', { issuer });
  const message = (answer.get('error_description') ?? error).slice(0, 300);
  throw new UserError('signInRefused', { issuer, error: error.slice(0, 100), message });
}
