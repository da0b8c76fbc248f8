import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { fetchJson, type FetchOptions, type JsonAnswer } from './fetchJson';
import { readServer, type RegistryServer } from './registrySchema';
import { listAddresses } from './registryUrl';

/** What is looked for. */
export interface RegistryQuery extends FetchOptions {
  /** Part of a name or description; an empty one lists everything. */
  readonly query: string;
  /** Where the page before this one ended. */
  readonly cursor?: string | undefined;
}

/** One page of a registry's list. */
export interface RegistryPage {
  /** The latest version of each server; those that were deleted are left out. */
  readonly servers: readonly RegistryServer[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
  /** Elements that could not be read: their names, else `#` and their place. */
  readonly dropped: readonly string[];
}

const pageSize = 30;

/**
 * Searches a registry that speaks the API of the MCP registry, `v0.1` or `v0`. An element that cannot
 * be read is named in `dropped` and leaves the others be.
 * @throws UserError `registryUrlInvalid` {url}, `registryError` {url, status}, `registryMalformed` {url}
 * (no list) and what `fetchJson` throws; the signal's reason where the caller aborted. Nothing else.
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

/** A registry that does not know the filter lists every version. */
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

/** The next page's cursor; one that leads to the same page again is none. */
function nextCursor(metadata: unknown, current: string | undefined): string | undefined {
  if (!isObject(metadata)) return undefined;
  const next = metadata['nextCursor'] ?? metadata['next_cursor'];
  return typeof next === 'string' && next !== '' && next !== current ? next : undefined;
}
