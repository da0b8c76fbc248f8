import { UserError } from '../../base/errors';
import { isHttpUrl } from '../../config/read/httpUrl';

/** The registry of the Model Context Protocol project. */
export const officialRegistry = 'https://registry.modelcontextprotocol.io';

/** Versions of the API, the one to try first in front. */
const versions = ['v0.1', 'v0'];

/**
 * The addresses of `GET …/servers` at a registry, to be tried in their order. A base that names a
 * version of the API means that one alone.
 * @throws UserError `registryUrlInvalid` {url}: no http or https address, or one with credentials.
 */
export function listAddresses(base: string): readonly URL[] {
  const written = base.trim();
  if (!isHttpUrl(written)) throw new UserError('registryUrlInvalid', { url: written });
  const url = new URL(written);
  if (url.username !== '' || url.password !== '') {
    throw new UserError('registryUrlInvalid', { url: url.origin });
  }
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.at(-1) === 'servers') segments.pop();
  const named = /^v\d+(?:\.\d+)?$/.test(segments.at(-1) ?? '') ? segments.pop() : undefined;
  return (named === undefined ? versions : [named]).map(
    (version) => new URL(`/${[...segments, version, 'servers'].join('/')}`, url.origin),
  );
}
