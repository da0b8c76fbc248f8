/** What {@link LineReader} tells. */
export interface LineSink {
  /** One line without its line end. */
  line(text: string): void;
  /** A line grew past the limit and is being dropped; called once, as soon as the limit is passed. */
  tooLong?(limit: number): void;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts a byte stream into lines in time linear in its length: chunks are kept apart and joined once
 * per line, and UTF-8 is decoded only over whole lines, so split characters survive.
 * A line over `limit` bytes is skipped up to its end; the stream goes on.
 */
export class LineReader {
  #chunks: Uint8Array[] = [];
  #length = 0;
  #skipping = false;
  readonly #decoder = new TextDecoder();

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
    if (this.#skipping) return;
    this.#length += part.length;
    if (this.#length > this.limit) {
      this.#skipping = true;
      this.#chunks = [];
      this.#length = 0;
      this.sink.tooLong?.(this.limit);
      return;
    }
    this.#chunks.push(part);
  }

  #finish(): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    const end = bytes?.at(-1) === carriageReturn ? -1 : undefined;
    this.sink.line(this.#decoder.decode(bytes?.subarray(0, end)));
  }
}
