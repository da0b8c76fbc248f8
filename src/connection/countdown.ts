/** The longest delay of `setTimeout`, which fires at once for longer ones. */
export const longestTimer = 2 ** 31 - 1;

/** A timer that is this late was suspended with the machine, in milliseconds. */
const sleptThrough = 60_000;

/**
 * A timer that can be paused, and restarted at almost no cost. If the machine slept through its end, it
 * starts again, because the other side slept as well.
 */
export class Countdown {
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
    this.#clear();
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
    this.#clear();
    const late = performance.now() - this.#due;
    if (late > sleptThrough) this.reset();
    // A timer may come a fraction of a millisecond before its time.
    if (late > sleptThrough || late < -1) this.#arm(this.#due - performance.now());
    else this.passed();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
