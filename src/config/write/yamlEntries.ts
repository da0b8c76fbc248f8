import { applyEdits, type Edit, getNodeValue } from 'jsonc-parser';
import { stringify, type Node, isMap, isScalar, isSeq, type Pair, type YAMLSeq } from 'yaml';
import { UserError } from '../../base/errors';
import { canonicalJson, type JsonObject, withValue, isObject, valueAt } from '../../base/json';
import { writtenEnd, parseYaml, readYaml } from '../read/yamlDocument';
import { writeJson } from './jsonEdits';
import { lineEnd } from './moveItem';
import type { EntryWrite } from './putEntries';
import { closedLine, lineAfter, lineStart } from './textEdit';

/**
 * The YAML text with entries in the list under `key`, each with its name. A new entry comes last; an overwritten one
 * stays in its place. The result is read again, so nothing else can have changed.
 * @throws UserError `nameTaken` {name}, `fileBroken` {file}.
 */
export function putYamlEntries(
  text: string,
  place: YamlPlace,
  entries: readonly EntryWrite[],
): string {
  return entries.reduce((body, { name, value, overwrite }) => {
    const list = readYamlList(body, place);
    const at = list.names.indexOf(name);
    if (at >= 0 && !overwrite) throw new UserError('nameTaken', { name });
    const item = JSON.parse(JSON.stringify({ name, ...value })) as JsonObject;
    if (at >= 0 && canonicalJson(list.items[at]) === canonicalJson(item)) return body;
    const edit = at < 0 ? insertion(list, item) : replacement(list, at, item);
    return checked(list, edit, at < 0 ? [...list.items, item] : list.items.with(at, item));
  }, text);
}

function insertion(list: YamlList, item: JsonObject): Edit {
  const { body, seq, root, at, place } = list;
  const last = seq?.items.at(-1);
  if (seq && last) {
    if (seq.flow === true) return insert(endOf(last), `, ${flowText(item)}`);
    return linesAfter(list, endOf(last), blockItem(list, item, columnOf(body, startOf(seq))));
  }
  if (seq && at !== 'value') return insert(startOf(seq) + 1, flowText(item));
  const indent = root ? columnOf(body, startOf(root)) : 0;
  const lines = blockItem(list, item, indent + unitOf(body));
  if (at === 'value') return emptyValue(list, lines);
  if (at === 'flowRoot') return flowMember(list, item);
  const under = [`${' '.repeat(indent)}${place.key}:`, ...lines];
  if (root) return linesAfter(list, endOf(root), under);
  const opening = body.trim() === '' ? place.opening : [];
  return linesAfter(list, body.length, [...opening, ...under]);
}

/** Behind a key that has nothing, null or an empty list yet. */
function emptyValue(list: YamlList, lines: readonly string[]): Edit {
  const { body, colon, value } = list;
  if (!value || endOf(value) === startOf(value)) return linesAfter(list, colon, lines);
  const start = writtenEnd(body, startOf(value));
  const newline = lineEnd(body);
  const content = lines.map((line) => `${newline}${line}`).join('');
  return { offset: start, length: endOf(value) - start, content };
}

function flowMember({ body, root, place }: YamlList, item: JsonObject): Edit {
  const closing = root ? writtenEnd(body, endOf(root) - 1) : 0;
  const separator = body[closing - 1] === '{' || body[closing - 1] === ',' ? '' : ', ';
  return insert(closing, `${separator}${JSON.stringify(place.key)}: [${flowText(item)}]`);
}

function replacement(list: YamlList, at: number, item: JsonObject): Edit {
  const { body, seq } = list;
  const node = seq?.items[at];
  const start = node ? startOf(node) : 0;
  const end = node ? writtenEnd(body, endOf(node)) : 0;
  const column = columnOf(body, start);
  const lines = itemLines(body, item).map((line, i) => (i === 0 ? line : indented(line, column)));
  const content = seq?.flow === true ? flowText(item) : lines.join(lineEnd(body));
  return { offset: start, length: end - start, content };
}

/** A new item with its dash, which stands where those of the others do. */
function blockItem({ body, seq }: YamlList, item: JsonObject, column: number): string[] {
  const [first, dash] = [seq?.items[0], firstDash(seq)];
  const beside = first && dash !== undefined && lineStart(body, startOf(first)) <= dash;
  const gap = beside && startOf(first) > dash + 1 ? startOf(first) - dash - 1 : 1;
  return itemLines(body, item).map((line, at) =>
    at === 0 ? `${' '.repeat(column)}-${' '.repeat(gap)}${line}` : indented(line, column + 1 + gap),
  );
}

function itemLines(body: string, item: JsonObject): readonly string[] {
  return stringify(item, { indent: unitOf(body), lineWidth: 0 })
    .trimEnd()
    .split('\n');
}

function flowText(item: JsonObject): string {
  return writeJson(item, { indent: undefined, gap: ' ', padding: '' });
}

function linesAfter({ body }: YamlList, end: number, lines: readonly string[]): Edit {
  const newline = lineEnd(body);
  const at = body[end - 1] === '\n' ? end : lineAfter(body, end);
  const missing = closedLine(body.slice(0, at), newline).slice(at);
  return insert(at, `${missing}${lines.join(newline)}${newline}`);
}

function checked(list: YamlList, edit: Edit, items: readonly unknown[]): string {
  const { place, body, path } = list;
  const text = applyEdits(body, [edit]);
  const after = readYamlList(text, place);
  const others = (whole: unknown): string => canonicalJson(withValue(whole, path, null));
  const same =
    canonicalJson(after.items) === canonicalJson(items) &&
    (list.root === null || others(after.whole) === others(list.whole));
  if (!same) throw new UserError('fileBroken', { file: place.file });
  return text;
}

function insert(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

function startOf({ range }: Node): number {
  return range?.[0] ?? 0;
}

function endOf({ range }: Node): number {
  return range?.[1] ?? 0;
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Levels of two spaces, unless the file has wider ones. */
function unitOf(text: string): number {
  return /\n( {2,8})[^\s#]/.exec(text)?.[1]?.length ?? 2;
}

function indented(line: string, column: number): string {
  return line === '' ? line : `${' '.repeat(column)}${line}`;
}

/** The list of servers in a file: the value of a key of its root. */
interface YamlPlace {
  readonly file: string;
  readonly key: string;
  /** The lines that a new file begins with. */
  readonly opening: readonly string[];
}

/** The list of servers in a YAML text; offsets are those of `body`. */
interface YamlList {
  readonly place: YamlPlace;
  readonly body: string;
  readonly root: Node | null;
  /** Under its key, the root itself, in a root with braces, or not there yet. */
  readonly at: 'value' | 'root' | 'flowRoot' | 'absent';
  /** Path of the list in the plain value. */
  readonly path: readonly string[];
  /** Behind the colon of the key; 0 where there is none. */
  readonly colon: number;
  readonly value: Node | null;
  readonly seq: YAMLSeq<Node> | undefined;
  /** The plain value of the whole file, of the items, and their names. */
  readonly whole: unknown;
  readonly items: readonly unknown[];
  readonly names: readonly unknown[];
}

type YamlPair = Pair<Node, Node | null>;

/** Throws UserError `fileBroken` {file} for a file with a fault, and where the list is none. */
function readYamlList(body: string, place: YamlPlace): YamlList {
  const { key, file } = place;
  const { root: tree, faults } = readYaml(body);
  const root = tree ? parseYaml(body).contents : null;
  const pair = isMap(root) ? (root.items as YamlPair[]).find(isNamed(key)) : undefined;
  const value = isSeq(root) ? root : (pair?.value ?? null);
  const path = isSeq(root) ? [] : [key];
  const whole: unknown = tree && getNodeValue(tree);
  const items = valueAt(whole, path) ?? [];
  const usable =
    (root === null || isMap(root) || isSeq(root)) &&
    (value === null || isSeq(value) || (isScalar(value) && value.value === null));
  if (faults.length > 0 || !usable || !Array.isArray(items)) {
    throw new UserError('fileBroken', { file });
  }
  const seq = isSeq(value) ? (value as YAMLSeq<Node>) : undefined;
  return {
    place,
    body,
    root,
    path,
    value,
    seq,
    whole,
    items,
    at: positionOf(root, pair),
    colon: pair ? body.indexOf(':', pair.key.range?.[1] ?? 0) + 1 : 0,
    names: items.map((item: unknown) => (isObject(item) ? item['name'] : undefined)),
  };
}

function positionOf(root: Node | null, pair: YamlPair | undefined): YamlList['at'] {
  if (isSeq(root)) return 'root';
  if (isMap(root) && root.flow === true) return 'flowRoot';
  return pair ? 'value' : 'absent';
}

function isNamed(key: string): (pair: YamlPair) => boolean {
  return (pair) => isScalar(pair.key) && pair.key.value === key;
}

/** The offset of the first item's dash; none in brackets. */
function firstDash(seq: YAMLSeq<Node> | undefined): number | undefined {
  const token = seq?.srcToken;
  if (token?.type !== 'block-seq') return undefined;
  return token.items[0]?.start.find(({ type }) => type === 'seq-item-ind')?.offset;
}
