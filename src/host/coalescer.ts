import type { Disposable } from '../base/disposable';

/**
 * Sends the items of one event-loop turn as one message, with the latest of each key. Further items are coalesced while
 * a message waits for a slow client, and during a pause after each. So at most one item of each key waits.
 */
export class Coalescer<T> implements Disposable {
  readonly #pending = new Map<unknown, T>();
  #scheduled: Disposable | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Messages that are sent and not yet taken by the stream. */
  #sending = 0;

  constructor(
    private readonly keyOf: (item: T) => unknown,
    /** Resolves once the stream has taken the message; never rejects. */
    private readonly send: (items: T[]) => Promise<void>,
    /** Milliseconds between two messages. */
    private readonly pause = 0,
  ) {}

  add(item: T): void {
    this.#pending.set(this.keyOf(item), item);
    this.#schedule();
  }

  /** Sends pending items at once, so that no response overtakes the state that it depends on. */
  flush(): void {
    this.#scheduled?.dispose();
    this.#scheduled = undefined;
    if (this.#pending.size === 0) return;
    this.#sentAt = performance.now();
    const items = [...this.#pending.values()];
    this.#pending.clear();
    this.#sending += 1;
    void this.send(items).then(() => {
      this.#sending -= 1;
      if (this.#pending.size > 0) this.#schedule();
    });
  }

  dispose(): void {
    this.#scheduled?.dispose();
    this.#pending.clear();
  }

  #schedule(): void {
    if (this.#sending > 0) return;
    this.#scheduled ??= later(() => this.flush(), this.#sentAt + this.pause - performance.now());
  }
}

/** Calls back after the turn of the event loop, or after so many milliseconds. */
function later(call: () => void, wait: number): Disposable {
  if (wait <= 0) {
    const immediate = setImmediate(call);
    return { dispose: () => clearImmediate(immediate) };
  }
  const timer = setTimeout(call, wait);
  return { dispose: () => clearTimeout(timer) };
}
