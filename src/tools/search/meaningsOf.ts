import { actions } from './meanings/actions';
import { documents } from './meanings/documents';
import { everyday } from './meanings/everyday';
import { machines } from './meanings/machines';
import { moneyAndPlaces } from './meanings/moneyAndPlaces';
import { moreActions } from './meanings/moreActions';
import { pictures } from './meanings/pictures';
import { questions } from './meanings/questions';
import { sameWords } from './meanings/sameWords';
import { work } from './meanings/work';
import { stemOf, withoutArticles, wordsOf } from './words';

/** Words of other words, by their stems; a phrase is a list of several. */
export type Term = readonly string[];

/** What may stand for something that was asked for, and how near it is to it. */
export interface Meaning {
  readonly term: Term;
  readonly weight: number;
}

/** How near two words are that mean the very same, that one asks for the other with, and that are alike. */
export const asSame = 0.95;
const asMeant = 0.85;
const asAlike = 0.7;

/** The longest phrase that means something, in words. */
export const longestPhrase = 4;

/** Forms that the stem does not bring together, such as "sent". */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    'sent send, found find, made make, wrote write, written write, ran run, gave give, given give, got get, ' +
    'paid pay, bought buy, sold sell, told tell, said say, shown show, took take, taken take, built build, ' +
    'children child, people person, colour color, colours color, organisation organization, emails email, ' +
    'mails mail, kept keep, left leave, lost lose, spent spend, chose choose, chosen choose, began begin, ' +
    'begun begin, broke break, broken break, drew draw, drawn draw, forgot forget, forgotten forget, hid hide, ' +
    'hidden hide, held hold, knew know, known know, meant mean, met meet, rose rise, risen rise, saw see, ' +
    'seen see, spoke speak, spoken speak, thought think, went go, gone go, grew grow, grown grow, fell fall, ' +
    'fallen fall, bigger big, biggest big, indices index, indexes index, matrices matrix, statuses status, ' +
    'aliases alias, mice mouse, wives wife, men man, women woman, data data, visualise visualize, ' +
    'summarise summarize, analyse analyze, organise organize, unread unread, news news, centre center, ' +
    'cancelled cancel, cancelling cancel, labelled label, tagged tag'
  )
    .split(', ')
    .map((pair) => pair.split(' '))
    .map(([form = '', word = '']) => [form, word]),
);

/** The stem of a word of a question. */
export function askedStem(word: string): string {
  return stemOf(irregular.get(word) ?? word);
}

let table: ReadonlyMap<string, readonly Meaning[]> | undefined;

/** What may be meant by a word, or by a phrase with its stems joined by `+`. */
export function meaningsOf(stems: string): readonly Meaning[] {
  return meanings().get(stems) ?? [];
}

/** Every word and phrase that means more than itself. */
export function wordsWithMeanings(): Iterable<string> {
  return meanings().keys();
}

function meanings(): ReadonlyMap<string, readonly Meaning[]> {
  table ??= readMeanings([
    sameWords,
    actions,
    moreActions,
    questions,
    documents,
    work,
    machines,
    moneyAndPlaces,
    pictures,
    everyday,
  ]);
  return table;
}

/**
 * Reads a table with one group a line. Words of a line are alike; after `=` they are the very same; before `>`
 * stands what is asked for, and behind it what that may mean. `look+up` is a phrase. A word may stand in several
 * lines: what two of them mean is not put together, but for words that are the very same.
 */
function readMeanings(texts: readonly string[]): ReadonlyMap<string, readonly Meaning[]> {
  const found = new Map<string, Map<string, Meaning>>();
  const termOf = terms();
  const same: string[][] = [];
  for (const line of texts.flatMap((text) => text.trim().split('\n'))) {
    const [left = '', right] = line.split('>');
    const isSame = left.startsWith('=');
    const asked = keysOf(left.replace('=', ''), termOf);
    if (isSame) same.push(asked);
    const meant = right === undefined ? asked : keysOf(right, termOf);
    const weight = isSame ? asSame : right === undefined ? asAlike : asMeant;
    for (const other of meant) {
      const meaning = { term: other.split('+'), weight };
      for (const key of asked) mean(found, key, other, meaning);
    }
  }
  for (const keys of same) {
    const all = keys.flatMap((key) => [...(found.get(key) ?? [])]);
    for (const [other, meaning] of all) for (const key of keys) mean(found, key, other, meaning);
  }
  return new Map([...found].map(([key, others]) => [key, [...others.values()]]));
}

function mean(
  found: Map<string, Map<string, Meaning>>,
  asked: string,
  other: string,
  meaning: Meaning,
): void {
  if (asked === other) return;
  const meanings = found.get(asked) ?? new Map<string, Meaning>();
  found.set(asked, meanings);
  const known = meanings.get(other);
  if (!known || known.weight < meaning.weight) meanings.set(other, meaning);
}

/** Gives the stems of a word or phrase joined by `+`; each is made once, as most stand in several lines. */
function terms(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made =
      known.get(text) ?? withoutArticles(text.split('+').flatMap(wordsOf)).map(askedStem).join('+');
    known.set(text, made);
    return made;
  };
}

function keysOf(text: string, termOf: (text: string) => string): string[] {
  return text.trim().split(/\s+/).map(termOf);
}
