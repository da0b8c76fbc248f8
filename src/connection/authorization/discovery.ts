import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';
import { isHttpUrl } from '../../config/read/httpUrl';
import { authorizationFailure } from './authorizationFailure';

/** Where and for what tokens of a server are got. */
export interface SignInPlace {
  /** The authorization server. */
  readonly issuer: string;
  /** Absent where it describes itself nowhere and has the addresses of 2025-03-26. */
  readonly metadata?: AuthorizationServerMetadata | undefined;
  /** The resource indicator (RFC 8707), as the server spells it. */
  readonly resource: string;
  /** What the server knows of scopes. */
  readonly scopes?: readonly string[] | undefined;
}

/** How {@link discover} looks. */
interface DiscoveryOptions {
  readonly fetch: FetchLike;
  /** Named by the refusal. */
  readonly resourceMetadata?: URL | undefined;
  /** Take a server that describes nothing for one of 2025-03-26: its own origin has the fixed addresses. */
  readonly assume?: boolean | undefined;
}

/**
 * Where to sign in for a server (2026-07-28, authorization, discovery): its own metadata name the
 * authorization server, which must say the same of itself. Before 2025-06-18 that was at the server's origin.
 * `undefined` where nothing says that there is one.
 * @throws UserError `signInOtherResource`, `signInIssuerDiffers`, `signInServerSilent`, `unreachable`.
 */
export async function discover(
  server: URL,
  options: DiscoveryOptions,
): Promise<SignInPlace | undefined> {
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
  const look = lookWith(fetch);
  try {
    const options = resourceMetadataUrl && { resourceMetadataUrl };
    found = await discoverOAuthProtectedResourceMetadata(server, options, look.fetch);
  } catch (error) {
    if (isFailure(error)) throw error;
    look.throwIfUnsure(server.origin);
    return undefined;
  }
  const asked = { requestedResource: server, configuredResource: found.resource };
  if (!checkResourceAllowed(asked)) {
    throw new UserError('signInOtherResource', { resource: found.resource });
  }
  return found;
}

/** A document that is no metadata counts as none; one of another issuer does not. */
async function issuerMetadata(
  issuer: string,
  fetch: FetchLike,
): Promise<AuthorizationServerMetadata | undefined> {
  const look = lookWith(fetch);
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

/** Tells a server that has no metadata from one that cannot give them at the moment. */
function lookWith(fetch: FetchLike) {
  let isUnsure = false;
  return {
    fetch: async (...request: Parameters<FetchLike>) => {
      const answer = await fetch(...request);
      isUnsure ||= answer.status >= 500 || answer.status === 429;
      return answer;
    },
    /** @throws UserError `signInServerSilent`. */
    throwIfUnsure(issuer: string): void {
      if (isUnsure) throw new UserError('signInServerSilent', { issuer });
    },
  };
}

/** The network, or whoever gave up. */
function isFailure(error: unknown): boolean {
  return (
    error instanceof UserError ||
    error instanceof TypeError ||
    (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'))
  );
}
