import { collectGarbage, largeText } from './collectGarbage';

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
