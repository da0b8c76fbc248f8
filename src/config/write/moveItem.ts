import { applyEdits, createScanner, type Edit, type Node } from 'jsonc-parser';
import { token } from '../read/jsoncDocument';

/** A property or element lifted out of a text, with the comments that belong to it. */
export interface LiftedItem {
  /** Comments on the lines directly above, in order. */
  readonly above: readonly string[];
  /** Empty where there are comments alone. */
  readonly body: string;
  /** The comment behind it on its last line. */
  readonly behind: string | undefined;
}

interface Token {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

/** Takes `item` out of its container, with its comments and the comma it leaves over. */
export function liftItem(
  text: string,
  item: Node,
): { readonly text: string; readonly item: LiftedItem } {
  const container = item.parent ?? item;
  const before = gapBefore(text, container, item);
  const after = gapAfter(text, container, item);
  const above = commentsAbove(text, before);
  const behind = commentBehind(after);
  const comma = after.find(({ kind }) => kind === token.comma);
  const itemEnd = item.offset + item.length;
  const onSameLine =
    comma && !text.slice(itemEnd, comma.start).includes('\n') ? comma.end : itemEnd;
  const start = above[0]?.start ?? item.offset;
  const spare = comma ?? before.find(({ kind }) => kind === token.comma);
  const beside = spare && spare.end <= start && /^[ \t]*$/.test(text.slice(spare.end, start));
  const span = beside
    ? { offset: spare.start, length: (behind?.end ?? itemEnd) - spare.start }
    : wholeLines(text, start, behind?.end ?? onSameLine);

  const edits: Edit[] = [{ ...span, content: '' }];
  if (spare && (spare.start >= span.offset + span.length || spare.end <= span.offset)) {
    edits.push({ offset: spare.start, length: 1, content: '' });
  }
  const indent = indentAt(text, item.offset);
  const cut = ({ start, end }: Token): string => unindent(text.slice(start, end), indent);
  return {
    text: applyEdits(text, edits),
    item: {
      above: above.map(cut),
      body: unindent(text.slice(item.offset, itemEnd), indent),
      behind: behind && cut(behind),
    },
  };
}

/** Puts `item` behind the last child of `container`, in the style of the text. */
export function putItem(text: string, container: Node, item: LiftedItem): string {
  const newline = lineEnd(text);
  const last = container.children?.at(-1);
  const closing = container.offset + container.length - 1;
  const outer = indentAt(text, container.offset);
  const indent =
    last && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + indentUnit(text);
  const from = last ? last.offset + last.length : container.offset + 1;
  const gap = tokensIn(text, from, closing);
  const comma = gap.find(({ kind }) => kind === token.comma);
  const anchor = last
    ? Math.max(comma?.end ?? from, commentBehind(gap)?.end ?? from)
    : (gap.findLast(isComment)?.end ?? from);
  const rendered = render(item, comma !== undefined)
    .split('\n')
    .map((line) => `${newline}${indent}${line}`)
    .join('');
  const onOneLine = !text.slice(anchor, closing).includes('\n');
  const separator = last && !comma && item.body ? ',' : '';
  const end = onOneLine
    ? `${newline}${outer}${text.slice(anchor).trimStart()}`
    : text.slice(anchor);
  return `${text.slice(0, from)}${separator}${text.slice(from, anchor)}${rendered}${end}`;
}

/** Every comment of an item, as an item to put. */
export function commentsOf({ above, body, behind }: LiftedItem): LiftedItem {
  const text = [...above, body, behind ?? ''].join('\n');
  const comments = tokensIn(text, 0, text.length).filter(isComment);
  return {
    above: comments.map(({ start, end }) => text.slice(start, end)),
    body: '',
    behind: undefined,
  };
}

/** An item written anew; `value` is shown with the indentation of `text`. */
export function newItem(text: string, name: string, value: unknown): LiftedItem {
  const body = `${JSON.stringify(name)}: ${JSON.stringify(value, undefined, indentUnit(text))}`;
  return { above: [], body, behind: undefined };
}

/** An element written anew. */
export function newElement(text: string, value: unknown): LiftedItem {
  const body = JSON.stringify(value, undefined, indentUnit(text));
  return { above: [], body, behind: undefined };
}

/** The line end that the text uses. */
export function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** One level of indentation as the text writes it; a tab where it has none. */
export function indentUnit(text: string): string {
  // Lines of a comment are not indented by levels.
  return /\n([ \t]+)["{}[\]]/.exec(text)?.[1] ?? '\t';
}

function render(item: LiftedItem, comma: boolean): string {
  if (!item.body) return item.above.join('\n');
  const behind = item.behind === undefined ? '' : ` ${item.behind}`;
  return [...item.above, `${item.body}${comma ? ',' : ''}${behind}`].join('\n');
}

function gapBefore(text: string, container: Node, item: Node): readonly Token[] {
  const previous = container.children?.findLast(({ offset }) => offset < item.offset);
  const from = previous ? previous.offset + previous.length : container.offset + 1;
  return tokensIn(text, from, item.offset);
}

function gapAfter(text: string, container: Node, item: Node): readonly Token[] {
  const next = container.children?.find(({ offset }) => offset > item.offset);
  const to = next?.offset ?? container.offset + container.length - 1;
  return tokensIn(text, item.offset + item.length, to);
}

function tokensIn(text: string, from: number, to: number): readonly Token[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const tokens: Token[] = [];
  for (;;) {
    const kind: number = scanner.scan();
    const start = scanner.getTokenOffset();
    if (kind === token.end || start >= to) return tokens;
    tokens.push({ kind, start, end: start + scanner.getTokenLength() });
  }
}

/** The comments on lines of their own directly above the end of the gap. */
function commentsAbove(text: string, gap: readonly Token[]): readonly Token[] {
  const firstBreak = gap.findIndex(({ kind }) => kind === token.lineBreak);
  if (firstBreak === -1) return [];
  const found: Token[] = [];
  let breaks = 0;
  for (const one of gap.slice(firstBreak).toReversed()) {
    if (one.kind === token.lineBreak && ++breaks > 1) break;
    if (!isComment(one)) continue;
    if (!startsLine(text, one.start)) break;
    found.push(one);
    breaks = 0;
  }
  return found.toReversed();
}

/** The comment between an item and the end of its line. */
function commentBehind(gap: readonly Token[]): Token | undefined {
  const firstBreak = gap.findIndex(({ kind }) => kind === token.lineBreak);
  const line = firstBreak === -1 ? [] : gap.slice(0, firstBreak);
  return line.findLast(isComment);
}

/** Widens a span to whole lines where nothing else stands on them. */
function wholeLines(text: string, start: number, end: number): { offset: number; length: number } {
  const rest = /^[ \t]*(\r?\n)?/.exec(text.slice(end)) ?? [''];
  const offset = startsLine(text, start) ? text.lastIndexOf('\n', start - 1) + 1 : start;
  const wide = offset < start || text[start - 1] === '\n' || rest[1] === undefined;
  const until = end + (wide ? rest[0].length : 0);
  return { offset, length: until - offset };
}

function isComment({ kind }: Token): boolean {
  return kind === token.lineComment || kind === token.blockComment;
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}

/** The space that the line of `offset` begins with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

function unindent(part: string, indent: string): string {
  return part
    .split(/\r?\n/)
    .map((line, at) => (at > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}
