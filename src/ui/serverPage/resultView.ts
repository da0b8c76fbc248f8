import { fnv1a } from '../../base/fnv1a';
import {
  asText,
  canonicalJson,
  inexactNumber,
  isDeeperThan,
  isObject,
  parsedJson,
} from '../../base/json';
import { leftOut } from './resultBeginning';
import { lineChanges, withoutDistant, type ChangeLine } from '../text/lineChanges';

/** Characters of a text that are shown. */
const mostCharacters = 200_000;
/** Characters of a text that is tried as JSON. */
const mostParsed = 4_000_000;
/** Characters of Base64 that are shown as image or audio: 24 MB. */
const mostBase64 = 32 * 1024 ** 2;
const mostBlocks = 200;
/** Levels of nesting that are compared or indented. */
const mostLevels = 100;

/** A text with as much of it as is shown. */
export interface CutText {
  readonly text: string;
  readonly shown: string;
  /** Characters that are not shown. */
  readonly more: number;
}

/** An array of similar objects. Cells are JSON values; `undefined` where an object lacks the column. */
export interface Table {
  readonly columns: readonly { readonly name: string; readonly isNumeric: boolean }[];
  readonly rows: readonly Record<string, unknown>[];
  /** Scalar neighbours of the array in the object that holds it, such as a total. */
  readonly facts: readonly (readonly [key: string, value: unknown])[];
}

/** The target of a link: `resource` is a resource of the server; `undefined` if it must not open. */
export type LinkTarget = 'browser' | 'resource' | undefined;

interface Media<Kind extends 'image' | 'audio'> {
  readonly kind: Kind;
  /** A `data:` URI. */
  readonly source: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** A part of a result as people look at it. */
export type View =
  | { readonly kind: 'text'; readonly text: CutText; readonly isMarkdown: boolean }
  | {
      readonly kind: 'json';
      readonly value: unknown;
      readonly table: Table | undefined;
      readonly source: 'text' | 'structured' | 'meta' | 'unknown';
      /** The type of an unknown block. */
      readonly type?: string;
    }
  | Media<'image'>
  | Media<'audio'>
  /** Base64 that is not shown: it is broken, empty, too large, or of a type that is not shown. */
  | {
      readonly kind: 'data';
      readonly problem: 'broken' | 'empty' | 'large' | 'type';
      readonly mimeType: string;
      /** Characters if it is broken, otherwise bytes; 0 if it was left out. */
      readonly size: number;
    }
  | {
      readonly kind: 'link';
      readonly uri: string;
      readonly name: string;
      readonly description: string;
      readonly mimeType: string;
      readonly target: LinkTarget;
    }
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly mimeType: string;
      readonly target: LinkTarget;
      readonly content: View;
    }
  | { readonly kind: 'message'; readonly role: string; readonly views: readonly View[] };

/** Views of a result, at most 200 of its blocks. */
export interface ResultViews {
  readonly isError: boolean;
  readonly views: readonly View[];
  /** Blocks that are not shown. */
  readonly more: number;
}

/**
 * Views of the result of `tools/call`, `prompts/get` or `resources/read`, recognized by its own keys. Anything else is
 * one JSON value.
 */
export function resultViews(result: unknown): ResultViews {
  if (!isObject(result)) return { isError: false, views: [jsonView(result, 'text')], more: 0 };
  const { content, messages, contents, structuredContent, description, _meta: meta } = result;
  const isTool = Array.isArray(content) || structuredContent !== undefined;
  const views: View[] = [];
  let more = 0;
  const take = (blocks: unknown, viewOf: (block: unknown) => View): void => {
    if (!Array.isArray(blocks)) return;
    views.push(...blocks.slice(0, mostBlocks).map(viewOf));
    more = Math.max(0, blocks.length - mostBlocks);
  };
  if (isTool) {
    take(content, blockView);
    if (structuredContent !== undefined && !isRepeated(structuredContent, views.flatMap(wordsOf)))
      views.push(jsonView(structuredContent, 'structured'));
  } else if (Array.isArray(messages)) {
    if (asText(description) !== '') views.push(textView(asText(description)));
    take(messages, messageView);
  } else if (Array.isArray(contents)) take(contents, contentsView);
  else return { isError: false, views: [jsonView(result, 'text')], more };
  if (isObject(meta) && Object.keys(meta).length > 0) views.push(jsonView(meta, 'meta'));
  return { isError: result['isError'] === true, views, more };
}

function blockView(block: unknown): View {
  if (!isObject(block)) return jsonView(block, 'unknown');
  const { type, text, data, resource } = block;
  const mimeType = asText(block['mimeType']);
  if (type === 'text' && typeof text === 'string') return textView(text);
  if (type === 'image' || type === 'audio') return dataView(asText(data), mimeType, type);
  if (type === 'resource_link') {
    const uri = asText(block['uri']);
    const name = asText(block['title']) || asText(block['name']) || uri;
    const target = linkTarget(uri);
    return { kind: 'link', uri, name, description: asText(block['description']), mimeType, target };
  }
  if (type === 'resource' && isObject(resource)) return contentsView(resource);
  return { ...jsonView(block, 'unknown'), type: asText(type) };
}

/** View of a resource's content, embedded or read. */
function contentsView(resource: unknown): View {
  if (!isObject(resource)) return jsonView(resource, 'unknown');
  const { text, blob } = resource;
  const uri = asText(resource['uri']);
  const mimeType = asText(resource['mimeType']);
  const content =
    typeof text === 'string'
      ? textView(text, mimeType)
      : typeof blob === 'string'
        ? dataView(blob, mimeType)
        : jsonView(resource, 'unknown');
  return { kind: 'resource', uri, mimeType, target: linkTarget(uri), content };
}

function messageView(message: unknown): View {
  if (!isObject(message)) return jsonView(message, 'unknown');
  const { role, content } = message;
  const blocks = Array.isArray(content) ? content.slice(0, mostBlocks) : [content];
  return { kind: 'message', role: asText(role), views: blocks.map(blockView) };
}

/** A text by its MIME type, or by what it looks like where that says little. */
function textView(text: string, mimeType = ''): View {
  const value = jsonOf(text);
  if (value !== undefined) return jsonView(value, 'text');
  const [type = ''] = mimeType.toLowerCase().split(';');
  // JSON that is shown as text keeps every sign.
  const isWords = parsedObject(text) === undefined;
  const isMarkdown =
    isWords &&
    (type === 'text/markdown' || (['', 'text/plain'].includes(type) && looksLikeMarkdown(text)));
  return { kind: 'text', text: cutText(text), isMarkdown };
}

function jsonView(
  value: unknown,
  source: 'text' | 'structured' | 'meta' | 'unknown',
): View & { readonly kind: 'json' } {
  return { kind: 'json', value, table: tableOf(value), source };
}

/**
 * The object or array that a text is shown as. Other JSON values read better as text, and numbers of too many digits
 * would be shown as other ones.
 */
function jsonOf(text: string): object | undefined {
  const value = parsedObject(text);
  return value === undefined || inexactNumber(text) === undefined ? value : undefined;
}

/** The object or array that a text is as JSON. */
function parsedObject(text: string): object | undefined {
  if (text.length > mostParsed || !/^\s*[{[]/.test(text)) return undefined;
  return parsedJson(text) as object | undefined;
}

/** The beginning of a text, which does not end within a character. */
export function cutText(text: string, most = mostCharacters): CutText {
  if (text.length <= most) return { text, shown: text, more: 0 };
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return { text, shown: text.slice(0, end), more: text.length - end };
}

/** A heading, a fence, a line below a table's head, bold words, or a link. */
const markdownMark =
  /^ {0,3}(?:#{1,6} \S|```|~~~|\|?(?: *:?-{3,}:? *\|)+)|\*\*[^\s*][^*\n]{0,200}\*\*|\[[^\]\n]{1,200}\]\([^\s)][^)\n]{0,500}\)/m;
const listItem = /^ {0,3}(?:[-*+]|\d{1,3}\.) \S/gm;

/** True if a text has one of Markdown's marks, or at least two list items; only its first part is looked at. */
export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, 20_000);
  return markdownMark.test(start) || (start.match(listItem)?.length ?? 0) >= 2;
}

/** The content of a view of a text: its words, or the value that they are as JSON. */
function wordsOf(view: View): readonly unknown[] {
  if (view.kind === 'text') return [parsedObject(view.text.text) ?? view.text.text];
  return view.kind === 'json' && view.source === 'text' ? [view.value] : [];
}

/**
 * True if texts show the structured content already: one of them as the same JSON, or as the value that SDKs wrap as
 * `{"result": …}`; or, where that is a list, each of them an item. Texts that are JSON come as its value.
 */
function isRepeated(structured: unknown, texts: readonly unknown[]): boolean {
  const wrapped =
    isObject(structured) && Object.keys(structured).join() === 'result'
      ? structured['result']
      : undefined;
  const isList = Array.isArray(wrapped) && wrapped.length > 0 && wrapped.length === texts.length;
  if (isList && wrapped.every((item, at) => isItem(texts[at], item))) return true;
  if (typeof wrapped === 'string' && texts.includes(wrapped)) return true;
  const values = texts.filter((text) => typeof text !== 'string');
  // Both may be large and the values many, so that they are not compared each with each.
  const wanted = values.length > 0 ? [structured, wrapped].map(comparable) : [];
  return values.some((value) => {
    const own = comparable(value);
    return own !== undefined && wanted.includes(own);
  });
}

/** True if a text shows an item of a list; numbers and the like are written as JSON, but stay words in a text. */
function isItem(text: unknown, item: unknown): boolean {
  if (text === item) return true;
  if (typeof text === 'string') return typeof item !== 'string' && parsedJson(text) === item;
  const own = comparable(text);
  return own !== undefined && own === comparable(item);
}

/** JSON that is the same for equal values; `undefined` for those that are nested too deep. */
function comparable(value: unknown): string | undefined {
  return isDeeperThan(mostLevels, value) ? undefined : canonicalJson(value);
}

const [mostColumns, leastRows, leastShare] = [30, 2, 0.7];

/**
 * A table of an array of objects, or of an object's only array beside scalars. At least two rows must fill 70 % of all
 * cells with scalars, because a table of objects or gaps reads worse than a tree.
 */
function tableOf(value: unknown): Table | undefined {
  if (Array.isArray(value)) return tableOfRows(value, []);
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const facts = entries.filter(([, inner]) => isScalar(inner));
  const [only, ...others] = entries.filter(([, inner]) => !isScalar(inner));
  if (!only || others.length > 0 || !Array.isArray(only[1])) return undefined;
  return tableOfRows(only[1], facts);
}

function tableOfRows(rows: readonly unknown[], facts: Table['facts']): Table | undefined {
  if (rows.length < leastRows || !rows.every(isObject)) return undefined;
  const names = new Set<string>();
  let filled = 0;
  for (const row of rows)
    for (const [key, value] of Object.entries(row)) {
      names.add(key);
      if (names.size > mostColumns) return undefined;
      if (isScalar(value)) filled += 1;
    }
  if (names.size === 0 || filled < leastShare * names.size * rows.length) return undefined;
  const columns = [...names].map((name) => {
    const cells = rows.map((row) => cellOf(row, name)).filter((cell) => cell !== undefined);
    const isNumber = (cell: unknown): boolean => typeof cell === 'number';
    const isNumeric =
      cells.some(isNumber) && cells.every((cell) => cell === null || isNumber(cell));
    return { name, isNumeric };
  });
  return { columns, rows, facts };
}

/** The value of a row in a column; inherited properties do not count. */
export function cellOf(row: Record<string, unknown>, column: string): unknown {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Types that a page shows. An SVG inside `<img>` runs no script and loads nothing. */
const shownTypes = {
  image: /^image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)$/,
  audio: /^audio\/(?:(?:x-|vnd\.)?wave?|mpeg|mp3|mp4|ogg|webm|aac|flac)$/,
} as const;

function dataView(base64: string, declared: string, wanted?: 'image' | 'audio'): View {
  const [mimeType = ''] = declared.toLowerCase().split(';');
  if (base64 === leftOut) return { kind: 'data', problem: 'large', mimeType, size: 0 };
  const data = base64.replaceAll(/\s+/g, '');
  if (data === '') return { kind: 'data', problem: 'empty', mimeType: declared, size: 0 };
  const bytes = base64Bytes(data);
  if (bytes === undefined)
    return { kind: 'data', problem: 'broken', mimeType: declared, size: base64.length };
  const kind = (wanted ? [wanted] : (['image', 'audio'] as const)).find((one) =>
    shownTypes[one].test(mimeType),
  );
  if (!kind) return { kind: 'data', problem: 'type', mimeType: declared, size: bytes };
  if (data.length > mostBase64) return { kind: 'data', problem: 'large', mimeType, size: bytes };
  return { kind, source: `data:${mimeType};base64,${data}`, mimeType, bytes };
}

/** Bytes that Base64 holds; `undefined` if it is invalid or empty. */
function base64Bytes(data: string): number | undefined {
  const body = data.replace(/={1,2}$/, '');
  if (body === '' || body.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(body)) return undefined;
  return Math.floor((body.length * 3) / 4);
}

/** Schemes that run something, write to somebody, or hold their content themselves, so that no server can be asked for it. */
const refusedSchemes = new Set([
  'mailto:',
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'command:',
]);

/** The target of an address in a result: http and https open in a browser, others as resources of the server. */
export function linkTarget(uri: string): LinkTarget {
  if (!URL.canParse(uri)) return undefined;
  const { protocol } = new URL(uri);
  if (protocol === 'http:' || protocol === 'https:') return 'browser';
  return refusedSchemes.has(protocol) ? undefined : 'resource';
}

/** The first children of an object or array, with how many more there are. */
export function childrenOf(
  value: object,
  most: number,
): {
  readonly children: readonly (readonly [key: string, value: unknown])[];
  readonly more: number;
} {
  if (Array.isArray(value)) {
    const children = value.slice(0, most).map((item, at) => [String(at), item] as const);
    return { children, more: value.length - children.length };
  }
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  const children = keys.slice(0, most).map((key) => [key, record[key]] as const);
  return { children, more: keys.length - children.length };
}

/** A JSON value on indented lines, as much as is shown. */
export function rawJson(value: unknown): { readonly text: string; readonly isCut: boolean } {
  const lines = new JsonLines(mostCharacters, false);
  lines.add(value);
  return { text: cutText(lines.lines.join('\n')).shown, isCut: lines.isCut };
}

/** The whole JSON of a value, for the clipboard. Deep values are not indented, because blanks would be most of it. */
export function wholeJson(value: unknown): string {
  return JSON.stringify(value, undefined, isDeeperThan(mostLevels, value) ? 0 : 2) ?? '';
}

/** Characters of a string in compared JSON; a longer one ends in its length and a checksum. */
const mostCompared = 2_000;

/** Lines of indented JSON, until there are `most` characters. */
class JsonLines {
  readonly lines: string[] = [];
  isCut = false;
  #characters = 0;

  /** @param isStable sorts keys and shortens long strings, for comparison. */
  constructor(
    private readonly most: number,
    private readonly isStable: boolean,
  ) {}

  line(text: string): void {
    if (this.#isFull) {
      this.isCut = true;
      return;
    }
    this.#characters += text.length + 1;
    this.lines.push(text);
  }

  add(value: unknown, key = '', level = 0, comma = ''): void {
    const indent = '  '.repeat(level);
    if (typeof value !== 'object' || value === null) {
      this.line(`${indent}${key}${this.#scalar(value)}${comma}`);
      return;
    }
    const isList = Array.isArray(value);
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    const keys = isList ? undefined : Object.keys(value);
    if (this.isStable) keys?.sort();
    const count = isList ? value.length : (keys?.length ?? 0);
    if (count === 0 || level >= mostLevels) {
      if (count > 0) this.isCut = true;
      this.line(`${indent}${key}${open}${count > 0 ? '…' : ''}${close}${comma}`);
      return;
    }
    this.line(`${indent}${key}${open}`);
    for (let at = 0; at < count && !this.#isFull; at += 1) {
      const name = keys?.[at];
      const inner: unknown =
        name === undefined ? (value as unknown[])[at] : (value as Record<string, unknown>)[name];
      const label = name === undefined ? '' : `${JSON.stringify(name)}: `;
      this.add(inner, label, level + 1, at < count - 1 ? ',' : '');
    }
    this.line(`${indent}${close}${comma}`);
  }

  get #isFull(): boolean {
    return this.#characters > this.most;
  }

  #scalar(value: unknown): string {
    if (!this.isStable || typeof value !== 'string' || value.length <= mostCompared)
      return JSON.stringify(value) ?? 'null';
    // Long strings that differ give different lines.
    const checksum = fnv1a(value).toString(16).padStart(8, '0');
    return `${JSON.stringify(cutText(value, 80).shown)}… (${value.length}, #${checksum})`;
  }
}

/** The difference of two results. */
export interface ResultChanges {
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly ChangeLine[];
  /** Only the beginnings were compared. */
  readonly isCut: boolean;
}

const mostComparedCharacters = 1_000_000;
const mostComparedLines = 5_000;
/** The difference of two results, as lines of texts and of JSON with sorted keys. */
export function resultChanges(before: unknown, after: unknown): ResultChanges {
  const [old, current] = [stableLines(before), stableLines(after)];
  return changesOfLines(old.lines, current.lines, old.isCut || current.isCut);
}

/** The difference of two texts. */
export function changesOfLines(
  old: readonly string[],
  current: readonly string[],
  isCut = false,
): ResultChanges {
  const all = lineChanges(old, current);
  const count = (kind: ChangeLine['kind']): number =>
    all.filter((line) => line.kind === kind).length;
  return {
    added: count('added'),
    removed: count('removed'),
    lines: withoutDistant(all),
    isCut,
  };
}

/** Texts of a result as their lines, the rest as JSON; JSON in texts counts as JSON. */
function stableLines(result: unknown): { lines: readonly string[]; isCut: boolean } {
  const lines = new JsonLines(mostComparedCharacters, true);
  const { content, ...rest } = isObject(result) ? result : {};
  if (!Array.isArray(content)) lines.add(result);
  else {
    const texts: unknown[] = [];
    for (const block of content) {
      const text: unknown = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
      if (typeof text !== 'string') lines.add(block);
      else {
        const value = jsonOf(text);
        texts.push(value ?? parsedObject(text) ?? text);
        if (value === undefined) for (const line of text.split(/\r?\n/)) lines.line(line);
        else lines.add(value);
      }
    }
    // Structured content that repeats a text would show each change twice.
    if (isRepeated(rest['structuredContent'], texts)) delete rest['structuredContent'];
    if (Object.keys(rest).length > 0) lines.add(rest);
  }
  const isCut = lines.isCut || lines.lines.length > mostComparedLines;
  return { lines: lines.lines.slice(0, mostComparedLines), isCut };
}
