import { isObject, type Json } from '../../base/json';
import { indentedJson } from './indentedJson';
import { OpenResult, wholeCharacters } from './openResult';

/**
 * Characters of the parts of a preview. They are under 8 KiB together, because VS Code's agent stores longer texts in a
 * file.
 */
const [mostHead, mostTail, mostShape] = [3_500, 1_200, 2_000];
/** Characters of a line above which JSON is indented. */
const longLine = 2_000;

/** The preview of a stored result for a model. */
export interface ResultPreview {
  readonly characters: number;
  readonly head: string;
  readonly tail: string;
  readonly format: 'json' | 'text';
  /** Absent without a look at the text. */
  readonly lines?: number | undefined;
  /** The structure of JSON, or the columns of a table. */
  readonly shape?: string | undefined;
}

/** A result in the form in which it stays stored: JSON on long lines is indented. */
export function readableResult(given: string): OpenResult {
  const result = new OpenResult(given);
  const { value } = result;
  if (value === undefined || !hasLongLine(result.starts) || isLines(given, value)) return result;
  return new OpenResult(indentedJson(given), value);
}

/** Previews a result. */
export function previewOf(result: OpenResult): ResultPreview {
  const { text, value, lineCount } = result;
  const isJson = value !== undefined;
  return {
    ...ends(text),
    lines: lineCount,
    format: isJson ? 'json' : 'text',
    shape: isJson
      ? jsonShape(value, mostShape)
      : tableShape(text.slice(0, mostHead).split('\n').slice(0, -1), lineCount)?.slice(
          0,
          mostShape,
        ),
  };
}

/** Previews a text by its beginning and end alone. */
export function ends(text: string): Pick<ResultPreview, 'characters' | 'head' | 'tail' | 'format'> {
  const { length: characters } = text;
  const head = wholeCharacters(text, 0, mostHead);
  const tail = wholeCharacters(text, Math.max(mostHead, characters - mostTail), characters);
  return { characters, head: upToLine(head), tail: fromLine(tail), format: 'text' };
}

/** Cuts a piece at its last line break, if that costs less than half of it. */
function upToLine(piece: string): string {
  const end = piece.lastIndexOf('\n');
  return end > piece.length / 2 ? piece.slice(0, end) : piece;
}

function fromLine(piece: string): string {
  const start = piece.indexOf('\n');
  return start >= 0 && start < piece.length / 2 ? piece.slice(start + 1) : piece;
}

function hasLongLine(starts: Uint32Array): boolean {
  return starts.some((start, at) => at > 0 && start - (starts[at - 1] ?? 0) > longLine);
}

/** True for JSON lines, which are readable as they are. */
function isLines(text: string, value: unknown): boolean {
  return Array.isArray(value) && /^\s*\{/.test(text);
}

const delimiters = ['\t', ',', ';', '|'] as const;
/** Lines that must have the columns of the first. */
const compared = 5;

/** The columns of a table, such as `[20 × name | price]`; `undefined` for other texts. */
function tableShape(lines: readonly string[], count: number): string | undefined {
  const [header = '', ...rows] = lines.slice(0, compared).map(withoutQuoted);
  if (rows.length < 2) return undefined;
  const delimiter = delimiters.find((one) => {
    const columns = header.split(one).length;
    return columns > 1 && rows.every((row) => row.split(one).length === columns);
  });
  if (delimiter === undefined) return undefined;
  const names = (lines[0] ?? '')
    .split(delimiter)
    .map((name) => name.trim())
    .filter(Boolean);
  return `[${count - 1} × ${names.join(' | ')}]`;
}

/** Removes quoted values, which may contain delimiters. */
function withoutQuoted(line: string): string {
  return line.replaceAll(/"[^"]*"/g, '');
}

/** Items that the shape of an array is made of, spread over all of it. */
const mostSamples = 100;
/** Keys of one object that are named. */
const mostKeys = 40;
const deepest = 6;

/** The shape of all values at one place. */
interface Shape {
  /** Types of simple values, such as `string`. */
  readonly kinds: Set<string>;
  objects: number;
  readonly keys: Map<string, { readonly shape: Shape; seen: number }>;
  readonly lengths: number[];
  items?: Shape;
}

/**
 * Describes a JSON value by keys, types and lengths of arrays, in at most `most` characters. A key with a `?` is missing
 * in some objects at its place. Samples stand for the items of long arrays.
 */
export function jsonShape(value: Json, most: number): string {
  const shape = newShape();
  learn(shape, value, 0);
  for (let depth = deepest; depth > 0; depth--) {
    const text = textOf(shape, depth, '');
    if (text.length <= most) return text;
  }
  return `${textOf(shape, 1, '').slice(0, most - 1)}…`;
}

function newShape(): Shape {
  return { kinds: new Set(), objects: 0, keys: new Map(), lengths: [] };
}

function learn(shape: Shape, value: unknown, depth: number): void {
  if (Array.isArray(value)) return learnArray(shape, value, depth);
  if (!isObject(value)) return void shape.kinds.add(value === null ? 'null' : typeof value);
  shape.objects += 1;
  if (depth >= deepest) return;
  for (const [key, inner] of Object.entries(value)) {
    let known = shape.keys.get(key);
    if (!known) {
      // One more than is shown, so that an ellipsis follows.
      if (shape.keys.size > mostKeys) return;
      known = { shape: newShape(), seen: 0 };
      shape.keys.set(key, known);
    }
    known.seen += 1;
    learn(known.shape, inner, depth + 1);
  }
}

function learnArray(shape: Shape, items: readonly unknown[], depth: number): void {
  shape.lengths.push(items.length);
  if (depth >= deepest) return;
  const step = Math.max(1, items.length / mostSamples);
  for (let at = 0; at < items.length; at += step) {
    shape.items ??= newShape();
    learn(shape.items, items[Math.floor(at)], depth + 1);
  }
}

function textOf(shape: Shape, depth: number, indent: string): string {
  const forms = [...shape.kinds];
  if (shape.objects > 0) forms.push(objectText(shape, depth, indent));
  if (shape.lengths.length > 0) forms.push(arrayText(shape, depth, indent));
  return forms.join(' | ');
}

function arrayText({ lengths, items }: Shape, depth: number, indent: string): string {
  const sorted = lengths.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  const count = least === most ? String(least) : `${least}–${most}`;
  if (!items) return `[${count}]`;
  return depth <= 0 ? `[${count} × …]` : `[${count} × ${textOf(items, depth - 1, indent)}]`;
}

function objectText({ keys, objects }: Shape, depth: number, indent: string): string {
  if (keys.size === 0) return '{}';
  if (depth <= 0) return '{…}';
  const inner = `${indent}  `;
  const lines = [...keys].slice(0, mostKeys).map(([key, { shape, seen }]) => {
    const mark = seen < objects ? '?' : '';
    return `${inner}${JSON.stringify(key)}${mark}: ${textOf(shape, depth - 1, inner)}`;
  });
  if (keys.size > mostKeys) lines.push(`${inner}…`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}
