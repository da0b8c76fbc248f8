/**
 * Work that is done together at the end of the turn of the event loop, because somebody waits for what else happens in
 * it. Work that fails is left out: it deals with what servers and callers sent, and may not end the host.
 */
export class EndOfTurn {
  readonly #waiting: (() => void)[] = [];

  add(work: () => void): void {
    if (this.#waiting.push(work) === 1) setImmediate(() => this.flush());
  }

  /** Does at once all that waits. */
  flush(): void {
    for (const work of this.#waiting.splice(0)) {
      try {
        work();
      } catch {}
    }
  }
}
