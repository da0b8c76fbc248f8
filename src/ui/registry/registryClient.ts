import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { isHttpUrl } from '../../network/urlOf';
import { readServer, type RegistryServer } from './registrySchema';

/** The registry of the Model Context Protocol project. */
export const officialRegistry = 'https://registry.modelcontextprotocol.io';

/** API versions, preferred one first. */
const versions = ['v0.1', 'v0'];

/**
 * URLs of `GET …/servers` at a registry, to try in order. A base URL with an API version means only that version.
 * @throws UserError `registryUrlInvalid` {url}: not an http or https URL, or one with credentials.
 */
function listAddresses(base: string): readonly URL[] {
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

interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Defaults to the window's `fetch`, which knows the editor's proxy settings. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for the whole response; 15,000 by default. */
  readonly timeout?: number | undefined;
}

/** Response with its parsed body; the body is `undefined` unless the status is 2xx. */
interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

const defaultTimeout = 15_000;
/** Largest response in bytes. */
const sizeLimit = 10 * 1024 * 1024;

/**
 * Gets JSON from a registry without credentials; follows redirects.
 * @throws UserError `registryUnreachable` {url, cause}, `registryTimedOut` {url, seconds}, `registryTooLarge` {url,
 * megabytes} or `registryNotJson` {url}; the signal's reason if the caller aborted.
 */
async function fetchJson(url: URL, options: FetchOptions): Promise<JsonAnswer> {
  const { signal, fetch = globalThis.fetch, timeout = defaultTimeout } = options;
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeout);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  // Errors leave the search text out.
  const shown = `${url.origin}${url.pathname}`;
  try {
    const response = await fetch(url, {
      signal: stop,
      credentials: 'omit',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { status: response.status, body: undefined };
    }
    return { status: response.status, body: parse(await readText(response, shown), shown) };
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted)
      throw new UserError('registryTimedOut', { url: shown, seconds: timeout / 1000 });
    if (error instanceof UserError) throw error;
    throw new UserError(
      'registryUnreachable',
      { url: shown, cause: causeOf(error) },
      { cause: error },
    );
  }
}

async function readText(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > sizeLimit) {
      throw new UserError('registryTooLarge', { url, megabytes: sizeLimit / 1024 / 1024 });
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string, url: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UserError('registryNotJson', { url }, { cause: error });
  }
}

/** The actual error, which `fetch` hides in `cause`. */
function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(inner instanceof Error)) return String(inner);
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
}
