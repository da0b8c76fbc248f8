import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StringDecoder } from 'node:string_decoder';

/** Characters from which a text is worth a collection of its own. */
export const largeText = 16 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * Collects garbage at once, in about 30 ms for a small heap. Call it after a very large text, because the engine itself
 * waits until several of them are garbage.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

const beyondLatin1 = /[^\0-\u00ff]/;

/**
 * The memory of a text that comes in pieces, once it is whole: one byte a character, two for each as soon as one of them
 * is beyond Latin-1. Collects garbage before a text becomes large.
 */
export class TextSize {
  #characters = 0;
  #isWide = false;

  get bytes(): number {
    return this.#isWide ? 2 * this.#characters : this.#characters;
  }

  add(piece: string): void {
    const wasShort = this.#characters < largeText;
    this.#characters += piece.length;
    if (wasShort && this.#characters >= largeText) collectGarbage();
    this.#isWide ||= beyondLatin1.test(piece);
  }

  clear(): void {
    this.#characters = 0;
    this.#isWide = false;
  }
}

/** The text, or a copy of its beginning, because a slice would keep all of it in memory. */
export function copyOfBeginning(text: string, longest: number): string {
  return text.length > longest ? Buffer.from(text.slice(0, longest)).toString() : text;
}

/**
 * True if a text has at most so many bytes. Mostly its length tells, because to count the bytes takes longer than to
 * write them: each character takes one to three, and one that takes four counts as two.
 */
export function fitsInto(text: string, bytes: number): boolean {
  const { length } = text;
  return length <= bytes && (length * 3 <= bytes || Buffer.byteLength(text) <= bytes);
}

/** All parts in one, without a copy where there is only one. */
export function joined<T extends Uint8Array>(parts: readonly T[]): T | Buffer {
  const [first] = parts;
  return first && parts.length === 1 ? first : Buffer.concat(parts);
}

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
    if (this.#parts.length === 0) return '';
    const all = joined(this.#parts);
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
