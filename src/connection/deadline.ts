import type { Disposable } from '../base/disposable';
import { raceAbort } from '../base/abort';
import { Countdown } from './countdown';

/** Limits for a piece of work in milliseconds; absent means never. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
  readonly idleTimeout?: number | undefined;
  readonly totalTimeout?: number | undefined;
}

/** A signal that aborts with the caller's, after a silence, or after a total time. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #countdowns: Countdown[] = [];
  readonly #idle: Countdown | undefined;
  readonly #abort: () => void;
  readonly #caller: AbortSignal | undefined;
  #pauses = 0;
  #passed: number | undefined;

  constructor(limits: Limits) {
    this.#caller = limits.signal;
    this.#abort = () => this.#controller.abort(this.#caller?.reason);
    if (this.#caller?.aborted) this.#abort();
    this.#caller?.addEventListener('abort', this.#abort);
    this.#idle = this.#begin(limits.idleTimeout);
    this.#begin(limits.totalTimeout);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The limit that has expired, in seconds. */
  get passedSeconds(): number | undefined {
    return this.#passed === undefined ? undefined : this.#passed / 1000;
  }

  /** Restarts the silence. */
  touch(): void {
    this.#idle?.reset();
  }

  /** Pauses both times until every pause is disposed of. */
  pause(): Disposable {
    this.#pauses += 1;
    for (const countdown of this.#countdowns) countdown.stop();
    let held = true;
    return {
      dispose: () => {
        if (!held) return;
        held = false;
        this.#pauses -= 1;
        if (this.#pauses > 0) return;
        for (const countdown of this.#countdowns) countdown.start();
      },
    };
  }

  /** Rejects as soon as the signal aborts. */
  race<T>(work: Promise<T>): Promise<T> {
    return raceAbort(work, this.signal);
  }

  dispose(): void {
    for (const countdown of this.#countdowns.splice(0)) countdown.stop();
    this.#caller?.removeEventListener('abort', this.#abort);
  }

  #begin(milliseconds: number | undefined): Countdown | undefined {
    if (milliseconds === undefined) return undefined;
    const countdown = new Countdown(milliseconds, () => {
      this.#passed ??= milliseconds;
      this.#controller.abort(new Error('timed out'));
    });
    this.#countdowns.push(countdown);
    countdown.start();
    return countdown;
  }
}
