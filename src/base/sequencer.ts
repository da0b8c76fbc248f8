/** Runs async tasks one after another; a failed task does not poison the next. */
export class Sequencer {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything queued so far has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
