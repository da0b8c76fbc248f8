import type { Span } from '../read/configDocument';

/** Replaces `length` UTF-16 units at `offset` by `content`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/**
 * The one edit between two texts, without their common start and end. Functions of this folder edit whole texts;
 * the editor gets their result as one small change. Splits no surrogate pair and no line end, because an editor
 * refuses that.
 */
export function minimalEdit(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  if (isParted(before, start) || isParted(after, start)) start--;
  let end = 0;
  while (end < limit - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (isParted(before, before.length - end) || isParted(after, after.length - end)) end--;
  const content = after.slice(start, after.length - end);
  return [{ offset: start, length: before.length - end - start, content }];
}

/** True if `at` is within a pair of surrogates or a line end of two characters. */
function isParted(text: string, at: number): boolean {
  return at > 0 && /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/.test(text.slice(at - 1, at + 1));
}

/**
 * Widens a part to whole lines, with the comments directly above and surplus blank lines. Takes nothing before
 * `floor`, the end of the previous part.
 */
export function wholeLines(text: string, start: number, end: number, floor: number): Span {
  let from = lineStart(text, start);
  while (from > floor) {
    const above = lineStart(text, from - 1);
    if (above < floor || !text.slice(above, from).trimStart().startsWith('#')) break;
    from = above;
  }
  let to = lineAfter(text, end);
  if (from === 0 || isBlank(text, lineStart(text, from - 1), from)) {
    while (to < text.length && isBlank(text, to, lineAfter(text, to))) to = lineAfter(text, to);
  }
  while (to === text.length && from > floor) {
    const above = lineStart(text, from - 1);
    if (above < floor || !isBlank(text, above, from)) break;
    from = above;
  }
  return { offset: from, length: to - from };
}

/** The start of the line of `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the line after that of `offset`. */
export function lineAfter(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** The text with a line end, so that lines can follow. */
export function closedLine(text: string, newline: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${newline}`;
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}
