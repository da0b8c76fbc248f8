import type { Disposable } from '../base/disposable';

/** Calls the listener as soon as clients that left come back elsewhere, until disposed of. */
export type WatchSuccessor = (listener: () => void) => Disposable;

/**
 * The time for which servers, and the host, outlive the clients that left, because a reload brings those back. It is
 * over at once where they come back to another host: its servers would find their ports and locks taken.
 */
export class Grace {
  /** Milliseconds; counts for what starts from now on. */
  time = 30_000;
  readonly #waiting = new Set<() => void>();
  #watch: Disposable | undefined;

  constructor(private readonly watchSuccessor?: WatchSuccessor) {}

  /**
   * Calls `end` when the grace is over, unless disposed of before. Where clients are yet to come, no other host ends it.
   * `spent`: milliseconds of it that are over.
   */
  start(end: () => void, hadClients = true, spent = 0): Disposable {
    const over = (): void => {
      leave();
      end();
    };
    const timer = setTimeout(over, Math.max(0, this.time - spent));
    const leave = (): void => {
      clearTimeout(timer);
      if (!this.#waiting.delete(over) || this.#waiting.size > 0) return;
      this.#watch?.dispose();
      this.#watch = undefined;
    };
    if (!hadClients) return { dispose: leave };
    this.#waiting.add(over);
    this.#watch ??= this.watchSuccessor?.(() => {
      for (const one of this.#waiting) one();
    });
    return { dispose: leave };
  }
}
