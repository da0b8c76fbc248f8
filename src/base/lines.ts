import { StringDecoder } from 'node:string_decoder';

/** What {@link LineReader} tells. */
export interface LineSink {
  /** One line without its line end. */
  line(text: string): void;
  /** A line grew past the limit and is being dropped; called once, as soon as the limit is passed. */
  tooLong?(limit: number): void;
  /** That line has ended: its first and its last bytes. */
  skipped?(head: Uint8Array, tail: Uint8Array): void;
}

/** Bytes that are kept of each end of a line that is dropped. */
const edge = 1_024;
const newline = 0x0a;

/**
 * Cuts a byte stream into lines in time linear in its length. The parts of a line are decoded as they
 * come, so a long line is in memory once; split characters survive.
 * A line over `limit` bytes is skipped up to its end; the stream goes on.
 */
export class LineReader {
  #text = '';
  #head: Uint8Array = new Uint8Array();
  /** Bytes of the line so far. */
  #length = 0;
  /** Both ends of a line that is being dropped. */
  #skipping: { readonly head: Uint8Array; tail: Uint8Array } | undefined;
  readonly #decoder = new StringDecoder('utf8');

  constructor(
    private readonly sink: LineSink,
    /** The longest line in bytes. */
    private readonly limit: number,
  ) {}

  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  /** Tells the last line if the stream ended without a line end. */
  end(): void {
    if (this.#length > 0 || this.#skipping) this.#finish();
  }

  #take(part: Uint8Array): void {
    if (this.#skipping) {
      this.#skipping.tail = lastOf(this.#skipping.tail, part);
      return;
    }
    this.#length += part.length;
    if (this.#head.length < edge) this.#head = firstOf(this.#head, part);
    if (this.#length > this.limit) {
      this.#skipping = { head: this.#head, tail: lastOf(new Uint8Array(), part) };
      this.#takeLine();
      this.sink.tooLong?.(this.limit);
      return;
    }
    this.#text += this.#decoder.write(part);
  }

  #finish(): void {
    if (this.#skipping) {
      const { head, tail } = this.#skipping;
      this.#skipping = undefined;
      this.sink.skipped?.(head, tail);
      return;
    }
    const line = this.#takeLine();
    this.sink.line(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  /** The text of the line so far, which is kept no longer. */
  #takeLine(): string {
    const line = this.#text + this.#decoder.end();
    this.#text = '';
    this.#head = new Uint8Array();
    this.#length = 0;
    return line;
  }
}

function firstOf(head: Uint8Array, part: Uint8Array): Uint8Array {
  const more = part.subarray(0, edge - head.length);
  return head.length === 0 ? more : Buffer.concat([head, more]);
}

function lastOf(tail: Uint8Array, part: Uint8Array): Uint8Array {
  return part.length >= edge ? part.slice(-edge) : Buffer.concat([tail, part]).subarray(-edge);
}
