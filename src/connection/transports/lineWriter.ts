import type { Writable } from 'node:stream';
import { joined } from '../../base/largeText';

/** Bytes that are handed to a stream together; one line may be longer. */
const largestBatch = 64 * 1024;
const newline = 0x0a;

interface WaitingLine {
  readonly bytes: Buffer;
  readonly done: (failure: unknown) => void;
}

/**
 * Writes lines to a stream, the next ones when it has taken those before. A line goes at once if none is on its way
 * or was in this turn of the event loop, and lines that came meanwhile go together, because each write costs more
 * than a small line. A stream would take all that waits as one, and not say until its end that somebody reads. Lines
 * wait as bytes, because the collector copies long texts, and each write of one would copy it twice.
 */
export class LineWriter {
  readonly #waiting: WaitingLine[] = [];
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
    const bytes = lineOf(text);
    this.#count += 1;
    this.#bytes += bytes.length;
    return new Promise((resolve) => {
      const done = (failure: unknown): void => {
        this.#count -= 1;
        this.#bytes -= bytes.length;
        resolve(failure);
      };
      this.#waiting.push({ bytes, done });
      if (!this.#isWriting) this.#writeNext();
    });
  }

  /** Hands over all that waits, since the stream is about to end. */
  flush(): void {
    while (this.#waiting.length > 0) this.#writeNext();
  }

  #writeNext(): void {
    if (!this.stream.writable) {
      for (const { done } of this.#waiting.splice(0)) done('not writable');
      return;
    }
    let [end, bytes] = [0, 0];
    for (const line of this.#waiting) {
      bytes += line.bytes.length;
      if (end > 0 && bytes > largestBatch) break;
      end += 1;
    }
    if (end > 0) this.#hand(this.#waiting.splice(0, end));
  }

  #hand(lines: readonly WaitingLine[]): void {
    this.#isWriting = true;
    this.stream.write(joined(lines.map(({ bytes }) => bytes)), (failure) => {
      for (const { done } of lines) done(failure);
      // Lines that come in the same turn of the event loop go together.
      setImmediate(() => {
        this.#isWriting = false;
        this.#writeNext();
      });
    });
  }
}

function lineOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text) + 1);
  bytes[bytes.write(text)] = newline;
  return bytes;
}
