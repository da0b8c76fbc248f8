import type { Disposable } from './disposable';

/** Writes a while after a change, once for all changes of that time, and one write after another. */
export class DelayedWriter implements Disposable {
  #timer: NodeJS.Timeout | undefined;
  /** A change is not written yet, or its write failed. */
  #isDirty = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    /** Milliseconds from the first change to the write. */
    private readonly delay: number,
    /** A rejection is not reported; the next flush tries again. */
    private readonly write: () => Promise<void>,
  ) {}

  /** Something changed. Keeps no process alive: call `flush` before the end. */
  schedule(): void {
    this.#isDirty = true;
    this.#timer ??= setTimeout(() => void this.flush(), this.delay).unref();
  }

  /** Writes at once if a change is unwritten; resolves when all writes are over, well or not. */
  flush(): Promise<void> {
    if (!this.#isDirty) return this.#writing;
    this.#isDirty = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() =>
      this.write().catch(() => {
        this.#isDirty = true;
      }),
    );
    return this.#writing;
  }

  dispose(): void {
    void this.flush();
  }
}
