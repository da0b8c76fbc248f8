import { getNodeValue, type Node } from 'jsonc-parser';
import { canonicalJson, type Json, isObject, ownValue } from '../../base/json';
import { JsoncDocument } from '../read/jsoncDocument';
import { nodeAt } from '../read/properties';
import { indentAt, liftItem, lineEnd, newElement, newItem, putItem, indentUnit } from './moveItem';

/** Names of properties and indices of elements, from the root. */
export type JsonPath = readonly (string | number)[];

/** The longest value that joins a line, in UTF-16 units. */
const shortLength = 60;

/**
 * The JSON text with the value at a path set. Missing parents are created; an index behind the last element appends.
 * Comments, order and layout of everything else stay byte for byte. The text stays the same if it has the value. It
 * also does if the path leads through a broken or plain value.
 */
export function setValue(text: string, path: JsonPath, value: Json): string {
  return beyondMark(text, (body) => {
    const document = new JsoncDocument(body);
    if (document.root === undefined) {
      return document.faults.length > 0 ? body : setValue(withRoot(body), path, value);
    }
    const { node, rest } = follow(document.root, path);
    if (!document.isWhole(node)) return body;
    if (rest.length === 0) return replace(body, node, value);
    const [first, ...below] = rest;
    const fits = node.type === (typeof first === 'number' ? 'array' : 'object');
    return fits && first !== undefined ? insert(body, node, first, wrapped(below, value)) : body;
  });
}

/**
 * The JSON text without the property or element at a path, and without its comments. The text stays the same if there
 * is none, or if its container is broken.
 */
export function removeValue(text: string, path: JsonPath): string {
  return beyondMark(text, (body) => {
    const document = new JsoncDocument(body);
    if (document.root === undefined || path.length === 0) return body;
    const { node, rest } = follow(document.root, path);
    const item = node.parent?.type === 'property' ? node.parent : node;
    const whole = rest.length === 0 && item.parent && document.isWhole(item.parent);
    return whole ? liftItem(body, item).text : body;
  });
}

/** The edited text behind a byte order mark, which stays. */
export function beyondMark(text: string, edit: (body: string) => string): string {
  return text.startsWith('\uFEFF') ? `\uFEFF${edit(text.slice(1))}` : edit(text);
}

/** A text of comments and space alone, with an empty object behind it. */
function withRoot(text: string): string {
  const newline = lineEnd(text);
  const separator = text === '' || text.endsWith('\n') ? '' : newline;
  return `${text}${separator}{}${newline}`;
}

/** The last node on the path that is there, and what is left of the path. */
function follow(root: Node, path: JsonPath): { readonly node: Node; readonly rest: JsonPath } {
  let node = root;
  for (const [at, step] of path.entries()) {
    const next = nodeAt(node, [step]);
    if (next === undefined) return { node, rest: path.slice(at) };
    node = next;
  }
  return { node, rest: [] };
}

function wrapped(path: JsonPath, value: Json): Json {
  return path.reduceRight<Json>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
}

function replace(text: string, node: Node, value: Json): string {
  if (canonicalJson(getNodeValue(node)) === canonicalJson(value)) return text;
  const end = node.offset + node.length;
  const style = styleOf(text, text.slice(node.offset, end));
  const indent = indentAt(text, node.offset);
  const written = writeJson(value, style).replaceAll('\n', `${lineEnd(text)}${indent}`);
  return `${text.slice(0, node.offset)}${written}${text.slice(end)}`;
}

function insert(text: string, container: Node, key: string | number, value: Json): string {
  const end = container.offset + container.length;
  const last = container.children?.at(-1);
  const style = styleOf(text, text.slice(container.offset, end));
  // A lone `{}` is a new file, which is laid out over several lines.
  const beside = isOneLine(text) ? last || container.parent : last && isShort(value);
  if (style.indent === undefined && beside) {
    const name = typeof key === 'string' ? `${JSON.stringify(key)}:${style.gap}` : '';
    const at = last ? last.offset + last.length : container.offset + 1;
    // The comma that may follow the last child now follows the new one.
    const separator = last ? `,${style.gap}` : '';
    return `${text.slice(0, at)}${separator}${name}${writeJson(value, style)}${text.slice(at)}`;
  }
  const item = typeof key === 'string' ? newItem(text, key, value) : newElement(text, value);
  return putItem(text, container, item);
}

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= shortLength;
}

/**
 * The JSON text with the changes of a value at a path, property by property, and of an array whose elements keep their
 * places. Comments, order and layout of equal parts stay byte for byte. `after` is `undefined` if the value goes. The
 * result is `undefined` if the text is broken or has another value than `before`.
 */
export function changeValue(
  text: string,
  path: JsonPath,
  before: Json,
  after: Json | undefined,
): string | undefined {
  const { root, faults } = new JsoncDocument(text);
  const node = root && nodeAt(root, path);
  if (!node || faults.length > 0) return undefined;
  if (canonicalJson(getNodeValue(node)) !== canonicalJson(before)) return undefined;
  return changed(text, path, before, after);
}

function changed(
  text: string,
  path: JsonPath,
  before: Json | undefined,
  after: Json | undefined,
): string {
  if (after === undefined) return removeValue(text, path);
  if (canonicalJson(before) === canonicalJson(after)) return text;
  const elements = changedElements(before, after);
  if (elements) {
    return elements.reduce<string>(
      (edited, { at, from, to }) => changed(edited, [...path, at], from, to),
      text,
    );
  }
  if (!isObject(before) || !isObject(after)) return setValue(text, path, after);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].reduce(
    (edited, name) =>
      changed(edited, [...path, name], ownValue(before, name), ownValue(after, name)),
    text,
  );
}

/**
 * The elements in which two arrays differ; `undefined` where their lengths do, or where one has moved, because its
 * comment would stand at another one.
 */
function changedElements(before: unknown, after: unknown) {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  if (before.length !== after.length) return undefined;
  const [olds, news] = [before, after].map((all: Json[]) => all.map((one) => canonicalJson(one)));
  const changes = after
    .map((to: Json, at) => ({ at, from: before[at] as Json, to }))
    .filter(({ at }) => olds?.[at] !== news?.[at]);
  const hasMoved = changes.some(
    ({ at }) => olds?.includes(news?.[at] ?? '') || news?.includes(olds?.[at] ?? ''),
  );
  return hasMoved ? undefined : changes;
}

/** The layout of a JSON text. */
interface JsonStyle {
  /** One level of indentation; absent where all stands on one line. */
  readonly indent: string | undefined;
  /** Behind a comma on the same line. */
  readonly gap: string;
  /** Inside the braces of an object on one line. */
  readonly padding: string;
}

const compact = /["\]}\d],["[{\d]|":\S/;

/** True if a text has no line end but at its end. */
function isOneLine(text: string): boolean {
  return !text.trim().includes('\n');
}

/** The style of a part of a text. An empty object or array has the style of the whole text. */
function styleOf(text: string, part: string): JsonStyle {
  const short = isOneLine(text) || (isOneLine(part) && !isEmpty(part));
  const sample = short && !isOneLine(text) ? part : text;
  return {
    indent: short ? undefined : indentUnit(text),
    gap: compact.test(sample) ? '' : ' ',
    padding: /\{ /.test(sample) ? ' ' : '',
  };
}

/** A value in a style; lines are parted by `\n` and the first is not indented. */
export function writeJson(value: Json | undefined, style: JsonStyle): string {
  if (style.indent !== undefined) return JSON.stringify(value ?? null, undefined, style.indent);
  const { gap, padding } = style;
  const write = (inner: Json | undefined): string => {
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner ?? null);
    if (isArray(inner)) return `[${inner.map(write).join(`,${gap}`)}]`;
    const members = Object.entries(inner).flatMap(([key, member]) =>
      member === undefined ? [] : [`${JSON.stringify(key)}:${gap}${write(member)}`],
    );
    return members.length === 0 ? '{}' : `{${padding}${members.join(`,${gap}`)}${padding}}`;
  };
  return write(value);
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isEmpty(part: string): boolean {
  return /^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(part);
}
