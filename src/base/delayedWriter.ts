import type { Disposable } from './disposable';

/** Writes a while after a change, once for all changes of that time, and one write after another. */
export class DelayedWriter implements Disposable {
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    /** Milliseconds from the first change to the write. */
    private readonly delay: number,
    /** A rejection is dropped: what is written this way can be missed. */
    private readonly write: () => Promise<void>,
  ) {}

  /** Something changed. Keeps no process alive: call `flush` before the end. */
  schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.delay).unref();
  }

  /** Writes scheduled changes at once; resolves when all writes are over, well or not. */
  flush(): Promise<void> {
    if (this.#timer === undefined) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.write().catch(() => undefined));
    return this.#writing;
  }

  dispose(): void {
    void this.flush();
  }
}
