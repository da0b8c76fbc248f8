import { TextSize, PieceDecoder } from './largeText';

/** Receives the lines of a {@link LineReader}. */
export interface LineSink {
  /** One line without its line end. */
  line(text: string): void;
  /** A line grew past the limit and is being dropped; called once, as soon as the limit is passed. */
  tooLong?(limit: number): void;
  /** Called at the end of that line, with its first and its last bytes. */
  skipped?(head: Uint8Array, tail: Uint8Array): void;
}

/** Bytes that are kept of each end of a line that is dropped. */
const edge = 1_024;
/** The byte that ends a line. */
export const newline = 0x0a;
const nothing = new Uint8Array();

/**
 * Cuts a byte stream into lines in time linear in its length. A line is decoded while it comes,
 * so a long one is in memory once; split characters survive.
 * A line over `limit` bytes, of the stream or of memory, is skipped up to its end; the stream goes on.
 */
export class LineReader {
  #text = '';
  readonly #size = new TextSize();
  /** Both ends of the line so far. */
  #head: Uint8Array = nothing;
  #tail: Uint8Array = nothing;
  /** Bytes of the line so far. */
  #length = 0;
  /** The beginning of a line that is being dropped. */
  #skipping: Uint8Array | undefined;
  readonly #decoder = new PieceDecoder();

  constructor(
    private readonly sink: LineSink,
    /** The longest line in bytes. */
    private readonly limit: number,
  ) {}

  /** Reads the next chunk. @returns true if it ended no line and is kept. */
  push(chunk: Buffer): boolean {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      if (this.#isWhole(end - start)) this.#tell(chunk.toString('utf8', start, end));
      else {
        this.#take(chunk.subarray(start, end));
        this.#finish();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
    return start === 0 && !this.#skipping;
  }

  /** Tells the last line if the stream ended without a line end. */
  end(): void {
    if (this.#length > 0 || this.#skipping) this.#finish();
  }

  /** True for a line that came in one part and is short enough, whatever its characters are. */
  #isWhole(length: number): boolean {
    return this.#length === 0 && !this.#skipping && 2 * length <= this.limit;
  }

  #tell(line: string): void {
    this.sink.line(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #take(part: Uint8Array): void {
    this.#tail = lastOf(this.#tail, part);
    if (this.#skipping) return;
    this.#length += part.length;
    if (this.#head.length < edge) this.#head = firstOf(this.#head, part);
    const text = this.#decoder.write(part);
    this.#text += text;
    this.#size.add(text);
    if (Math.max(this.#length, this.#size.bytes) <= this.limit) return;
    const [head, tail] = [this.#head, this.#tail];
    this.#takeLine();
    [this.#skipping, this.#tail] = [head, tail];
    this.sink.tooLong?.(this.limit);
  }

  #finish(): void {
    if (this.#skipping) {
      const [head, tail] = [this.#skipping, this.#tail];
      [this.#skipping, this.#tail] = [undefined, nothing];
      this.sink.skipped?.(head, tail);
      return;
    }
    this.#tell(this.#takeLine());
  }

  /** The text of the line so far, which is kept no longer. */
  #takeLine(): string {
    const line = this.#text + this.#decoder.end();
    this.#text = '';
    this.#size.clear();
    [this.#head, this.#tail] = [nothing, nothing];
    this.#length = 0;
    return line;
  }
}

function firstOf(head: Uint8Array, part: Uint8Array): Uint8Array {
  const more = part.subarray(0, edge - head.length);
  return head.length === 0 ? more : Buffer.concat([head, more]);
}

function lastOf(tail: Uint8Array, part: Uint8Array): Uint8Array {
  const isWhole = tail.length === 0 || part.length >= edge;
  return isWhole ? part.subarray(-edge) : Buffer.concat([tail, part]).subarray(-edge);
}
