/** `setTimeout` fires at once for anything longer. */
export const longestTimer = 2 ** 31 - 1;

/** When a piece of work is given up; times are milliseconds, absent means never. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
  readonly idleTimeout?: number | undefined;
  readonly totalTimeout?: number | undefined;
}

/** A signal that aborts with the caller's, after a silence, or after a time in all. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #idle: NodeJS.Timeout | undefined;
  readonly #abort: () => void;
  readonly #caller: AbortSignal | undefined;
  #passed: number | undefined;

  constructor(limits: Limits) {
    this.#caller = limits.signal;
    this.#abort = () => this.#controller.abort(this.#caller?.reason);
    if (this.#caller?.aborted) this.#abort();
    this.#caller?.addEventListener('abort', this.#abort);
    this.#idle = this.#startTimer(limits.idleTimeout);
    this.#startTimer(limits.totalTimeout);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The seconds of the limit that has passed. */
  get passedSeconds(): number | undefined {
    return this.#passed === undefined ? undefined : this.#passed / 1000;
  }

  /** Starts the silence anew. */
  touch(): void {
    if (!this.signal.aborted) this.#idle?.refresh();
  }

  /** Rejects as soon as the signal aborts, whatever `work` does. */
  async race<T>(work: Promise<T>): Promise<T> {
    let stop: (() => void) | undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      stop = () => reject(this.signal.reason);
      if (this.signal.aborted) stop();
      this.signal.addEventListener('abort', stop);
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      if (stop) this.signal.removeEventListener('abort', stop);
    }
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#caller?.removeEventListener('abort', this.#abort);
  }

  #startTimer(milliseconds: number | undefined): NodeJS.Timeout | undefined {
    if (milliseconds === undefined || milliseconds > longestTimer) return undefined;
    const timer = setTimeout(() => {
      this.#passed = milliseconds;
      this.#controller.abort(new Error('timed out'));
    }, milliseconds);
    this.#timers.push(timer);
    return timer;
  }
}
