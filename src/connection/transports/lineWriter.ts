import type { Writable } from 'node:stream';
import { fitsInto } from '../../base/largeText';
import { newline } from '../../base/lines';

/** Bytes that are handed to a stream together; one line may be longer. */
const largestBatch = 64 * 1024;
/** The bytes of earlier batches of whichever writer, for the next ones. */
const spare: Buffer[] = [];
const mostSpare = 8;

/** Lines that are handed over together. */
interface Batch {
  readonly bytes: Buffer;
  /** The bytes that are lines by now. */
  length: number;
  /** Called with the failure of its write, for each of its lines. */
  readonly done: ((failure: unknown) => void)[];
}

/**
 * Writes lines to a stream, the next ones when it has taken those before. A line goes at once if none is on its way
 * or was in this turn of the event loop, and lines that came meanwhile go together, because each write costs more
 * than a small line. A stream would take all that waits as one, and not say until its end that somebody reads. Lines
 * wait as the bytes of their batch, because the collector copies long texts, and each write of one would copy it twice.
 */
export class LineWriter {
  readonly #waiting: Batch[] = [];
  #count = 0;
  #bytes = 0;
  #isWriting = false;

  constructor(private readonly stream: Writable) {}

  /** Lines that the stream has not taken yet. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of these lines. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the stream has taken the line, with the error if it has failed. */
  write(text: string): Promise<unknown> {
    const batch = this.#batchFor(text);
    const size = batch.bytes.write(text, batch.length) + 1;
    batch.length += size;
    batch.bytes[batch.length - 1] = newline;
    this.#count += 1;
    this.#bytes += size;
    return new Promise((resolve) => {
      batch.done.push((failure) => {
        this.#count -= 1;
        this.#bytes -= size;
        resolve(failure);
      });
      if (!this.#isWriting) this.#writeNext();
    });
  }

  /** Hands over all that waits, since the stream is about to end. */
  flush(): void {
    while (this.#waiting.length > 0) this.#writeNext();
  }

  /** The batch that a line goes in. */
  #batchFor(text: string): Batch {
    const last = this.#waiting.at(-1);
    if (last && fitsInto(text, last.bytes.length - last.length - 1)) return last;
    const batch = { bytes: roomFor(text), length: 0, done: [] };
    this.#waiting.push(batch);
    return batch;
  }

  #writeNext(): void {
    if (!this.stream.writable) {
      for (const { done } of this.#waiting.splice(0)) done.forEach((tell) => tell('not writable'));
      return;
    }
    const batch = this.#waiting.shift();
    if (!batch) return;
    this.#isWriting = true;
    const { bytes, length } = batch;
    this.stream.write(length === bytes.length ? bytes : bytes.subarray(0, length), (failure) => {
      for (const done of batch.done) done(failure);
      // Lines that come in the same turn of the event loop go together.
      setImmediate(() => {
        this.#isWriting = false;
        if (bytes.length === largestBatch && spare.length < mostSpare) spare.push(bytes);
        this.#writeNext();
      });
    });
  }
}

/** The bytes of a line that goes alone, or of a batch. */
function roomFor(text: string): Buffer {
  return fitsInto(text, largestBatch / 2 - 1)
    ? (spare.pop() ?? Buffer.allocUnsafeSlow(largestBatch))
    : Buffer.allocUnsafe(Buffer.byteLength(text) + 1);
}
