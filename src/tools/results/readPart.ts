import type { JSONPathNode, JSONPathQuery, JSONValue } from 'json-p3';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import { UserError, messageOf } from '../../base/errors';
import { escapedInPattern } from '../../base/escape';
import { isObject, type Json } from '../../base/json';
import { nearest } from '../nearest';
import { beginningOf, compiledPath, nodesAt } from './jsonPath';
import { type OpenResult, characterStart, wholeCharacters, lineAt } from './openResult';
import { jsonShape } from './resultPreview';

/**
 * Reads a part of a result, of about `most` characters; its note says how to go on.
 * @throws UserError `partOutOfRange`, `firstOutOfRange`, `pathInvalid`, `pathEmpty`, `notJson`, `regexInvalid`, which
 * say what would do.
 */
export function readPart(result: OpenResult, part: ResultPart, most: number): ReadPart {
  switch (part.by) {
    case 'lines':
      return readLines(result, part, most);
    case 'characters':
      return readCharacters(result, part, most);
    case 'path':
      return readPath(result, part, most);
    case 'search':
      return searchResult(result, part, most);
  }
}

/** A requested range, counted from 1, negative from the end. */
export interface AskedRange {
  readonly from: number;
  readonly to?: number | undefined;
}

/**
 * Resolves a requested range within `total`.
 * @throws UserError `partOutOfRange` for an empty range.
 */
export function rangeIn(
  { from, to }: AskedRange,
  total: number,
  unit: 'lines' | 'characters',
): { from: number; to: number } {
  const first = Math.max(1, from < 0 ? total + 1 + from : from);
  const last = Math.min(total, to === undefined ? total : to < 0 ? total + 1 + to : to);
  if (first > last) {
    throw new UserError('partOutOfRange', { unit, total, asked: [from, to ?? ''].join('-') });
  }
  return { from: first, to: last };
}

/** Reads as many characters (UTF-16 units) as fit, at least one whole one. */
function readCharacters({ text }: OpenResult, asked: AskedRange, most: number): ReadPart {
  const { from, to } = rangeIn(asked, text.length, 'characters');
  const start = characterStart(text, from - 1);
  const fits = characterStart(text, Math.min(to, start + most));
  const end = fits > start ? fits : start + 2;
  const args = { from: start + 1, to: end, total: text.length, ...(end < to && { next: end + 1 }) };
  return { text: text.slice(start, end), note: { code: 'charactersRead', args } };
}

/** Reads as many lines as fit; of a longer first line its beginning. */
function readLines(
  { text, starts, lineCount }: OpenResult,
  asked: AskedRange,
  most: number,
): ReadPart {
  const { from, to } = rangeIn(asked, lineCount, 'lines');
  const start = starts[from - 1] ?? 0;
  let last = from;
  while (last < to && (starts[last + 1] ?? 0) - start <= most) last += 1;
  const end = starts[last] ?? text.length;
  if (end - start > most + 1) {
    const piece = wholeCharacters(text, start, start + most);
    const args = {
      line: from,
      from: start + 1,
      to: start + piece.length,
      next: start + piece.length + 1,
    };
    return { text: piece, note: { code: 'lineBeginningRead', args } };
  }
  const args = { from, to: last, total: lineCount, ...(last < to && { next: last + 1 }) };
  return { text: text.slice(start, end), note: { code: 'linesRead', args } };
}

/** Values that are counted. */
const mostValues = 1_000_000;
const mostShape = 2_000;
const mostKeys = 20;
/** Keys that are compared with one that is not there. */
const mostCompared = 5_000;

/** Reads as many values of a path as fit, one a line. A longer first value is described by its shape. */
function readPath(
  result: OpenResult,
  { path, from }: Extract<ResultPart, { by: 'path' }>,
  most: number,
): ReadPart {
  const { value } = result;
  if (value === undefined) throw new UserError('notJson', { path });
  const query = compiledPath(path);
  const page = new Page(from, most);
  let total = 0;
  for (const node of nodesAt(path, query, value)) {
    total += 1;
    if (total >= from && page.isOpen) page.add(node);
    if (total >= mostValues) break;
  }
  if (total === 0) throw nothingAt(path, query, value);
  if (from > total) throw new UserError('firstOutOfRange', { total, from });
  return page.read(path, total, result.mayRound);
}

/** The values that are shown. */
class Page {
  readonly #lines: string[] = [];
  #left: number;
  #shape: { readonly at: string; readonly characters: number } | undefined;
  #isFull = false;

  constructor(
    private readonly from: number,
    most: number,
  ) {
    this.#left = most;
  }

  get isOpen(): boolean {
    return !this.#isFull;
  }

  add(node: JSONPathNode): void {
    const value = node.value as Json;
    const text = JSON.stringify(value);
    const path = node.getPath({ form: 'pretty' });
    const line = `${path}: ${text}`;
    if (line.length <= this.#left) {
      this.#lines.push(line);
      this.#left -= line.length + 1;
      return;
    }
    this.#isFull = true;
    if (this.#lines.length > 0) return;
    this.#lines.push(`${path}: ${jsonShape(value, mostShape)}`);
    this.#shape = { at: path, characters: text.length };
  }

  read(path: string, total: number, mayRound: boolean): ReadPart {
    const to = this.from + this.#lines.length - 1;
    const args = { path, from: this.from, to, total, ...(to < total && { next: to + 1 }) };
    const text = this.#lines.join('\n');
    if (this.#shape) {
      const { at, characters } = this.#shape;
      return { text, note: { code: 'valueTooLong', args: { ...args, at, characters } } };
    }
    const cause = mayRound ? { cause: { code: 'numbersRounded' } } : {};
    return { text, note: { code: 'valuesRead', args, ...cause } };
  }
}

/** The error for a path without values: how far it leads, and the names there, the most similar first. */
function nothingAt(path: string, query: JSONPathQuery, value: Json): UserError {
  const { segments } = query;
  for (let count = segments.length - 1; count >= 0; count--) {
    const way = beginningOf(query, count);
    const { value: reached } = way.match(value as JSONValue) ?? {};
    if (reached === undefined) continue;
    const missing = String(segments[count]);
    return new UserError('pathEmpty', { path, at: way.toString(), has: namesIn(reached, missing) });
  }
  return new UserError('pathEmpty', { path, at: '$', has: namesIn(value, path) });
}

function namesIn(value: unknown, missing: string): string[] {
  if (Array.isArray(value)) return value.length > 0 ? [`0…${value.length - 1}`] : ['[]'];
  if (!isObject(value)) return [JSON.stringify(value).slice(0, 100)];
  const name = missing.replaceAll(/[^\p{L}\p{N}_-]/gu, '');
  return nearest(name, Object.keys(value).slice(0, mostCompared), mostKeys);
}

type Search = Extract<ResultPart, { by: 'search' }>;

/** Matches that are counted. */
const mostMatches = 100_000;
/** Characters of a line that are shown; of a longer one those around its match. */
const mostOfLine = 400;

/** A line with a match; `at`: where the match is in it. */
interface Hit {
  readonly line: number;
  readonly at: number;
}

/** Reads as many lines with a match as fit, with their numbers. The first match of a line counts. */
function searchResult(result: OpenResult, asked: Search, most: number): ReadPart {
  const { search, from } = asked;
  const hits = hitsIn(result, patternOf(asked));
  const { length: total } = hits;
  if (total === 0) {
    return { text: '', note: { code: 'nothingFound', args: { search, lines: result.lineCount } } };
  }
  if (from > total) throw new UserError('firstOutOfRange', { total, from });
  const lines = new ShownLines(result, hits, most);
  let to = from - 1;
  for (const { line } of hits.slice(from - 1)) {
    if (!lines.show(line, asked.context)) break;
    to += 1;
  }
  const args = { search, from, to, total, ...(to < total && { next: to + 1 }) };
  return { text: lines.text, note: { code: 'matchesRead', args } };
}

/** @throws UserError `regexInvalid`. */
function patternOf({ search, isRegex }: Search): RegExp {
  if (!isRegex) return new RegExp(escapedInPattern(search), 'giu');
  try {
    return new RegExp(search, 'gm');
  } catch (error) {
    throw new UserError('regexInvalid', { search, message: messageOf(error) }, { cause: error });
  }
}

function hitsIn({ text, starts }: OpenResult, pattern: RegExp): Hit[] {
  const hits: Hit[] = [];
  for (
    let match = pattern.exec(text);
    match && hits.length < mostMatches;
    match = pattern.exec(text)
  ) {
    const line = lineAt(starts, match.index);
    hits.push({ line, at: match.index - (starts[line] ?? 0) });
    // The next match has to be in a later line.
    const next = starts[line + 1] ?? text.length;
    if (next >= text.length) break;
    pattern.lastIndex = next;
  }
  return hits;
}

/** The lines of a search: `12: a match`, `13- a line beside one`, each once and in order. */
class ShownLines {
  readonly #lines: string[] = [];
  /** The offset of the match within its line. */
  readonly #places: ReadonlyMap<number, number>;
  #left: number;
  #next = 0;

  constructor(
    private readonly result: OpenResult,
    hits: readonly Hit[],
    most: number,
  ) {
    this.#places = new Map(hits.map(({ line, at }) => [line, at]));
    this.#left = most;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Adds a line with a match and its context; false without room. The first match always fits. */
  show(hit: number, context: number): boolean {
    const first = Math.max(this.#next, hit - context);
    const last = Math.min(this.result.lineCount - 1, hit + context);
    const added: string[] = [];
    if (context > 0 && first > this.#next && this.#lines.length > 0) added.push('--');
    for (let line = first; line <= last; line++) added.push(this.#shown(line));
    const size = added.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > this.#left && this.#lines.length > 0) return false;
    this.#lines.push(...added);
    this.#left -= size;
    this.#next = Math.max(this.#next, last + 1);
    return true;
  }

  #shown(line: number): string {
    const { text, starts } = this.result;
    const start = starts[line] ?? 0;
    const whole = text.slice(start, starts[line + 1]).replace(/\r?\n$/, '');
    const at = this.#places.get(line);
    const mark = at === undefined ? '-' : ':';
    if (whole.length <= mostOfLine) return `${line + 1}${mark} ${whole}`;
    const middle = (at ?? 0) - mostOfLine / 2;
    const from = Math.max(0, Math.min(middle, whole.length - mostOfLine));
    const piece = wholeCharacters(whole, from, from + mostOfLine);
    // The range in the whole text, so that the surroundings can be read.
    return `${line + 1}${mark} [${start + from + 1}-${start + from + piece.length}] …${piece}…`;
  }
}
