import type { McpObject } from '../ipc/state';
import type { ListName } from './connection';

const listOf: ReadonlyMap<string, ListName> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resources'],
]);

/**
 * Expires lists by the times that their servers name (2026-07-28, "Caching"). An expired list counts as
 * changed with the next request, and is not read before.
 */
export class ListExpiry {
  /** The end of validity by method, by `performance.now()`. */
  readonly #until = new Map<string, number>();

  constructor(private readonly expired: (list: ListName) => void) {}

  /** Called before each request. */
  asked(method: string): void {
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
