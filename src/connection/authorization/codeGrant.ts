import { randomBytes } from 'node:crypto';
import {
  exchangeAuthorization,
  startAuthorization,
  validateAuthorizationResponseIssuer,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';
import { urlOf } from '../../network/urlOf';
import { isHttpUrl } from '../../config/read/httpUrl';
import type { OAuthSettings, SignInOccasion } from '../../ipc/authorization';
import type { SignInBounds } from '../../ipc/signInBounds';
import { tokensOf, type Credentials, type OAuthClient } from './credentials';
import type { SignInPlace } from './discovery';
import { clientInformation, oauthClient } from './oauthClient';
import { newProofKey, proofOf } from './proofKey';

/** Where a sign-in takes place, and for which server. */
type Occasion = Omit<SignInOccasion, 'id'>;

/** Leads a person through a sign-in. */
export interface SignInPort {
  /**
   * Asks whether the person wants it, and gets ready to take the answer.
   * @throws UserError `signInCancelled` where they do not want to.
   */
  prepare(
    occasion: Occasion & { readonly redirectUri?: string | undefined },
    signal: AbortSignal,
  ): Promise<string>;
  /** Opens the page; the address that the person is sent back to. @throws as `prepare`, `signInTimedOut`. */
  lead(
    occasion: Occasion & { readonly redirectUri: string; readonly url: string },
    signal: AbortSignal,
  ): Promise<string>;
  /** Takes back what was prepared: nothing comes of it. */
  drop(occasion: Occasion): void;
}

/** What a person signs in with. */
export interface CodeGrantOptions {
  /** The address of the server, for people. */
  readonly server: string;
  readonly settings: OAuthSettings;
  readonly scope: string | undefined;
  /** The client that was used at this issuer before. */
  readonly known?: OAuthClient | undefined;
  readonly wantsProof: boolean;
  readonly fetch: FetchLike;
  readonly bounds: SignInBounds;
}

/** What an authorization server is asked, and what its answer is to be held against. */
interface Inquiry {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
  readonly client: OAuthClient;
}

/**
 * A person signs in: authorization code with PKCE (2026-07-28, authorization flow). What comes back is
 * believed only with the `state` that was sent and, as far as the server has promised it, its name in `iss`.
 * @throws UserError `signIn…`; errors of the SDK.
 */
export async function codeGrant(
  place: SignInPlace,
  port: SignInPort,
  options: CodeGrantOptions,
  signal: AbortSignal,
): Promise<Credentials> {
  const { issuer, metadata, resource } = place;
  if (metadata && !metadata.code_challenge_methods_supported?.includes('S256')) {
    throw new UserError('signInNoPkce', { issuer });
  }
  const { server, scope, fetch, known } = options;
  const occasion = { server, issuer };
  const before = known?.registeredFor;
  const redirectUri = await port.prepare({ ...occasion, redirectUri: before }, signal);
  let inquiry: Inquiry;
  let callback: string;
  try {
    inquiry = await inquire(place, options, redirectUri);
    callback = await port.lead({ ...occasion, redirectUri, url: inquiry.url }, signal);
  } catch (error) {
    port.drop(occasion);
    throw error;
  }
  const { client, codeVerifier } = inquiry;
  const { code, iss } = answerIn(callback, { state: inquiry.state, place });
  const proofKey = options.wantsProof ? await newProofKey() : undefined;
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

async function inquire(
  place: SignInPlace,
  options: CodeGrantOptions,
  redirectUri: string,
): Promise<Inquiry> {
  const { issuer, metadata, resource } = place;
  const { scope, bounds } = options;
  const client = await oauthClient(place, { ...options, redirectUri });
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

/** What an authorization server answers, as far as it may be believed. */
function answerIn(
  callback: string,
  { state, place }: { readonly state: string; readonly place: SignInPlace },
): { readonly code: string; readonly iss: string | undefined } {
  const { issuer, metadata } = place;
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
