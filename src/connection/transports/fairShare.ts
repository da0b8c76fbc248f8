import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { newline } from '../../base/lines';

/** The accounting period of a stream, and its share of each, in milliseconds. */
const interval = 100;
const share = 25;
/** Milliseconds of work that is not known to be useful, and of useless work, that count at most. */
const mostUndecided = 1_000;
/** Milliseconds of work after which the event loop gets a turn. */
const turn = 10;
/** Bytes processed between two reads of the clock; more up to the end of a line. */
const piece = 4_096;
const longestPiece = 4 * piece;

/**
 * Processes a part of a chunk. Returns true if it was useful: then its time is not charged, and `undefined` if a later
 * part decides, because it ends in the middle of a message.
 */
export type Take = (part: Buffer) => boolean | undefined;

/**
 * Limits the processing time of one stream. A stream that floods us with useless output gets a quarter of the time.
 * Then it is paused, which slows the server down by its own pipe. After ten milliseconds of any work the event loop
 * gets a turn.
 */
export class FairShare {
  #since = 0;
  /** Milliseconds of useless work that no share has paid for. */
  #spent = 0;
  /** Milliseconds of work that a later part decides about. */
  #undecided = 0;
  #worked = 0;
  readonly #over = new AbortController();

  /** `room` resolves when the replies to the stream's requests have left; `undefined` while they do. */
  constructor(private readonly room: () => Promise<void> | undefined = () => undefined) {}

  /**
   * Processes a chunk piece by piece. Returns `undefined` if that is done at once, else a promise until which the
   * stream has to wait. Throws, or rejects, with what `take` throws.
   */
  use(chunk: Buffer, take: Take): Promise<void> | undefined {
    for (let start = 0, end; start < chunk.length; start = end) {
      end = endOfPiece(chunk, start);
      const isWhole = end - start === chunk.length;
      const pause = this.#spend(isWhole ? chunk : chunk.subarray(start, end), take);
      const wait = pause === undefined ? this.room() : this.#rest(pause);
      if (wait) return this.#goOn(wait, chunk.subarray(end), take);
    }
    return undefined;
  }

  /** Ends all pauses, because the stream has little left. */
  end(): void {
    this.#over.abort();
  }

  async #goOn(wait: Promise<void>, left: Buffer, take: Take): Promise<void> {
    await wait;
    await this.use(left, take);
  }

  /** The milliseconds to wait; 0 for one turn of the event loop, `undefined` to go on at once. */
  #spend(part: Buffer, take: Take): number | undefined {
    const from = performance.now();
    this.#pay(from);
    const isWorthIt = take(part);
    const now = performance.now();
    this.#worked += now - from;
    this.#undecided += now - from;
    if (isWorthIt) this.#undecided = 0;
    else if (isWorthIt === false || this.#undecided > mostUndecided) {
      this.#spent = Math.min(this.#spent + this.#undecided, mostUndecided);
      this.#undecided = 0;
    }
    const periods = this.#over.signal.aborted ? 0 : Math.floor(this.#spent / share);
    const wait = periods === 0 ? 0 : Math.max(0, this.#since + periods * interval - now);
    if (wait === 0 && this.#worked < turn) return undefined;
    this.#worked = 0;
    return wait;
  }

  /** Pays a share for each period that is over. */
  #pay(now: number): void {
    const periods = Math.floor((now - this.#since) / interval);
    if (periods === 0) return;
    const left = this.#spent - periods * share;
    this.#spent = Math.max(0, left);
    this.#undecided = Math.max(0, this.#undecided + Math.min(0, left));
    this.#since = this.#spent === 0 ? now : this.#since + periods * interval;
  }

  /** Resolves after the pause, or after one turn of the event loop for 0. */
  #rest(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return nextTurn();
    const { signal } = this.#over;
    return delay(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

/** A piece ends with a line if there is one soon, because a line in parts has to be put together. */
function endOfPiece(chunk: Buffer, start: number): number {
  if (chunk.length - start <= piece) return chunk.length;
  const at = chunk.subarray(0, start + longestPiece).indexOf(newline, start + piece - 1);
  return at === -1 ? start + piece : at + 1;
}

/** Reads a stream, paused as its {@link FairShare} requires. */
export function readFairly(stream: Readable, take: Take): FairShare {
  const share = new FairShare();
  stream.on('data', (chunk: Buffer) => {
    const done = share.use(chunk, take);
    if (!done) return;
    stream.pause();
    void done.then(() => stream.resume());
  });
  return share;
}
