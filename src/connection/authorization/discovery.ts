import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
  computeScopeUnion,
} from '@modelcontextprotocol/client';
import { hasCode, UserError } from '../../base/errors';
import { isObject, parsedJson } from '../../base/json';
import { isHttpUrl } from '../../network/urlOf';
import { authorizationFailure } from './authorizationFailure';

/** The authorization server of an MCP server. */
export interface AuthorizationServer {
  /** Its URL. */
  readonly issuer: string;
  /** Absent if it has no metadata, only the fixed endpoints of 2025-03-26. */
  readonly metadata?: AuthorizationServerMetadata | undefined;
  /** The resource indicator (RFC 8707), as the MCP server spells it. */
  readonly resource: string;
  /** The scopes that the MCP server supports. */
  readonly scopes?: readonly string[] | undefined;
}

interface DiscoveryOptions {
  readonly fetch: FetchLike;
  /** The metadata URL that the refusal named. */
  readonly resourceMetadata?: URL | undefined;
  /** Treat a server without metadata as one of 2025-03-26, with fixed endpoints at its origin. */
  readonly assume?: boolean | undefined;
}

/**
 * Finds the authorization server of an MCP server (2026-07-28, authorization, discovery). The resource metadata name
 * it, and its own metadata must confirm the issuer. Before 2025-06-18 it was at the server's origin.
 * @returns `undefined` if nothing names one.
 * @throws UserError `signInOtherResource`, `signInIssuerDiffers`, `signInServerSilent`, `unreachable`.
 */
export async function discover(
  server: URL,
  options: DiscoveryOptions,
): Promise<AuthorizationServer | undefined> {
  const resource = await resourceMetadata(server, options);
  const named = resource?.authorization_servers?.[0];
  const issuer = named ?? new URL('/', server).href;
  if (!isHttpUrl(issuer)) throw new UserError('signInServerSilent', { issuer });
  const metadata = await issuerMetadata(issuer, options.fetch);
  const wanted = resource?.resource ?? resourceUrlFromServerUrl(server).href;
  const scopes = resource?.scopes_supported;
  if (metadata) return { issuer: metadata.issuer, metadata, resource: wanted, scopes };
  if (named !== undefined) throw new UserError('signInServerSilent', { issuer });
  return options.assume ? { issuer, resource: wanted } : undefined;
}

async function resourceMetadata(
  server: URL,
  { fetch, resourceMetadata: resourceMetadataUrl }: DiscoveryOptions,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  let found: OAuthProtectedResourceMetadata;
  const look = lookupWith(fetch);
  try {
    const options = resourceMetadataUrl && { resourceMetadataUrl };
    found = await discoverOAuthProtectedResourceMetadata(server, options, look.fetch);
  } catch (error) {
    if (isFailure(error)) throw error;
    look.throwIfUnsure(server.origin);
    return undefined;
  }
  const resources = { requestedResource: server, configuredResource: found.resource };
  if (!checkResourceAllowed(resources)) {
    throw new UserError('signInOtherResource', { resource: found.resource });
  }
  return found;
}

/** The metadata of an issuer; a malformed document counts as none, one of another issuer is an error. */
async function issuerMetadata(
  issuer: string,
  fetch: FetchLike,
): Promise<AuthorizationServerMetadata | undefined> {
  const look = lookupWith(fetch);
  try {
    const found = await discoverAuthorizationServerMetadata(issuer, { fetchFn: look.fetch });
    if (!found) look.throwIfUnsure(issuer);
    return found;
  } catch (error) {
    if (isFailure(error)) throw error;
    const failure = authorizationFailure(error, issuer);
    if (failure.code === 'signInIssuerDiffers') throw failure;
    look.throwIfUnsure(issuer);
    return undefined;
  }
}

/** Distinguishes a server without metadata from one that fails at the moment. */
function lookupWith(fetch: FetchLike) {
  let isUnsure = false;
  return {
    fetch: async (...request: Parameters<FetchLike>) => {
      const answer = await fetch(...request);
      isUnsure ||= answer.status >= 500 || answer.status === 429;
      if (!answer.ok || !/^text\/html\b/i.test(answer.headers.get('content-type') ?? ''))
        return answer;
      const text = await answer.text().catch(emptyIfTooLong);
      if (isObject(parsedJson(text))) return new Response(text, answer);
      // Some web applications answer every path by their page, and the SDK would look no further.
      return new Response(null, { status: 404 });
    },
    /** @throws UserError `signInServerSilent`. */
    throwIfUnsure(issuer: string): void {
      if (isUnsure) throw new UserError('signInServerSilent', { issuer });
    },
  };
}

/** No metadata are so long. */
function emptyIfTooLong(error: unknown): string {
  if (hasCode(error, 'answerTooLong')) return '';
  throw error;
}

/** True for failures of the network and for aborted requests. */
function isFailure(error: unknown): boolean {
  return (
    error instanceof UserError ||
    error instanceof TypeError ||
    (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'))
  );
}

/**
 * The scope to request (2026-07-28, scope selection): the union of the wanted ones, else the supported ones; with
 * `offline_access` where it is supported.
 */
export function scopeToAsk(
  { scopes, metadata }: AuthorizationServer,
  ...wanted: readonly (string | undefined)[]
): string | undefined {
  const scope = computeScopeUnion(...wanted) ?? computeScopeUnion(...(scopes ?? []));
  const offline = metadata?.scopes_supported?.includes('offline_access') ? 'offline_access' : '';
  return scope && computeScopeUnion(scope, offline);
}

/** True if a scope includes every part of another one. */
export function covers(scope: string | undefined, wanted: string): boolean {
  const has = new Set(scope?.split(/\s+/));
  return wanted.split(/\s+/).every((one) => one === '' || has.has(one));
}
