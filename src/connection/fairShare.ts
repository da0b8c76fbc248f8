import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of which a stream may take a share, in milliseconds too. */
const interval = 100;
const share = 25;
/** Milliseconds of work after which others have a turn. */
const turn = 10;
/** Bytes between two looks at the clock. */
const piece = 4_096;

/** Works on a part of what came, and says whether that was worth its time: then it does not count as taken. */
export type Take = (part: Uint8Array) => boolean;

/**
 * What one stream takes of our time: who floods its output with what nobody wants has a quarter of it and waits
 * then, which slows it down by its own pipe; and after ten milliseconds of whatever work others have a turn.
 */
export class FairShare {
  #since = 0;
  #spent = 0;
  #worked = 0;

  /** `room` resolves when there is room for what the stream may ask for; `undefined` while there is. */
  constructor(private readonly room: () => Promise<void> | undefined = () => undefined) {}

  /**
   * Works on a chunk, piece by piece. `undefined` where that is done at once; else a promise of it, and until then
   * the stream has to wait. Throws, or rejects, with what `take` throws.
   */
  use(chunk: Uint8Array, take: Take): Promise<void> | undefined {
    for (let start = 0; start < chunk.length; start += piece) {
      const pause = this.#spend(() => take(chunk.subarray(start, start + piece)));
      const wait = pause === undefined ? this.room() : rest(pause);
      if (wait) return this.#goOn(wait, chunk.subarray(start + piece), take);
    }
    return undefined;
  }

  async #goOn(wait: Promise<void>, left: Uint8Array, take: Take): Promise<void> {
    await wait;
    await this.use(left, take);
  }

  /** The milliseconds to wait, 0 for a turn of the others; `undefined` to go on at once. */
  #spend(work: () => boolean): number | undefined {
    const from = performance.now();
    if (from - this.#since >= interval) {
      this.#since = from;
      this.#spent = 0;
    }
    const isWorthIt = work();
    const now = performance.now();
    this.#worked += now - from;
    if (!isWorthIt) this.#spent += now - from;
    const wait = this.#spent < share ? 0 : Math.max(0, this.#since + interval - now);
    if (wait === 0 && this.#worked < turn) return undefined;
    this.#worked = 0;
    return wait;
  }
}

/** Resolves after that pause; without one after a turn of the others. */
function rest(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? delay(milliseconds, undefined, { ref: false }) : nextTurn();
}
