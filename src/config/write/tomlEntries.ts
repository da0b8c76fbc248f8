import { applyEdits, getNodeValue, type Edit } from 'jsonc-parser';
import type { AST } from 'toml-eslint-parser';
import { UserError } from '../../base/errors';
import {
  canonicalJson,
  isObject,
  type JsonObject,
  valueAt,
  withValue,
  type Json,
} from '../../base/json';
import { parseToml, readToml, keyNames } from '../read/tomlDocument';
import { lineEnd } from './moveItem';
import type { EntryWrite } from './putEntries';
import { closedLine, wholeLines } from './textEdit';

/**
 * The TOML text with entries below `container`. A new entry becomes tables at the end; an overwritten one stays in its
 * place. The result is read again, so nothing else can have changed.
 * @throws UserError `nameTaken` {name}, `fileBroken` {file}.
 */
export function putTomlEntries(
  { file, text }: { readonly file: string; readonly text: string },
  container: readonly string[],
  entries: readonly EntryWrite[],
): string {
  return entries.reduce((before, { name, value, overwrite }) => {
    const path = [...container, name];
    const source = read(file, before, container);
    const existing = valueAt(source.value, path);
    if (existing !== undefined && !overwrite) throw new UserError('nameTaken', { name });
    const table = tableForToml(value);
    if (canonicalJson(existing) === canonicalJson(table)) return before;
    const edits =
      existing === undefined ? insertion(source, path, table) : replacement(source, path, table);
    return checked(source, edits, path, table);
  }, text);
}

interface TomlSource {
  readonly file: string;
  readonly body: string;
  readonly tree: AST.TOMLTopLevelTable;
  readonly value: unknown;
}

function read(file: string, body: string, container: readonly string[]): TomlSource {
  const { root, faults } = readToml(body);
  const value: unknown = root && getNodeValue(root);
  const usable = isObject(valueAt(value, container) ?? {});
  if (faults.length > 0 || !usable) throw new UserError('fileBroken', { file });
  return { file, body, tree: parseToml(body), value };
}

/** At the end, or in the inline table that holds the others. */
function insertion(
  { tree, body }: TomlSource,
  path: readonly string[],
  table: JsonObject,
): readonly Edit[] {
  const inline = inlineTableAt(tree, path.slice(0, -1));
  if (inline) {
    const last = inline.body.at(-1);
    const pair = `${writeKey(path.slice(-1))} = ${writeTomlValue(table)}`;
    const content = last ? `, ${pair}` : ` ${pair} `;
    return [{ offset: last?.range[1] ?? inline.range[0] + 1, length: 0, content }];
  }
  const newline = lineEnd(body);
  const closed = closedLine(body, newline);
  const gap = /^$|\n\r?\n$/.test(closed) ? '' : newline;
  const lines = writeTable(path, table).map((line) => `${line}${newline}`);
  const content = `${closed.slice(body.length)}${gap}${lines.join('')}`;
  return [{ offset: body.length, length: 0, content }];
}

/** The first piece becomes the new entry, the others go. */
function replacement(
  source: TomlSource,
  path: readonly string[],
  table: JsonObject,
): readonly Edit[] {
  const [first, ...others] = tomlPieces(source.tree, path);
  if (!first) return [];
  return [
    { ...spanOf(first), content: written(source, first, path, table) },
    ...others.map((piece) => deletion(source, piece)),
  ];
}

function written(
  { body }: TomlSource,
  piece: TomlPiece,
  path: readonly string[],
  table: JsonObject,
): string {
  if (piece.kind === 'table') return writeTable(path, table).join(lineEnd(body));
  const parts = piece.node.key.keys;
  const key = body.slice(parts[0]?.range[0], parts[piece.keys - 1]?.range[1]);
  return `${key} = ${writeTomlValue(table)}`;
}

function spanOf({ node: { range } }: TomlPiece): { offset: number; length: number } {
  return { offset: range[0], length: range[1] - range[0] };
}

function deletion({ body }: TomlSource, piece: TomlPiece): Edit {
  const { node, floor } = piece;
  if (piece.kind === 'pair' && piece.inside) return inlineDeletion(piece, piece.inside);
  return { ...wholeLines(body, node.range[0], node.range[1], floor), content: '' };
}

/** With the comma that parts it from its neighbour. */
function inlineDeletion({ node }: PairPiece, { body }: AST.TOMLInlineTable): Edit {
  const at = body.indexOf(node);
  const next = body[at + 1];
  const previous = body[at - 1];
  const start = next || !previous ? node.range[0] : previous.range[1];
  const end = next ? next.range[0] : node.range[1];
  return { offset: start, length: end - start, content: '' };
}

/** The edited text, after a check that it has the new entry and all else as before. */
function checked(
  { file, body, value }: TomlSource,
  edits: readonly Edit[],
  path: readonly string[],
  table: JsonObject,
): string {
  const text = applyEdits(body, withoutOverlap(edits));
  const { root } = readToml(text);
  const after: unknown = root && getNodeValue(root);
  const same =
    canonicalJson(valueAt(after, path)) === canonicalJson(table) &&
    canonicalJson(withValue(after, path, undefined)) ===
      canonicalJson(withValue(value, path, undefined));
  if (root === undefined || !same) throw new UserError('fileBroken', { file });
  return text;
}

/** Neighbours that go may both claim the blank lines between them. */
function withoutOverlap(edits: readonly Edit[]): Edit[] {
  let end = 0;
  return edits
    .toSorted((a, b) => a.offset - b.offset)
    .map((edit) => {
      const offset = Math.max(edit.offset, end);
      end = Math.max(end, edit.offset + edit.length);
      return { ...edit, offset, length: end - offset };
    });
}

/** A statement that says something of one entry. Offsets are those of the text. */
type TomlPiece = TablePiece | PairPiece;

/** A table of the entry or of something in it. */
interface TablePiece {
  readonly kind: 'table';
  readonly node: AST.TOMLTable;
  /** The end of the statement before. */
  readonly floor: number;
}

/** A dotted key or an inline table. */
interface PairPiece {
  readonly kind: 'pair';
  readonly node: AST.TOMLKeyValue;
  /** The number of parts of the key that lead to the entry; the others lead into it. */
  readonly keys: number;
  /** The inline table that it stands in. */
  readonly inside: AST.TOMLInlineTable | undefined;
  readonly floor: number;
}

/** The statements about the entry at `path`, in the order of the text. */
function tomlPieces(top: AST.TOMLTopLevelTable, path: readonly string[]): readonly TomlPiece[] {
  const pieces: TomlPiece[] = [];
  let floor = 0;
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') {
      pieces.push(...pairPieces(node, [], path, floor));
    } else {
      const names = keyNames(node.key);
      if (startsWith(names, path)) pieces.push({ kind: 'table', node, floor });
      else if (startsWith(path, names)) pieces.push(...bodyPieces(node, names, path));
    }
    floor = node.range[1];
  }
  return pieces;
}

/** The inline table at `path`, where it is one. */
function inlineTableAt(
  top: AST.TOMLTopLevelTable,
  path: readonly string[],
): AST.TOMLInlineTable | undefined {
  const [piece] = tomlPieces(top, path);
  if (piece?.kind !== 'pair' || piece.keys !== piece.node.key.keys.length) return undefined;
  const { value } = piece.node;
  return value.type === 'TOMLInlineTable' ? value : undefined;
}

function bodyPieces(
  table: AST.TOMLTable,
  names: readonly string[],
  path: readonly string[],
): readonly TomlPiece[] {
  let floor = table.key.range[1];
  return table.body.flatMap((node) => {
    const pieces = pairPieces(node, names, path, floor);
    floor = node.range[1];
    return pieces;
  });
}

function pairPieces(
  node: AST.TOMLKeyValue,
  base: readonly string[],
  path: readonly string[],
  floor: number,
  inside?: AST.TOMLInlineTable,
): readonly TomlPiece[] {
  const names = [...base, ...keyNames(node.key)];
  if (startsWith(names, path)) {
    return [{ kind: 'pair', node, keys: path.length - base.length, inside, floor }];
  }
  const { value } = node;
  if (value.type !== 'TOMLInlineTable' || !startsWith(path, names)) return [];
  return value.body.flatMap((inner) => pairPieces(inner, names, path, floor, value));
}

function startsWith(names: readonly string[], start: readonly string[]): boolean {
  return start.length <= names.length && start.every((name, at) => names[at] === name);
}

/**
 * Lines of a table under its header, tables of their own for the objects in it. TOML has no null:
 * such members are left out.
 */
function writeTable(path: readonly string[], table: JsonObject): readonly string[] {
  const members = Object.entries(table);
  const own = members.flatMap(([key, value]) =>
    isAbsent(value) || isTable(value) ? [] : [`${writeKey([key])} = ${writeTomlValue(value)}`],
  );
  const below = members.flatMap(([key, value]) =>
    isTable(value) ? ['', ...writeTable([...path, key], value)] : [],
  );
  return [`[${writeKey(path)}]`, ...own, ...below];
}

/** A value on one line. */
function writeTomlValue(value: Json): string {
  if (typeof value === 'string') return writeString(value);
  if (value === null) return '""';
  if (isList(value)) return `[${value.map(writeTomlValue).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).flatMap(([key, member]) =>
    isAbsent(member) ? [] : [`${writeKey([key])} = ${writeTomlValue(member)}`],
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A dotted key. */
function writeKey(names: readonly string[]): string {
  return names.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : writeString(name))).join('.');
}

/** The object as TOML can hold it. */
function tableForToml(table: JsonObject): JsonObject {
  const members = Object.entries(table).flatMap(([key, member]) =>
    isAbsent(member) ? [] : [[key, forToml(member)] as const],
  );
  return Object.fromEntries(members);
}

function forToml(value: Json): Json {
  if (isList(value)) return value.map((element) => (element === null ? '' : forToml(element)));
  if (typeof value === 'string') return value.toWellFormed();
  return isTable(value) ? tableForToml(value) : value;
}

/** JSON's escapes are TOML's, but JSON lets DEL stand. */
function writeString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\x7F', '\\u007f');
}

function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function isTable(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
