import { StringDecoder } from 'node:string_decoder';

/**
 * Bytes that are decoded at a time. A string of that size lies by itself in memory and goes back at once; the pages
 * that many short ones fill are kept for the next.
 */
const piece = 1_048_576;

/** Decodes UTF-8 that comes in parts, a megabyte at a time; split characters survive. */
export class PieceDecoder {
  #parts: Uint8Array[] = [];
  #waiting = 0;
  readonly #decoder = new StringDecoder('utf8');

  /** The text that this part completes; empty until a piece is full. */
  write(part: Uint8Array): string {
    const last = this.#parts.at(-1);
    if (last && isNext(last, part))
      this.#parts[this.#parts.length - 1] = new Uint8Array(
        part.buffer,
        last.byteOffset,
        last.length + part.length,
      );
    else this.#parts.push(part);
    this.#waiting += part.length;
    return this.#waiting < piece ? '' : this.drain();
  }

  /** The rest so far, but for a character that has only begun. */
  drain(): string {
    const [first] = this.#parts;
    if (!first) return '';
    const all = this.#parts.length === 1 ? first : Buffer.concat(this.#parts, this.#waiting);
    this.#parts = [];
    this.#waiting = 0;
    return this.#decoder.write(all);
  }

  /** The rest; what comes next begins a text of its own. */
  end(): string {
    return this.drain() + this.#decoder.end();
  }
}

/** True if a part follows another in memory, as parts of one chunk do: both are then one without a copy. */
function isNext(last: Uint8Array, part: Uint8Array): boolean {
  return last.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset;
}
