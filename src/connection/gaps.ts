import type { Disposable } from '../base/disposable';

/** Milliseconds between two gaps that are told: some servers, and what lies before them, end each stream soon. */
const restOfGaps = 300_000;

/** Tells of gaps in which changes may have been missed: of one at once; of those that follow soon, together and later. */
export class Gaps implements Disposable {
  /** Set after a gap was told, until another one may be. */
  #rest: NodeJS.Timeout | undefined;
  #isUntold = false;

  constructor(private readonly missed: () => void) {}

  tell(): void {
    this.#isUntold = this.#rest !== undefined;
    if (this.#isUntold) return;
    this.missed();
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#isUntold) this.tell();
    }, restOfGaps).unref();
  }

  dispose(): void {
    clearTimeout(this.#rest);
  }
}
