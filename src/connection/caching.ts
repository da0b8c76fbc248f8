import { BoundedMap } from '../base/bounded';
import { isAtOrBelow } from '../base/contains';
import { canonicalJson, isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { changedList, type ListName } from '../protocol/lists';

/** The number of cached results, and the characters of one. */
const mostEntries = 50;
const mostCharacters = 1_000_000;
/** The longest validity that is believed, in milliseconds. */
const longestTtl = 3_600_000;

interface Entry {
  readonly uri: unknown;
  readonly result: McpObject;
  /** By `performance.now()`. */
  readonly until: number;
}

/**
 * Caches contents of resources for as long as their server says (2026-07-28, "Caching"). A cache belongs to one
 * connection and one sign-in, so that it may hold private contents.
 */
export class ReadCache {
  readonly #entries = new BoundedMap<string, Entry>(mostEntries);
  #drops = 0;

  /** The notifications of changes so far: a result that was requested before one may be older than it. */
  get drops(): number {
    return this.#drops;
  }

  /** The valid result of the same request. */
  get(method: string, params: McpObject): McpObject | undefined {
    if (this.#entries.size === 0) return undefined;
    const key = keyOf(method, params);
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || !entry) return undefined;
    if (entry.until > performance.now()) return entry.result;
    this.#entries.delete(key);
    return undefined;
  }

  /** Stores a result of a single round, if it states its validity. */
  keep(method: string, params: McpObject, result: McpObject): void {
    const { ttlMs } = result;
    if (typeof ttlMs !== 'number' || !(ttlMs > 0) || !isSmall(result)) return;
    const key = keyOf(method, params);
    if (key === undefined) return;
    const until = performance.now() + Math.min(ttlMs, longestTtl);
    this.#entries.set(key, { uri: params['uri'], result, until });
  }

  /** Drops the results that a notification names as changed. */
  onNotification(method: string, params: McpObject): void {
    const isOfAll = changedList(method) === 'resources';
    if (!isOfAll && method !== 'notifications/resources/updated') return;
    this.#drops += 1;
    if (isOfAll) return this.#entries.clear();
    const { uri } = params;
    for (const [key, entry] of this.#entries) {
      const isOfIt = typeof uri === 'string' && isAtOrBelow(uri, String(entry.uri));
      if (isOfIt) this.#entries.delete(key);
    }
  }
}

/** The request without its transient `_meta`; `undefined` if it is not cacheable. */
function keyOf(method: string, params: McpObject): string | undefined {
  if (method !== 'resources/read') return undefined;
  if ('inputResponses' in params || 'requestState' in params) return undefined;
  const { _meta, ...rest } = params;
  const meta = Object.entries(isObject(_meta) ? _meta : {}).filter(
    ([key]) => key !== 'progressToken' && !key.startsWith('io.modelcontextprotocol/'),
  );
  return canonicalJson([rest, Object.fromEntries(meta)]);
}

function isSmall({ contents }: McpObject): boolean {
  if (!Array.isArray(contents) || contents.length > mostEntries) return false;
  const size = (contents as unknown[]).reduce<number>((sum, part) => {
    const { text, blob } = isObject(part) ? part : {};
    const data = text ?? blob;
    return sum + (typeof data === 'string' ? data.length : 0);
  }, 0);
  return size <= mostCharacters;
}

const listOf: ReadonlyMap<string, ListName> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resources'],
]);

/**
 * Expires lists by the times that their servers name (2026-07-28, "Caching"). An expired list counts as changed with
 * the next request, and is not read before.
 */
export class ListExpiry {
  /** The end of validity by method, by `performance.now()`. */
  readonly #until = new Map<string, number>();

  constructor(private readonly expired: (list: ListName) => void) {}

  /** Called before each request. */
  onRequest(method: string): void {
    if (this.#until.size === 0 || listOf.has(method)) return;
    const now = performance.now();
    for (const [listed, until] of this.#until) {
      const list = listOf.get(listed);
      if (until > now || !list) continue;
      this.#until.delete(listed);
      this.expired(list);
    }
  }

  /** Learns the validity of a list from its pages; the first page to expire counts. */
  learn(method: string, { cursor }: McpObject, { ttlMs }: McpObject): void {
    if (!listOf.has(method)) return;
    if (cursor === undefined) this.#until.delete(method);
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return;
    const until = Math.min(performance.now() + ttlMs, this.#until.get(method) ?? Infinity);
    this.#until.set(method, until);
  }
}
