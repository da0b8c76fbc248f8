import { isHttpUrl, urlOf } from '../../network/urlOf';
import { UserError } from '../../base/errors';
import { asText, isObject } from '../../base/json';
import type { SignInBounds } from '../../network/signInBounds';
import { passed, warned, type Verdict } from './check';
import { bareRequest, type NetworkPath } from './networkPath';

/**
 * Checks the metadata of a server that requires a sign-in (2025-11-25, authorization). The resource must name an
 * authorization server with a matching issuer and PKCE. Only reads. `challenge`: the header `WWW-Authenticate` of the
 * response.
 * @throws UserError `strayAddress`, `signInInsecure` if the metadata leads outside the bounds of a sign-in.
 */
export async function checkSignIn(
  server: URL,
  challenge: string | undefined,
  options: MetadataOptions,
): Promise<Verdict> {
  const named = challengeUrl(challenge);
  const resource = await firstDocument(named ? [named] : resourceUrls(server), options);
  if (!resource) return signInOfOrigin(server, options);
  const identifier = asText(resource['resource']);
  if (!covers(identifier, server)) return warned('signInOtherResource', { resource: identifier });
  const servers: unknown = resource['authorization_servers'];
  const [first] = Array.isArray(servers) ? servers.map(asText) : [];
  if (first === undefined || !isHttpUrl(first)) return warned('signInNoServer');
  return issuerVerdict(first, options);
}

/** Before 2025-06-18 the authorization server was at the origin of the server itself. */
async function signInOfOrigin(server: URL, options: MetadataOptions): Promise<Verdict> {
  const origin = new URL('/', server);
  const found = await firstDocument(issuerUrls(origin), options);
  return found ? metadataVerdict(server.origin, found) : warned('signInNotDescribed');
}

async function issuerVerdict(issuer: string, options: MetadataOptions): Promise<Verdict> {
  const found = await firstDocument(issuerUrls(new URL(issuer)), options);
  return found ? metadataVerdict(issuer, found) : warned('signInServerSilent', { issuer });
}

function metadataVerdict(issuer: string, metadata: Record<string, unknown>): Verdict {
  const named = asText(metadata['issuer']);
  if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    return warned('signInIssuerDiffers', { issuer, named });
  }
  for (const key of ['authorization_endpoint', 'token_endpoint']) {
    if (!isHttpUrl(asText(metadata[key]))) return warned('signInEndpointMissing', { issuer, key });
  }
  const methods: unknown = metadata['code_challenge_methods_supported'];
  if (!Array.isArray(methods) || !methods.includes('S256'))
    return warned('signInNoPkce', { issuer });
  return passed('signInDescribed', { issuer });
}

/** True if the resource is the server or a parent of it. */
function covers(resource: string, server: URL): boolean {
  if (!isHttpUrl(resource)) return false;
  const { origin, pathname } = new URL(resource);
  const path = pathname.replace(/\/$/, '');
  const isAbove = server.pathname === path || server.pathname.startsWith(`${path}/`);
  return origin === server.origin && isAbove;
}

/** Redirects to follow. */
const maxRedirects = 3;

interface MetadataOptions extends NetworkPath {
  readonly bounds: SignInBounds;
  readonly signal: AbortSignal;
}

/** These errors are reported, because the person has to know which server leads outside the bounds. */
const outOfBounds: readonly unknown[] = ['strayAddress', 'signInInsecure'];

/**
 * The first JSON object among these URLs; `undefined` if there is none.
 * @throws UserError `strayAddress`, `signInInsecure` if a URL or redirect leads outside the bounds.
 */
async function firstDocument(
  urls: readonly URL[],
  options: MetadataOptions,
): Promise<Record<string, unknown> | undefined> {
  for (const url of urls) {
    const found = await documentAt(url, options);
    if (found) return found;
  }
  return undefined;
}

/** Follows redirects over HTTP only, and never from HTTPS to HTTP. */
async function documentAt(
  start: URL,
  options: MetadataOptions,
): Promise<Record<string, unknown> | undefined> {
  const { bounds, signal } = options;
  let url = start;
  try {
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      if (!isHttpUrl(url.href)) return undefined;
      const accept = 'application/json';
      const nearest = bounds.nearest(url);
      const answer = await bareRequest(url, { ...options, nearest, accept, withBody: true });
      await bounds.answered(url, answer.remoteAddress);
      const { status, headers, body } = answer;
      if (status === 200) {
        const value: unknown = JSON.parse(body);
        return isObject(value) ? value : undefined;
      }
      const next = status >= 300 && status < 400 ? headers.location : undefined;
      const target = next === undefined ? undefined : urlOf(next, url);
      if (!target) return undefined;
      if (url.protocol === 'https:' && target.protocol !== 'https:') return undefined;
      url = target;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UserError && outOfBounds.includes(error.code)) throw error;
  }
  return undefined;
}

/** The well-known URLs of a protected resource's metadata: with its path, then at the root (RFC 9728). */
export function resourceUrls(server: URL): URL[] {
  return wellKnown(server, 'oauth-protected-resource');
}

/** The well-known URLs of an authorization server's metadata: RFC 8414, then OpenID Connect in both forms. */
export function issuerUrls(issuer: URL): URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => {
    const [first] = wellKnown(issuer, name);
    return first ? [first] : [];
  });
  const appended = new URL(`${path}/.well-known/openid-configuration`, issuer);
  return path === '' ? inserted : [...inserted, appended];
}

/** The URL of the resource's metadata in a `WWW-Authenticate` header. */
export function challengeUrl(header: string | undefined): URL | undefined {
  const [, quoted, bare] = /\bresource_metadata=(?:"([^"]*)"|([^\s,]+))/i.exec(header ?? '') ?? [];
  const text = quoted ?? bare ?? '';
  return isHttpUrl(text) ? new URL(text) : undefined;
}

function wellKnown({ pathname, origin }: URL, name: string): URL[] {
  const root = `${origin}/.well-known/${name}`;
  const path = pathname.replace(/\/$/, '');
  return (path === '' ? [root] : [root + path, root]).map((url) => new URL(url));
}
