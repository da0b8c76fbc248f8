import type { McpObject } from '../ipc/state';
import type { ListName } from './connection';

const listOf: ReadonlyMap<string, ListName> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resources'],
]);

/**
 * Lists that hold for a while only, by what their servers say (2026-07-28, "Caching"). Nothing is read before
 * it is needed: with the next request after that they count as changed.
 */
export class ListExpiry {
  /** By method; by `performance.now()`. */
  readonly #until = new Map<string, number>();

  constructor(private readonly expired: (list: ListName) => void) {}

  /** A request is made. */
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

  /** Takes the answer to a request; a list holds no longer than the first of its pages to expire. */
  learn(method: string, { cursor }: McpObject, { ttlMs }: McpObject): void {
    if (!listOf.has(method)) return;
    if (cursor === undefined) this.#until.delete(method);
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return;
    const until = Math.min(performance.now() + ttlMs, this.#until.get(method) ?? Infinity);
    this.#until.set(method, until);
  }
}
