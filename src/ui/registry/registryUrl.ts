import { UserError } from '../../base/errors';
import { isHttpUrl } from '../../network/urlOf';

/** The registry of the Model Context Protocol project. */
export const officialRegistry = 'https://registry.modelcontextprotocol.io';

/** API versions, preferred one first. */
const versions = ['v0.1', 'v0'];

/**
 * URLs of `GET …/servers` at a registry, to try in order. A base URL with an API version means only that version.
 * @throws UserError `registryUrlInvalid` {url}: not an http or https URL, or one with credentials.
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
