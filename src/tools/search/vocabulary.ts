import { isOneSlip } from './isOneSlip';
import type { ToolIndex } from './toolIndex';
import { stemOf, wordsOf } from './words';

/** A server's tools with the words that are searched. */
export interface SearchedTools {
  readonly server: { readonly id: string; readonly name: string };
  readonly index: ToolIndex;
}

/** Words are looked for by so many first letters. */
const startLength = 3;
/** Where a word counts so much it is one that the tool is about; in the small print of many it is still rare. */
const whole = 8;
/** Added to how many tools have a word, so that one that a single tool has does not tell all. */
const leastCount = 1.5;

/** The words of all tools that are searched, those of their servers' names among them. */
export class Vocabulary {
  /** How many tools are about a word, or their server by its name. */
  readonly #counts = new Map<string, number>();
  /** How many servers have a word. */
  readonly #servers = new Map<string, number>();
  readonly #starts = new Map<string, string[]>();
  readonly #serverWords: ReadonlyMap<ToolIndex, ReadonlySet<string>>;
  readonly #size: number;

  constructor(readonly all: readonly SearchedTools[]) {
    this.#size = all.reduce((sum, { index }) => sum + index.tools.length, 0);
    this.#serverWords = new Map(
      all.map(({ server, index }) => [index, new Set(wordsOf(server.name).map(stemOf))]),
    );
    for (const { index } of all) this.#count(index);
    for (const stem of this.#counts.keys()) {
      const start = stem.slice(0, startLength);
      const known = this.#starts.get(start);
      if (known) known.push(stem);
      else this.#starts.set(start, [stem]);
    }
  }

  /** Whether it is of these tools. */
  isOf(all: readonly SearchedTools[]): boolean {
    return (
      all.length === this.all.length &&
      all.every(({ server, index }, at) => {
        const mine = this.all[at];
        return mine?.index === index && mine.server.name === server.name;
      })
    );
  }

  /** Whether the name of the server of these tools has the word. */
  isNamed(index: ToolIndex, stem: string): boolean {
    return this.#serverWords.get(index)?.has(stem) ?? false;
  }

  has(stem: string): boolean {
    return this.#counts.has(stem);
  }

  /** How much it tells that a tool has the word: much where few have it, never nothing. */
  worth(stem: string): number {
    return this.#worth(this.#counts.get(stem) ?? 0);
  }

  /** What it tells that a tool has one of several words, which count by the squares of their weights. */
  worthOfAll(
    terms: readonly { readonly term: readonly string[]; readonly weight: number }[],
  ): number {
    const count = terms.reduce((sum, { term, weight }) => {
      const counts = term.map((stem) => this.#counts.get(stem) ?? 0);
      return sum + weight * weight * Math.min(...counts);
    }, 0);
    return this.#worth(count);
  }

  #worth(count: number): number {
    return Math.log(1 + this.#size / (count + leastCount));
  }

  /** How much it tells of a server that it has all words of a term: much where few servers have one of them. */
  rarity(term: readonly string[]): number {
    const fewest = Math.min(...term.map((stem) => this.#servers.get(stem) ?? 0));
    return Math.log(1 + this.all.length / (fewest + 0.5));
  }

  /** The words that begin with these letters, but for themselves. */
  beginningWith(letters: string): string[] {
    const near = this.#starts.get(letters.slice(0, startLength)) ?? [];
    return near.filter((stem) => stem.length > letters.length && stem.startsWith(letters));
  }

  /** The words that somebody may have meant who mistyped this one; `more` are known, too. */
  likelyMeant(stem: string, more: Iterable<string>): string[] {
    const found = new Set<string>();
    for (const words of [this.#counts.keys(), more]) {
      for (const word of words) if (isOneSlip(stem, word)) found.add(word);
    }
    return [...found];
  }

  #count(index: ToolIndex): void {
    const ofServer = this.#serverWords.get(index) ?? new Set();
    const add = (stem: string, count: number): void => {
      this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + count);
    };
    for (const [stem, places] of index.strengths) {
      if (ofServer.has(stem)) continue;
      let count = 0;
      for (let at = 1; at < places.length; at += 2) count += Math.min(1, (places[at] ?? 0) / whole);
      add(stem, count);
    }
    for (const stem of ofServer) add(stem, index.tools.length);
    for (const stem of new Set([...index.strengths.keys(), ...ofServer])) {
      this.#servers.set(stem, (this.#servers.get(stem) ?? 0) + 1);
    }
  }
}
