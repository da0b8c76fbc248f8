import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../../base/disposable';
import { reasonOf, type Reason } from '../../base/errors';
import type { RegistryPage } from './registryClient';
import type { RegistryServer } from './registrySchema';

/** Results of a search so far. */
export interface SearchState {
  readonly query: string;
  readonly servers: readonly RegistryServer[];
  /** The query that they were found by: the one before while there is no response. */
  readonly found: string;
  /** Unreadable elements, see `RegistryPage`. */
  readonly dropped: readonly string[];
  readonly busy: boolean;
  /** There is another page. */
  readonly more: boolean;
  /** Reason why the last request failed; earlier results stay. */
  readonly error?: Reason | undefined;
}

/** Requests one page. */
export type LoadPage = (
  query: string,
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<RegistryPage>;

const typingPauseMs = 250;

/** A search that follows typing: one request after a pause, aborted when the query changes. */
export class RegistrySearch implements Disposable {
  readonly #state = signal<SearchState>({
    query: '',
    servers: [],
    found: '',
    dropped: [],
    busy: false,
    more: false,
  });
  #cursor: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #request: AbortController | undefined;

  constructor(private readonly load: LoadPage) {}

  get state(): ReadonlySignal<SearchState> {
    return this.#state;
  }

  /** Starts a search, the first one at once. Earlier results stay until there is a response. */
  search(query: string): void {
    const first = !this.#request && !this.#timer;
    this.#stop();
    this.#state.value = { ...this.#state.peek(), query, busy: true, error: undefined };
    this.#timer = setTimeout(() => void this.#run(undefined), first ? 0 : typingPauseMs);
  }

  /** Loads the next page, or retries after a failure. */
  more(): void {
    if (this.#state.peek().busy) return;
    this.#state.value = { ...this.#state.peek(), busy: true, error: undefined };
    void this.#run(this.#cursor);
  }

  dispose(): void {
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    // Another query starts at its first page, also after a failure.
    this.#cursor = undefined;
  }

  async #run(cursor: string | undefined): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const { query } = this.#state.peek();
    try {
      const page = await this.load(query, cursor, request.signal);
      if (!request.signal.aborted) this.#show(page, cursor !== undefined);
    } catch (error) {
      if (request.signal.aborted) return;
      const before = this.#state.peek();
      const results = cursor === undefined ? { servers: [], dropped: [], more: false } : before;
      this.#state.value = { ...before, ...results, query, busy: false, error: reasonOf(error) };
    }
  }

  #show({ servers, dropped, nextCursor }: RegistryPage, added: boolean): void {
    const before = this.#state.peek();
    const known = new Map(added ? before.servers.map((server) => [server.name, server]) : []);
    for (const server of servers) if (!known.has(server.name)) known.set(server.name, server);
    this.#cursor = nextCursor;
    this.#state.value = {
      query: before.query,
      servers: [...known.values()],
      found: before.query,
      dropped: added ? [...before.dropped, ...dropped] : dropped,
      busy: false,
      more: nextCursor !== undefined,
    };
  }
}
