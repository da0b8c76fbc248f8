import {
  asSame,
  askedStem,
  longestPhrase,
  meaningsOf,
  wordsWithMeanings,
  type Meaning,
  type Term,
} from './meaningsOf';
import { requestedActions, isAction, type Actions, type Phrase } from './requestedActions';
import type { Vocabulary } from './vocabulary';
import { isStopWord, pairOf, withoutArticles, wordsOf, written } from './words';

/** How much less counts what stands in for a word that was asked for. */
const asBeginning = 0.55;
const asBeginningToo = 0.25;
const asSlip = 0.6;
const asParts = 0.9;
/** How much more the very form counts that a name has: "issues" are listed, an "issue" is read. */
const asWritten = 1.06;
/** What is done tells less than what it is done to. */
const asAction = 0.75;
/** The words of a phrase tell less by themselves. */
const inPhrase = 0.5;
/** How a question begins is a hint. */
const asHint = 0.6;
/** What is done is told by few words; others for it are chosen freely. */
const forAction = 0.5;
/** How much of what a word tells more than all that may stand with it for the same is taken off. */
const asAll = 0.3;
/** Words that stand side by side in a name, too, are what is meant. */
const asPair = 0.2;

/** What belongs to a verb though other words stand between them, as in "take him off the list", and how many do. */
const particles: ReadonlySet<string> = new Set(
  'off out up down away back on onto over together apart aside'.split(' ').map(askedStem),
);
const mostBetween = 3;

const mostWords = 40;
const mostBeginnings = 12;
const shortestBeginning = 3;

/** What one word of a query, or a phrase, may be found as. */
export interface Wanted {
  /** A word, or several that have to be there together, with how much it is worth to find them. */
  readonly ways: readonly { readonly term: Term; readonly worth: number }[];
}

/** What is asked for. */
export interface Query {
  readonly wanted: readonly Wanted[];
  /** Terms that several are found as, each with the first of those that are equal. */
  readonly shared: ReadonlyMap<Term, Term>;
  readonly actions: Actions;
}

/** Reads what is asked for; words that say nothing count only where there are no others. */
export function readQuery(query: string, vocabulary: Vocabulary): Query {
  const all = wordsOf(query.slice(0, 2_000)).slice(0, mostWords);
  const words = withoutArticles(all);
  const stems = words.map(askedStem);
  const asked = new Set(stems);
  const phrases = phrasesIn(stems);
  const isSaid = phrases.length > 0 || words.some((word) => !isStopWord(word));
  const wanted = new Map<string, Wanted>();
  const want = (key: string, ways: Wanted['ways']): void => {
    if (ways.length > 0) wanted.set(key, { ways });
  };
  for (const pair of pairsIn(all, words)) {
    const ways = new Ways();
    ways.add([pair], 1);
    want(pair, ways.rated(vocabulary, asPair));
  }
  for (const { places, term } of phrases) {
    const saysSomething = places.some((at) => !isStopWord(words[at] ?? ''));
    const ways = new Ways();
    ways.add(term, 1);
    addMeanings(ways, term.join('+'), 1);
    ways.dropOthers(term.join('+'), asked);
    want(term.join('+'), ways.rated(vocabulary, saysSomething ? 1 : asHint));
  }
  for (const [at, word] of words.entries()) {
    const stem = stems[at] ?? word;
    if ((isSaid && isStopWord(word)) || wanted.has(stem)) continue;
    const isPart = phrases.some(({ places }) => places.includes(at));
    const joined = joinedWith(stems, at).filter((term) => isKnown(term, vocabulary));
    const ways = isPart ? new Ways() : waysOf(stem, vocabulary, joined.length > 0);
    ways.add([stem], 1);
    ways.add([written(word)], asWritten);
    for (const term of joined) ways.add(term, asParts);
    ways.dropOthers(stem, asked);
    const part = (isAction(stem) ? asAction : 1) * (isPart ? inPhrase : 1);
    want(stem, ways.rated(vocabulary, part));
  }
  return {
    wanted: [...wanted.values()],
    shared: sharedBy(wanted.values()),
    actions: requestedActions(words, phrases),
  };
}

/** Terms that more than one word of a query is found as. */
function sharedBy(wanted: Iterable<Wanted>): Map<Term, Term> {
  const firsts = new Map<string, Term>();
  const shared = new Map<Term, Term>();
  for (const { ways } of wanted) {
    for (const { term } of ways) {
      const key = term.join('+');
      const first = firsts.get(key);
      if (first) shared.set(first, first).set(term, first);
      else firsts.set(key, term);
    }
  }
  return shared;
}

/** Words that stand side by side, whether or not those count that stand before nouns, as in `get_my_cards`. */
function pairsIn(...lists: readonly (readonly string[])[]): Set<string> {
  const stems = lists.map((words) => words.map(askedStem));
  return new Set(
    stems.flatMap((list) => list.slice(1).map((stem, at) => pairOf(list[at] ?? '', stem))),
  );
}

/** Terms with weights; of equal ones the better counts. */
class Ways {
  readonly #weights = new Map<string, Meaning>();

  add(term: Term, weight: number): void {
    const key = term.join('+');
    const known = this.#weights.get(key);
    if (!known || known.weight < weight) this.#weights.set(key, { term, weight });
  }

  /** What is asked for by another word does not stand in for this one. */
  dropOthers(stem: string, asked: ReadonlySet<string>): void {
    for (const [key, { term }] of this.#weights) {
      if (key !== stem && term.length === 1 && asked.has(key)) this.#weights.delete(key);
    }
  }

  /**
   * Those that are there. A rare word in place of a common one is worth no more than that, and what many words
   * may stand for tells a little less than each of them.
   */
  rated(vocabulary: Vocabulary, part: number): Wanted['ways'] {
    const known = [...this.#weights.values()]
      .filter(({ term }) => isKnown(term, vocabulary))
      .map(({ term, weight }) => ({ term, weight, worth: worthOf(term, vocabulary) }));
    const same = known.filter(({ weight }) => weight >= asSame);
    const most = Math.min(...same.map(({ worth }) => worth));
    const all = vocabulary.worthOfAll(known);
    return known.map(({ term, weight, worth }) => {
      const alone = Math.min(most, worth);
      const over = Math.max(0, alone - all);
      return { term, worth: part * weight * (alone - asAll * over) };
    });
  }
}

function worthOf(term: Term, vocabulary: Vocabulary): number {
  return term.reduce((sum, stem) => sum + vocabulary.worth(stem), 0) / term.length;
}

/** Phrases that mean something of their own; where two begin, the longer one. */
function phrasesIn(stems: readonly string[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (let at = 0; at < stems.length; at++) {
    const phrase = phraseAt(at, stems);
    if (!phrase) continue;
    phrases.push(phrase);
    at = phrase.places[1] === at + 1 ? (phrase.places.at(-1) ?? at) : at;
  }
  return phrases;
}

function phraseAt(at: number, stems: readonly string[]): Phrase | undefined {
  const phrase = (places: readonly number[]): Phrase | undefined => {
    const term = places.map((place) => stems[place] ?? '');
    return meaningsOf(term.join('+')).length > 0 ? { places, term } : undefined;
  };
  for (let length = Math.min(longestPhrase, stems.length - at); length > 1; length--) {
    const found = phrase(Array.from({ length }, (_place, after) => at + after));
    if (found) return found;
  }
  for (let end = at + 2; end <= at + 1 + mostBetween; end++) {
    const found = particles.has(stems[end] ?? '') ? phrase([at, end]) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** `isSpelt`: it is known as it stands, together with its neighbours. */
function waysOf(stem: string, vocabulary: Vocabulary, isSpelt: boolean): Ways {
  const ways = new Ways();
  const isThere = vocabulary.has(stem);
  addMeanings(ways, stem, isAction(stem) ? forAction : 1);
  const beginnings = stem.length < shortestBeginning ? [] : vocabulary.beginningWith(stem);
  const isWord = isThere || meaningsOf(stem).length > 0;
  const weight = isWord ? asBeginningToo : asBeginning;
  for (const longer of beginnings.toSorted(byLength).slice(0, mostBeginnings)) {
    ways.add([longer], weight * Math.sqrt(stem.length / longer.length));
  }
  if (isWord || isSpelt || beginnings.length > 0) return ways;
  const parts = partsOf(stem, vocabulary);
  if (parts) ways.add(parts, asParts);
  for (const meant of parts ? [] : vocabulary.likelyMeant(stem, wordsWithMeanings())) {
    ways.add([meant], asSlip);
    addMeanings(ways, meant, asSlip);
  }
  return ways;
}

function addMeanings(ways: Ways, stems: string, weight: number): void {
  for (const meaning of meaningsOf(stems)) ways.add(meaning.term, weight * meaning.weight);
}

/** Two words that somebody wrote where others write one. */
function joinedWith(stems: readonly string[], at: number): Term[] {
  return [at, at + 1]
    .filter((second) => second > 0 && second < stems.length)
    .map((second) => [askedStem(`${stems[second - 1]}${stems[second]}`)]);
}

/** Two known words that were written as one. */
function partsOf(stem: string, vocabulary: Vocabulary): Term | undefined {
  for (let at = shortestBeginning; at <= stem.length - shortestBeginning; at++) {
    const parts = [stem.slice(0, at), stem.slice(at)].map(askedStem);
    if (isKnown(parts, vocabulary)) return parts;
  }
  return undefined;
}

function isKnown(term: Term, vocabulary: Vocabulary): boolean {
  return term.every((stem) => vocabulary.has(stem));
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
