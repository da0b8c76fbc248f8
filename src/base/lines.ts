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
const carriageReturn = 0x0d;

/**
 * Cuts a byte stream into lines in time linear in its length: chunks are kept apart and joined once
 * per line, and UTF-8 is decoded only over whole lines, so split characters survive.
 * A line over `limit` bytes is skipped up to its end; the stream goes on.
 */
export class LineReader {
  #chunks: Uint8Array[] = [];
  #length = 0;
  /** Both ends of a line that is being dropped. */
  #skipping: { readonly head: Uint8Array; tail: Uint8Array } | undefined;
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
    if (this.#skipping) {
      this.#skipping.tail = lastOf(this.#skipping.tail, part);
      return;
    }
    this.#length += part.length;
    if (this.#length > this.limit) {
      this.#skipping = { head: firstOf(this.#chunks, part), tail: lastOf(new Uint8Array(), part) };
      this.#chunks = [];
      this.#length = 0;
      this.sink.tooLong?.(this.limit);
      return;
    }
    this.#chunks.push(part);
  }

  #finish(): void {
    if (this.#skipping) {
      const { head, tail } = this.#skipping;
      this.#skipping = undefined;
      this.sink.skipped?.(head, tail);
      return;
    }
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    const end = bytes?.at(-1) === carriageReturn ? -1 : undefined;
    this.sink.line(this.#decoder.decode(bytes?.subarray(0, end)));
  }
}

function firstOf(chunks: readonly Uint8Array[], part: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const chunk of [...chunks, part]) {
    if (length >= edge) break;
    parts.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(parts, Math.min(length, edge));
}

function lastOf(tail: Uint8Array, part: Uint8Array): Uint8Array {
  return part.length >= edge ? part.slice(-edge) : Buffer.concat([tail, part]).subarray(-edge);
}
