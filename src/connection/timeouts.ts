import { Aborter, longestTimer, raceAbort, type Abortable } from '../base/abort';
import type { Disposable } from '../base/disposable';
import { isDownloadLine } from '../processes/stderrLines';

/** The default silence after which a request fails, in milliseconds. */
export const defaultIdleTimeout = 60_000;

/** A timer that is this late was suspended with the machine, in milliseconds. */
const sleptThrough = 60_000;

/**
 * A timer that can be paused, and restarted at almost no cost. If the machine slept through its end, it counts anew,
 * because the other side slept as well.
 */
class Countdown {
  #timer: NodeJS.Timeout | undefined;
  #left: number;
  #due = 0;

  constructor(
    /** Milliseconds; longer than {@link longestTimer} means never. */
    private readonly time: number,
    private readonly passed: () => void,
  ) {
    this.#left = time;
  }

  /** Continues from where it was stopped. */
  start(): void {
    if (this.#timer || this.time > longestTimer) return;
    this.#due = performance.now() + this.#left;
    this.#arm(this.#left);
  }

  stop(): void {
    if (!this.#timer) return;
    this.#left = Math.max(0, this.#due - performance.now());
    this.end();
  }

  /** The same without noting how much is left. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Restarts the full time, running or not. Moves no timer: the pending one finds that it fired early. */
  reset(): void {
    this.#left = this.time;
    this.#due = performance.now() + this.time;
  }

  #arm(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#fire(), milliseconds);
  }

  #fire(): void {
    this.end();
    const late = performance.now() - this.#due;
    if (late > sleptThrough) this.reset();
    // A timer may come a fraction of a millisecond before its time.
    if (late > sleptThrough || late < -1) this.#arm(this.#due - performance.now());
    else this.passed();
  }
}

/** Limits for a piece of work in milliseconds; absent means never. */
export interface Limits {
  readonly signal?: Abortable | undefined;
  readonly idleTimeout?: number | undefined;
  readonly totalTimeout?: number | undefined;
}

/**
 * Aborts with the caller's signal, after a silence, or after a total time. Both times pause while the server waits for
 * an answer of ours.
 */
export class Deadline extends Aborter {
  readonly #countdowns: Countdown[] = [];
  readonly #idle: Countdown | undefined;
  readonly #callerAborted: () => void;
  readonly #caller: Abortable | undefined;
  #pauses = 0;
  #passed: number | undefined;

  constructor(limits: Limits) {
    super();
    this.#caller = limits.signal;
    this.#callerAborted = () => this.abort(this.#caller?.reason);
    if (this.#caller?.aborted) this.#callerAborted();
    this.#caller?.addEventListener('abort', this.#callerAborted);
    this.#idle = this.#add(limits.idleTimeout);
    this.#add(limits.totalTimeout);
  }

  /** The limit that has expired, in seconds. */
  get passedSeconds(): number | undefined {
    return this.#passed === undefined ? undefined : this.#passed / 1000;
  }

  /** Starts both times. Not part of making it, so that a request is on its way before its timers are set. */
  start(): this {
    if (this.#pauses === 0) for (const countdown of this.#countdowns) countdown.start();
    return this;
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
        this.start();
      },
    };
  }

  /** Rejects as soon as the signal aborts. */
  race<T>(work: Promise<T>): Promise<T> {
    return raceAbort(work, this);
  }

  dispose(): void {
    for (const countdown of this.#countdowns.splice(0)) countdown.end();
    this.#caller?.removeEventListener('abort', this.#callerAborted);
  }

  #add(milliseconds: number | undefined): Countdown | undefined {
    if (milliseconds === undefined) return undefined;
    const countdown = new Countdown(milliseconds, () => {
      this.#passed ??= milliseconds;
      this.abort(new Error('timed out'));
    });
    this.#countdowns.push(countdown);
    return countdown;
  }
}

/** Limits of a start, in milliseconds. */
interface ClockLimits {
  /** Silence after which it fails. */
  readonly silence: number;
  /** Limit for the whole start, downloads included. */
  readonly longest: number;
}

/** The number of silences that output about no download may fill. */
const chatter = 3;

/**
 * The time limit of a start. It listens to stderr, because a launcher that downloads says so there. Every line of
 * output restarts the silence; output about no download buys three silences in all. During a download the silence is
 * paused, because npm downloads without output.
 */
export class StartClock implements Disposable {
  readonly #whole: Deadline;
  readonly #silence: Deadline;
  #download: Disposable | undefined;

  constructor(
    { silence, longest }: ClockLimits,
    signal: AbortSignal,
    /** Called when a download begins or seems to be over. */
    private readonly onDownload: (downloads: boolean) => void,
  ) {
    const totalTimeout = Math.max(longest, silence);
    this.#whole = new Deadline({ signal, idleTimeout: chatter * silence, totalTimeout }).start();
    this.#silence = new Deadline({ signal: this.#whole.signal, idleTimeout: silence }).start();
  }

  get signal(): AbortSignal {
    return this.#silence.signal;
  }

  /** The limit that has expired, in seconds. */
  get passedSeconds(): number | undefined {
    return this.#silence.passedSeconds ?? this.#whole.passedSeconds;
  }

  onOutput(line: string): void {
    this.#silence.touch();
    const downloads = isDownloadLine(line);
    if (downloads) this.#whole.touch();
    if (downloads === (this.#download !== undefined)) return;
    this.#download?.dispose();
    this.#download = downloads ? this.#silence.pause() : undefined;
    this.onDownload(downloads);
  }

  race<T>(work: Promise<T>): Promise<T> {
    return this.#silence.race(work);
  }

  dispose(): void {
    this.#silence.dispose();
    this.#whole.dispose();
  }
}
