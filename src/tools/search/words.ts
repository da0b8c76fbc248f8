import { stemmer } from 'stemmer';

/** Stems that were made already: few words make most of all descriptions. */
const stems = new Map<string, string>();
const mostStems = 50_000;

/** Words that say nothing of what a tool does. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those of to in on at by for from with without into as is are was were be been being am ' +
    'it its and or but if then than so such not no nor i we you he she they me us him her them my our your his their ' +
    'mine ours yours what which who whom whose when where why how do does did done doing can could may might must ' +
    'shall should will would have has had having please want wants wanted need needs like let lets there here ' +
    'just also only very some any each both own other another more most much many few up down out off over under ' +
    'again further once still already yet ever never s t d ll m o re ve y don didn doesn isn aren wasn won wouldn ' +
    'couldn shouldn about use uses used using tool tools mcp able somebody someone something anybody anyone anything one'
  ).split(' '),
);

/** Whether a word, in lower case, says nothing. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const articles = new Set(
  'a an the my our your his her their this that these those some'.split(' '),
);

/** Words without those that stand before nouns, unless there are no others: phrases are the same without them. */
export function withoutArticles(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !articles.has(word));
  return others.length > 0 ? others : words;
}

/**
 * The words of a text in lower case and without accents, as they are written: names are taken apart at
 * everything that is no letter or digit, and where a capital begins a word.
 */
export function wordsOf(text: string): string[] {
  if (!isPlain.test(text)) return wordsOfAnyScript(text);
  const apart = hasHump.test(text) ? text.replaceAll(hump, '$1 $2').replaceAll(cap, '$1 $2') : text;
  return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

// Nearly all texts are plain, and are read much faster so.
// oxlint-disable-next-line no-control-regex
const isPlain = /^[\0-\x7f]*$/;
const hasHump = /[a-z\d][A-Z]|[A-Z]{2}[a-z]/;
const hump = /([a-z\d])([A-Z])/g;
const cap = /([A-Z])([A-Z][a-z])/g;

function wordsOfAnyScript(text: string): string[] {
  const apart = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The form that "creates", "created" and "creating" share. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= mostStems) stems.clear();
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}

/** A text as names are compared: "create_issue", "createIssue" and "Create issue" are the same. */
export function squashed(text: string): string {
  return wordsOf(text).join('');
}

/** Two words of a name that stand side by side, by their stems. */
export function pairOf(first: string, second: string): string {
  return `=${first} ${second}`;
}

/** A word as it is written, beside its stem. */
export function written(word: string): string {
  return `=${word}`;
}
