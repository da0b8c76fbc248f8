import { applyEdits, getNodeValue, type Edit } from 'jsonc-parser';
import type { AST } from 'toml-eslint-parser';
import { UserError } from '../../base/errors';
import { canonicalJson, isObject, type JsonObject } from '../../base/json';
import { lineEnd } from '../write/moveItem';
import type { ConfigText, PlacedEntry } from '../write/putEntries';
import { parseToml, readToml } from './tomlDocument';
import { inlineTableAt, tomlPieces, type PairPiece, type TomlPiece } from './tomlPieces';
import { tableForToml, writeKey, writeTable, writeTomlValue } from './tomlWriter';
import { valueAt, withValue } from './valuePath';
import { closedLine, wholeLines } from './wholeLines';

/**
 * The TOML text with entries put below `container`: a new one as tables at the end, one that is
 * overwritten where it stands. The result is read again, so nothing else can have changed.
 * @throws UserError `nameTaken` {name}, `fileBroken` {file}.
 */
export function putTomlEntries(
  { file, text = '' }: ConfigText,
  container: readonly string[],
  entries: readonly PlacedEntry[],
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

/**
 * The TOML text without one entry and the comments directly above its parts.
 * @throws UserError `fileBroken` {file}.
 */
export function removeTomlEntry(
  { file, text = '' }: ConfigText,
  container: readonly string[],
  name: string,
): string {
  const path = [...container, name];
  const source = read(file, text, container);
  if (valueAt(source.value, path) === undefined) return text;
  const edits = tomlPieces(source.tree, path).map((piece) => deletion(source, piece));
  return checked(source, edits, path, undefined);
}

interface TomlSource {
  readonly file: string;
  /** A byte order mark, or nothing. */
  readonly mark: string;
  readonly body: string;
  readonly tree: AST.TOMLTopLevelTable;
  readonly value: unknown;
}

function read(file: string, text: string, container: readonly string[]): TomlSource {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const { root, faults } = readToml(body);
  const value: unknown = root && getNodeValue(root);
  const usable = isObject(valueAt(value, container) ?? {});
  if (faults.length > 0 || !usable) throw new UserError('fileBroken', { file });
  return { file, mark, body, tree: parseToml(body), value };
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

/** The edited text, where it says what is meant and what it said before. */
function checked(
  { file, mark, body, value }: TomlSource,
  edits: readonly Edit[],
  path: readonly string[],
  table: JsonObject | undefined,
): string {
  const text = applyEdits(body, withoutOverlap(edits));
  const { root } = readToml(text);
  const after: unknown = root && getNodeValue(root);
  const same =
    canonicalJson(valueAt(after, path)) === canonicalJson(table) &&
    canonicalJson(withValue(after, path, undefined)) ===
      canonicalJson(withValue(value, path, undefined));
  if (root === undefined || !same) throw new UserError('fileBroken', { file });
  return `${mark}${text}`;
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
