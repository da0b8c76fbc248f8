import { messageOf, UserError } from '../../base/errors';
import type { ReadPart, ResultPart } from '../../ipc/keptResults';
import { lineAt } from './lineStarts';
import type { OpenResult } from './openResult';
import { wholeCharacters } from './wholeCharacters';

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

/** As many of the lines with a match as fit, with their numbers; of several matches in a line the first counts. */
export function searchResult(result: OpenResult, asked: Search, most: number): ReadPart {
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
  if (!isRegex) return new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
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
    // The next one is looked for in the next line.
    const next = starts[line + 1] ?? text.length;
    if (next >= text.length) break;
    pattern.lastIndex = next;
  }
  return hits;
}

/** Lines as a search shows them: `12: a match`, `13- a line beside one`, each once and in their order. */
class ShownLines {
  readonly #lines: string[] = [];
  /** Where in a line its match is. */
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

  /** Adds a line with a match and those around it; false where there is no room. The first always has. */
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
    // Where the piece stands in the whole text, so that what is around it can be read.
    return `${line + 1}${mark} [${start + from + 1}-${start + from + piece.length}] …${piece}…`;
  }
}
