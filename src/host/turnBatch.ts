import type { Disposable } from '../base/disposable';

/**
 * Joins what is added in one turn of the event loop into one message, the last of each key. While a
 * message is on its way to a client that reads slowly, what follows is joined too, so that no more than
 * the latest of each key ever waits.
 */
export class TurnBatch<T> implements Disposable {
  readonly #pending = new Map<unknown, T>();
  #scheduled: NodeJS.Immediate | undefined;
  /** Messages that are told and not yet taken. */
  #underway = 0;

  constructor(
    private readonly keyOf: (item: T) => unknown,
    /** Resolves once the message is taken; never rejects. */
    private readonly tell: (items: T[]) => Promise<void>,
  ) {}

  add(item: T): void {
    this.#pending.set(this.keyOf(item), item);
    this.#schedule();
  }

  /** Tells what is pending now, so that an answer never overtakes what it speaks of. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#pending.size === 0) return;
    const items = [...this.#pending.values()];
    this.#pending.clear();
    this.#underway += 1;
    void this.tell(items).then(() => {
      this.#underway -= 1;
      if (this.#pending.size > 0) this.#schedule();
    });
  }

  dispose(): void {
    clearImmediate(this.#scheduled);
    this.#pending.clear();
  }

  #schedule(): void {
    if (this.#underway > 0) return;
    this.#scheduled ??= setImmediate(() => this.flush());
  }
}
