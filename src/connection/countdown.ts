/** `setTimeout` fires at once for anything longer. */
export const longestTimer = 2 ** 31 - 1;

/** A timer that comes so much too late has slept with the machine, in milliseconds. */
const sleptThrough = 60_000;

/**
 * A timer that can be started anew for next to nothing and stood still. Where the machine slept through
 * its end it counts anew: whoever was waited for slept as well.
 */
export class Countdown {
  #timer: NodeJS.Timeout | undefined;
  #left: number;
  #due = 0;

  constructor(
    /** Milliseconds; what no timer can hold is never. */
    private readonly time: number,
    private readonly passed: () => void,
  ) {
    this.#left = time;
  }

  /** Goes on from where it stands. */
  start(): void {
    if (this.#timer || this.time > longestTimer) return;
    this.#due = performance.now() + this.#left;
    this.#arm(this.#left);
  }

  /** Stands still. */
  stop(): void {
    if (!this.#timer) return;
    this.#left = Math.max(0, this.#due - performance.now());
    this.#clear();
  }

  /** Counts anew, standing or not. Moves no timer: the one that is there finds that it came early. */
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
