import { memo } from '../../base/lazy';
import type { Tool } from '../../ipc/state';
import { definitionTexts, excerptOf } from './definitionTexts';
import { Phrases, type Phrase, type Word, wordsOf } from './phrases';
import { skeletonOf } from './lookAlikes';

/** A name in a definition that may be a tool's. */
export interface NamedTool {
  /** See `skeletonOf`. */
  readonly skeleton: string;
  /** JSON pointer (RFC 6901). */
  readonly where: string;
  /** The words around an order about the tool, if there is one. */
  readonly order: () => string | undefined;
}

/** A name of more than one word, which no prose has. */
const identifier = /\b[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|\b[a-z]+(?:[A-Z][a-z0-9]+)+/g;
/** Characters on both sides that are looked at, and of these words. */
const nearby = 200;
const beside = 10;
/** Names of one definition that are looked at. */
const mostNames = 200;

const lines: readonly (readonly [gap: number, ...places: string[]])[] = [
  [3, 'instead rather replacement substitute place', 'of than for', '@tool'],
  [3, 'replaces replace supersedes supersede overrides override shadows intercepts', '@tool'],
  [
    4,
    "not never don't avoid stop refrain",
    'use call invoke trust choose run using calling',
    '@tool',
  ],
  [3, 'before after when whenever once if until every each', '@tool'],
  [4, 'all every any', 'calls requests inputs arguments results outputs', '@tool'],
  [5, 'prefer prefers better choose pick safer', 'over than to', '@tool'],
  [4, 'must always should shall have', 'call use invoke run pass send add set', '@tool'],
  [
    5,
    '@tool',
    'deprecated broken insecure unsafe unmaintained unreliable obsolete untrusted compromised disabled',
  ],
  [2, '@tool', 'must should always shall'],
];

const phrases = new Phrases(
  lines.map(([gap, ...places]): Phrase<'named'> => ({ kind: 'named', gap, places })),
);

/** The tools that a definition names; read once for each definition. */
export const namedTools = memo((tool: Tool): readonly NamedTool[] => {
  const texts = definitionTexts(tool).texts.filter(({ isName }) => !isName);
  const named = texts.flatMap(({ text, where }) =>
    Array.from(text.matchAll(identifier), ({ 0: name, index }) => {
      // Most names are of no other server's tools, so an order is searched only on demand, and once.
      let order: { readonly excerpt: string | undefined } | undefined;
      return {
        skeleton: skeletonOf(name),
        where,
        order: () => (order ??= { excerpt: orderOf(text, index, index + name.length) }).excerpt,
      };
    }),
  );
  return named.slice(0, mostNames);
});

function orderOf(text: string, start: number, end: number): string | undefined {
  const from = Math.max(0, start - nearby);
  const words = wordsOf(text.slice(from, end + nearby)).map((word) => ({
    ...word,
    start: word.start + from,
    end: word.end + from,
  }));
  const [found] = phrases.find(around(words, start, end), false);
  return found && excerptOf(text, found.start, found.end);
}

/** The words beside a name, which itself is one. */
function around(words: readonly Word[], start: number, end: number): Word[] {
  const before = words.filter((word) => word.end <= start).slice(-beside);
  const after = words.filter((word) => word.start >= end).slice(0, beside);
  return [...before, { word: '@tool', start, end }, ...after];
}
