import type { Disposable } from './disposable';

/** Does work a while after it was scheduled, once for all that is scheduled meanwhile. */
export class Throttle implements Disposable {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    /** Milliseconds from the first request to the work. */
    private readonly delay: number,
    private readonly work: () => void,
  ) {}

  schedule(): void {
    this.#timer ??= setTimeout(() => this.run(), this.delay);
  }

  /** Does the work now, also for what was scheduled. */
  run(): void {
    this.dispose();
    this.work();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
