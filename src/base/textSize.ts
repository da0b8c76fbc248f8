import { collectGarbage, largeText } from './collectGarbage';

const beyondLatin1 = /[^\0-\u00ff]/;

/**
 * How much memory a text takes that comes in pieces, once it is in one: the engine has a byte for each character, and
 * two for each as soon as one of them is beyond Latin-1. What others left behind is cleared away for one that becomes
 * large.
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
