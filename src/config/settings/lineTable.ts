import type { Range } from '../definition';

/** Turns offsets of one text into lines and characters, as the editor counts them. */
export class LineTable {
  /** Offset at which each line starts. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const match of text.matchAll(/\r\n|\r|\n/g)) {
      this.#starts.push(match.index + match[0].length);
    }
  }

  range(offset: number, length: number): Range {
    const startLine = this.#line(offset);
    const endLine = this.#line(offset + length);
    return {
      startLine,
      startCharacter: offset - this.#start(startLine),
      endLine,
      endCharacter: offset + length - this.#start(endLine),
    };
  }

  #start(line: number): number {
    return this.#starts[line] ?? 0;
  }

  /** The last line that starts at or before `offset`. */
  #line(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
