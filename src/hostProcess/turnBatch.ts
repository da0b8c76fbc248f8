import type { Disposable } from '../base/disposable';

/** Joins what is added in one turn of the event loop into one message, the last of each key. */
export class TurnBatch<T> implements Disposable {
  readonly #pending = new Map<unknown, T>();
  #scheduled: NodeJS.Immediate | undefined;

  constructor(
    private readonly keyOf: (item: T) => unknown,
    private readonly tell: (items: T[]) => void,
  ) {}

  add(item: T): void {
    this.#pending.set(this.keyOf(item), item);
    this.#scheduled ??= setImmediate(() => this.flush());
  }

  /** Tells what is pending now, so that an answer never overtakes what it speaks of. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#pending.size > 0) this.tell([...this.#pending.values()]);
    this.#pending.clear();
  }

  dispose(): void {
    clearImmediate(this.#scheduled);
    this.#pending.clear();
  }
}
