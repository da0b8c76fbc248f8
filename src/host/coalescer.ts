import type { Disposable } from '../base/disposable';

/**
 * Sends the items of one event-loop turn as one message, with the latest of each key. While a message waits for a slow
 * client, further items are coalesced. So at most one item of each key waits.
 */
export class Coalescer<T> implements Disposable {
  readonly #pending = new Map<unknown, T>();
  #scheduled: NodeJS.Immediate | undefined;
  /** Messages that are sent and not yet taken by the stream. */
  #sending = 0;

  constructor(
    private readonly keyOf: (item: T) => unknown,
    /** Resolves once the stream has taken the message; never rejects. */
    private readonly send: (items: T[]) => Promise<void>,
  ) {}

  add(item: T): void {
    this.#pending.set(this.keyOf(item), item);
    this.#schedule();
  }

  /** Sends pending items at once, so that no response overtakes the state that it depends on. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#pending.size === 0) return;
    const items = [...this.#pending.values()];
    this.#pending.clear();
    this.#sending += 1;
    void this.send(items).then(() => {
      this.#sending -= 1;
      if (this.#pending.size > 0) this.#schedule();
    });
  }

  dispose(): void {
    clearImmediate(this.#scheduled);
    this.#pending.clear();
  }

  #schedule(): void {
    if (this.#sending > 0) return;
    this.#scheduled ??= setImmediate(() => this.flush());
  }
}
