/** Words that follow one another in this order, with at most `gap` others between two. */
export interface Phrase<K> {
  readonly kind: K;
  /** Alternatives for each place, separated by spaces. */
  readonly places: readonly string[];
  readonly gap: number;
  /** Only in the description of a tool's input. */
  readonly inInput?: boolean;
  /** A comma ends it as well. */
  readonly inClause?: boolean;
  /** Words that make it harmless, beside it. */
  readonly unless?: string;
}

/** A word in lower case with its offsets; an empty word ends a sentence, a comma a clause. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface Found<K> {
  readonly kind: K;
  readonly start: number;
  readonly end: number;
}

interface Step {
  readonly phrase: number;
  readonly place: number;
}

/** The progress of a phrase at one of its places. */
interface Reached {
  readonly at: number;
  /** Index of its first word. */
  readonly from: number;
}

/** Words before and after a phrase that may make it harmless. */
const beside = 3;

/**
 * Finds many phrases in one pass over the words. Regular expressions with gaps would let the author of a text decide
 * how long they take.
 */
export class Phrases<K> {
  /** The places that a word may fill; later ones first, so that no word fills two. */
  readonly #steps = new Map<string, Step[]>();
  readonly #clauses: readonly number[];

  constructor(private readonly phrases: readonly Phrase<K>[]) {
    this.#clauses = [...phrases.keys()].filter((at) => phrases[at]?.inClause);
    for (const [phrase, { places }] of phrases.entries()) {
      for (const [place, words] of [...places.entries()].toReversed()) {
        for (const word of new Set(words.split(' '))) {
          const steps = this.#steps.get(word) ?? [];
          steps.push({ phrase, place });
          this.#steps.set(word, steps);
        }
      }
    }
  }

  /** The first place of each kind. */
  find(words: readonly Word[], isInput: boolean): Found<K>[] {
    const found = new Map<K, Found<K>>();
    let reached = new Map<number, (Reached | undefined)[]>();
    for (const [at, { word, end }] of words.entries()) {
      if (word === '') reached = new Map();
      if (word === ',') for (const phrase of this.#clauses) reached.delete(phrase);
      for (const step of this.#steps.get(word) ?? []) {
        const phrase = this.phrases[step.phrase];
        if (!phrase || (phrase.inInput && !isInput) || found.has(phrase.kind)) continue;
        const places = reached.get(step.phrase) ?? [];
        const before = places[step.place - 1];
        const isNear = before !== undefined && at - before.at - 1 <= phrase.gap;
        if (step.place > 0 && !isNear) continue;
        const from = before?.from ?? at;
        const isLast = step.place === phrase.places.length - 1;
        if (isLast && !isUndone(phrase, words, from, at)) {
          found.set(phrase.kind, { kind: phrase.kind, start: words[from]?.start ?? 0, end });
        }
        places[step.place] = { at, from };
        reached.set(step.phrase, places);
      }
    }
    return [...found.values()];
  }
}

function isUndone<K>(
  { unless }: Phrase<K>,
  words: readonly Word[],
  from: number,
  to: number,
): boolean {
  if (unless === undefined) return false;
  const undoing = unless.split(' ');
  const around = [
    ...words.slice(Math.max(0, from - beside), from),
    ...words.slice(to + 1, to + 1 + beside),
  ];
  return around.some(({ word }) => undoing.includes(word));
}
