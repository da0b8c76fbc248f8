import type { Term } from './meaningsOf';
import type { Query } from './readQuery';

/** How much of what a word told for one that was asked for is taken off what it tells for another one. */
const again = 0.4;

/** By the position of a tool: what a word has told there, at most. */
export type ToldByWord = Float64Array;

/** What words of one server's tools have told that may stand for several words of a query. */
export class Told {
  readonly #points = new Map<Term, ToldByWord>();

  constructor(
    readonly shared: Query['shared'],
    readonly tools: number,
  ) {}

  /** What a word, or several together, have told; nothing where they stand for a single word of the query. */
  by(term: Term): ToldByWord | undefined {
    const one = this.shared.get(term);
    if (!one) return undefined;
    const told = this.#points.get(one) ?? new Float64Array(this.tools);
    this.#points.set(one, told);
    return told;
  }
}

/** What is left at a tool of points that a word has for it. */
export function notAgain(points: number, told: ToldByWord | undefined, tool: number): number {
  return told ? points - again * (told[tool] ?? 0) : points;
}
