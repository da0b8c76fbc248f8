import { memo } from '../../base/lazy';
import type { Finding, FindingKind } from '../../ipc/state';
import { decodings } from './decodings';
import { definitionTexts, type DefinitionText, excerptOf } from './definitionTexts';
import { hiddenCharacters, type Spot } from './hiddenCharacters';
import { asItLooks, lookAlikeName, lookAlikeText } from './lookAlikes';
import { foreign, markup } from './markup';
import { Phrases, wordsOf } from './phrases';
import { phraseTable } from './phraseTable';
/** Findings that are reported of one definition. */
const mostFindings = 20;

const phrases = new Phrases(phraseTable);

/** Only characters that every keyboard has. */
const plain = /^[\t\n\r\x20-\x7E]*$/;
/** One or two words, which are too short for an order. */
const tooShort = /^[\w.-]{0,14}$/;

/** Names of parameters that only a model can fill. */
const ofModel =
  /^(?:system_?prompt|(?:conversation|chat|message|dialog|tool_?calls?)_?(?:history|log|context)|(?:full_?)?conversation|full_?context|chain_?of_?thought|reasoning_?trace|previous_?(?:messages|tool_?calls)|(?:tools?_?list|available_?tools|list_?of_?tools))$/i;

/**
 * Finds suspicious texts in a tool, a prompt or instructions of a server. Each text is read as it looks to a person,
 * and again as a model may decode it. Reads each object once.
 */
export function scan(words: unknown): readonly Finding[] {
  return typeof words === 'object' && words !== null ? findingsOf(words) : read(words);
}

const findingsOf = memo<object, readonly Finding[]>(read);

function read(words: unknown): readonly Finding[] {
  const { texts, isWhole } = definitionTexts(words);
  const findings = texts.flatMap(findingsIn).slice(0, mostFindings);
  return isWhole ? findings : [...findings, { kind: 'tooLarge', where: '', excerpt: '' }];
}

function findingsIn({ text, where, isName, isInput, isBare }: DefinitionText): Finding[] {
  const found: Finding[] = [];
  const add = (kind: FindingKind, spot: Spot | undefined, of = text): void => {
    if (!spot || found.some((one) => one.kind === kind)) return;
    found.push({ kind, where, excerpt: excerptOf(of, spot.start, spot.end) });
  };
  if (isBare && isInput) add('conversation', spotOf(ofModel, text));
  if (tooShort.test(text)) return found;
  if (!plain.test(text)) {
    add('hiddenCharacters', hiddenCharacters(text));
    add('lookAlike', isName ? lookAlikeName(text) : lookAlikeText(text));
  }
  add('hiddenText', pushedOut(text));
  for (const { kind, pattern } of markup) add(kind, spotOf(pattern, text));
  const seen = asItLooks(text);
  for (const { kind, start, end } of said(seen, isInput)) add(kind, { start, end }, seen);
  for (const decoded of decodings(seen)) {
    const [first] = said(decoded, isInput);
    if (first) add('encoded', first, decoded);
  }
  return found;
}

/** The orders to a model in a text. */
function said(text: string, isInput: boolean): (Spot & { readonly kind: FindingKind })[] {
  const inOthers = foreign.flatMap(({ kind, pattern }) => {
    const spot = spotOf(pattern, text);
    return spot ? [{ kind, ...spot }] : [];
  });
  const spaced = text.replaceAll(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ').replaceAll('_', ' ');
  const words = [text, ...(/^\S+$/.test(text) ? [spaced] : [])];
  return [...words.flatMap((one) => phrases.find(wordsOf(one), isInput)), ...inOthers];
}

function spotOf(pattern: RegExp, text: string): Spot | undefined {
  const match = pattern.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : undefined;
}

/** Text behind more blank space than anybody leaves for layout. */
function pushedOut(text: string): Spot | undefined {
  for (const { 0: room, index: start } of text.matchAll(/\s+/g)) {
    const end = start + room.length;
    const isFar = room.length >= 80 || room.split('\n').length > 12;
    if (isFar && start > 0 && end < text.length) return { start, end: end + 1 };
  }
  return undefined;
}
