import { raceAbort } from './abort';

/** Work on its way, and who waits for it. */
interface Underway<T> {
  readonly outcome: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** Work that is done once for all who want it at the same time, and given up when the last has left. */
export class SingleFlight<T> {
  #underway: Underway<T> | undefined;

  /** Begins the work or joins what is under way; rejects as soon as `signal` aborts. */
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
    return { outcome: work(abort.signal), abort, waiting: 0 };
  }

  #end(underway: Underway<T>): void {
    underway.abort.abort();
    if (this.#underway === underway) this.#underway = undefined;
  }
}
