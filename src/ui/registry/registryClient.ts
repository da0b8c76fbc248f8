import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { fetchJson, type FetchOptions, type JsonAnswer } from './fetchJson';
import { readServer, type RegistryServer } from './registrySchema';
import { listAddresses } from './registryUrl';

export interface RegistryQuery extends FetchOptions {
  /** Part of a name or description; empty: all servers. */
  readonly query: string;
  readonly cursor?: string | undefined;
}

export interface RegistryPage {
  /** Latest version of each server, deleted ones left out. */
  readonly servers: readonly RegistryServer[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
  /** Unreadable elements: names, or `#` and the index. */
  readonly dropped: readonly string[];
}

const pageSize = 30;

/**
 * Searches a registry with the MCP registry API, `v0.1` or `v0`. Unreadable elements are reported in `dropped`.
 * @throws UserError `registryUrlInvalid` {url}, `registryError` {url, status}, `registryMalformed` {url} (no list)
 * and errors of `fetchJson`; the signal's reason if the caller aborted. Nothing else.
 */
export async function searchRegistry(base: string, query: RegistryQuery): Promise<RegistryPage> {
  const addresses = listAddresses(base);
  let answer: JsonAnswer | undefined;
  let asked: URL | undefined;
  for (const address of addresses) {
    asked = address;
    answer = await fetchJson(withQuery(address, query), query);
    // A registry that knows this version of the API answers a list, were it an empty one.
    if (answer.status !== 404) break;
  }
  const url = `${asked?.origin}${asked?.pathname}`;
  const { status = 0, body } = answer ?? {};
  if (status < 200 || status > 299) throw new UserError('registryError', { url, status });
  if (!isObject(body) || !Array.isArray(body['servers'])) {
    throw new UserError('registryMalformed', { url });
  }
  return {
    ...readAll(body['servers']),
    nextCursor: nextCursor(body['metadata'], query.cursor),
  };
}

function withQuery(address: URL, { query, cursor }: RegistryQuery): URL {
  const url = new URL(address);
  if (query.trim() !== '') url.searchParams.set('search', query.trim());
  url.searchParams.set('version', 'latest');
  url.searchParams.set('limit', String(pageSize));
  if (cursor !== undefined) url.searchParams.set('cursor', cursor);
  return url;
}

function readAll(elements: readonly unknown[]): Pick<RegistryPage, 'servers' | 'dropped'> {
  const dropped: string[] = [];
  const servers = new Map<string, RegistryServer>();
  for (const [index, element] of elements.entries()) {
    const server = readServer(element);
    if (!server) dropped.push(nameOf(element) ?? `#${index + 1}`);
    else if (server.status !== 'deleted' && isLater(server, servers.get(server.name))) {
      servers.set(server.name, server);
    }
  }
  return { servers: [...servers.values()], dropped };
}

/** True if a known version is older. A registry without the filter lists every version. */
function isLater(server: RegistryServer, known: RegistryServer | undefined): boolean {
  if (!server.isLatest) return false;
  const [now = '', before = ''] = [server.version, known?.version];
  return !known || now.localeCompare(before, 'en', { numeric: true }) > 0;
}

function nameOf(element: unknown): string | undefined {
  const body = isObject(element) && isObject(element['server']) ? element['server'] : element;
  const name = isObject(body) ? body['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Cursor of the next page; `undefined` if it would return the same page. */
function nextCursor(metadata: unknown, current: string | undefined): string | undefined {
  if (!isObject(metadata)) return undefined;
  const next = metadata['nextCursor'] ?? metadata['next_cursor'];
  return typeof next === 'string' && next !== '' && next !== current ? next : undefined;
}
