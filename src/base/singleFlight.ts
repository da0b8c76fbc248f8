import { raceAbort } from './abort';

interface Underway<T> {
  readonly outcome: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** Runs work once for all callers of the same time, and aborts it when the last one has left. */
export class SingleFlight<T> {
  #underway: Underway<T> | undefined;

  /** Begins the work or joins the one under way; rejects as soon as `signal` aborts. */
  async join(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const underway = (this.#underway ??= this.#begin(work));
    underway.waiting += 1;
    try {
      return await raceAbort(underway.outcome, signal);
    } finally {
      underway.waiting -= 1;
      if (underway.waiting === 0) this.#end(underway);
    }
  }

  #begin(work: (signal: AbortSignal) => Promise<T>): Underway<T> {
    const abort = new AbortController();
    const underway = { outcome: work(abort.signal), abort, waiting: 0 };
    // A caller that comes back after a failure must not join the same work again.
    const over = (): void => this.#forget(underway);
    underway.outcome.then(over, over);
    return underway;
  }

  #end(underway: Underway<T>): void {
    underway.abort.abort();
    this.#forget(underway);
  }

  #forget(underway: Underway<T>): void {
    if (this.#underway === underway) this.#underway = undefined;
  }
}
