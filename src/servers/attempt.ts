import { raceAbort } from '../base/abort';

/** One start of a server handle, from the question how to reach the server to its answer. */
export class Attempt {
  readonly #abort = new AbortController();
  /** Resolves when the attempt has ended, well or not, or was given up. */
  readonly done: Promise<void>;

  constructor(
    /** Whether a person stands behind it. */
    readonly gesture: boolean,
    work: (signal: AbortSignal) => Promise<void>,
  ) {
    const { signal } = this.#abort;
    this.done = raceAbort(work(signal), signal).catch(() => undefined);
  }

  get isGivenUp(): boolean {
    return this.#abort.signal.aborted;
  }

  /** What it still brings does not count any more. */
  giveUp(): void {
    this.#abort.abort();
  }
}
