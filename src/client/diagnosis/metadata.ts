import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { urlOf, isHttpUrl } from '../../network/urlOf';
import type { SignInBounds } from '../../network/signInBounds';
import { bareRequest } from './bareRequest';
import type { Way } from './way';

/** Redirects that are followed. */
const mostRedirects = 3;

/** How documents are fetched. */
export interface MetadataOptions extends Way {
  readonly bounds: SignInBounds;
  readonly signal: AbortSignal;
}

/** What lies outside the bounds: the person has to know who leads there. */
const outside: readonly unknown[] = ['strayAddress', 'signInInsecure'];

/**
 * The first of these addresses that gives a JSON object; `undefined` where none does.
 * @throws UserError `strayAddress`, `signInInsecure` where one leads outside the bounds, by a redirect, too.
 */
export async function firstDocument(
  addresses: readonly URL[],
  options: MetadataOptions,
): Promise<Record<string, unknown> | undefined> {
  for (const address of addresses) {
    const found = await documentAt(address, options);
    if (found) return found;
  }
  return undefined;
}

/** Over HTTP only, and never from HTTPS to plain HTTP, redirects included. */
async function documentAt(
  address: URL,
  options: MetadataOptions,
): Promise<Record<string, unknown> | undefined> {
  const { bounds, signal } = options;
  let url = address;
  try {
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
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
    if (error instanceof UserError && outside.includes(error.code)) throw error;
  }
  return undefined;
}

/** Where a protected resource describes itself without telling: with its path, then at the root; RFC 9728. */
export function resourceAddresses(server: URL): URL[] {
  return wellKnown(server, 'oauth-protected-resource');
}

/** Where an authorization server describes itself: RFC 8414, then OpenID Connect in both forms. */
export function issuerAddresses(issuer: URL): URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => {
    const [first] = wellKnown(issuer, name);
    return first ? [first] : [];
  });
  const appended = new URL(`${path}/.well-known/openid-configuration`, issuer);
  return path === '' ? inserted : [...inserted, appended];
}

/** The address in a `WWW-Authenticate` header under which the resource describes itself. */
export function namedResource(header: string | undefined): URL | undefined {
  const [, quoted, bare] = /\bresource_metadata=(?:"([^"]*)"|([^\s,]+))/i.exec(header ?? '') ?? [];
  const text = quoted ?? bare ?? '';
  return isHttpUrl(text) ? new URL(text) : undefined;
}

function wellKnown({ pathname, origin }: URL, name: string): URL[] {
  const root = `${origin}/.well-known/${name}`;
  const path = pathname.replace(/\/$/, '');
  return (path === '' ? [root] : [root + path, root]).map((address) => new URL(address));
}
