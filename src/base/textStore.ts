import { fitsInto } from './largeText';

/** Bytes of a block. */
const blockSize = 65_536;
/** Empty blocks that are kept for the next texts. */
const mostEmpty = 4;

/** Memory with texts side by side. */
interface Block {
  readonly bytes: Buffer;
  /** Bytes that have texts, or had them. */
  used: number;
  /** Texts that are still there. */
  texts: number;
}

/** A text in a {@link TextStore}, which is not read after it is removed. */
export class StoredText {
  constructor(
    readonly block: Block,
    readonly start: number,
    readonly end: number,
  ) {}

  get bytes(): number {
    return this.end - this.start;
  }

  toString(): string {
    return this.block.bytes.toString('utf8', this.start, this.end);
  }
}

/**
 * Keeps texts as UTF-8 in blocks that are used again, for texts that come and go in about the same order. The collector
 * copies texts of JavaScript twice before they count as old, and collects the whole heap for every 64 MB of buffers.
 */
export class TextStore {
  #block: Block | undefined;
  readonly #empty: Block[] = [];

  add(text: string): StoredText {
    const block = this.#roomFor(text);
    const start = block.used;
    block.used += block.bytes.write(text, start);
    block.texts += 1;
    return new StoredText(block, start, block.used);
  }

  /** Overwrites the text, too, because it may hold a secret. */
  remove({ block, start, end }: StoredText): void {
    block.bytes.fill(0, start, end);
    block.texts -= 1;
    if (block.texts > 0) return;
    block.used = 0;
    const isUsual = block.bytes.length === blockSize;
    if (block !== this.#block && isUsual && this.#empty.length < mostEmpty) this.#empty.push(block);
  }

  #roomFor(text: string): Block {
    const room = this.#block ? blockSize - this.#block.used : 0;
    if (this.#block && fitsInto(text, room)) return this.#block;
    if (!fitsInto(text, blockSize)) return newBlock(Buffer.byteLength(text));
    this.#block = this.#empty.pop() ?? newBlock(blockSize);
    return this.#block;
  }
}

function newBlock(size: number): Block {
  return { bytes: Buffer.allocUnsafeSlow(size), used: 0, texts: 0 };
}
