import { getNodeValue, type Node } from 'jsonc-parser';
import { asText, canonicalJson, isObject, type JsonObject, type Json } from '../../base/json';
import { UserError } from '../../base/errors';
import type { DialectId } from '../definition';
import { dialects, syntaxOf } from '../dialects';
import { JsoncDocument } from '../read/jsoncDocument';
import { nodeAt, properties } from '../read/properties';
import { beyondMark, changeValue, setValue } from './jsonEdits';

/** An entry to be written, in the format of its file. */
export interface EntryWrite {
  readonly name: string;
  readonly value: JsonObject;
  /** Replace what has the name; else a taken name is an error. */
  readonly overwrite: boolean;
}

/** The entries and inputs written to one file. */
interface EntriesWrite {
  readonly dialect: DialectId;
  readonly entries: readonly EntryWrite[];
  /** Elements for `inputs`; one that is there already in the same form is not put twice. */
  readonly inputs: readonly JsonObject[];
}

/** A configuration file as it stands on the disk or in the editor. */
export interface ConfigText {
  readonly file: string;
  readonly text: string | undefined;
}

/**
 * The text of a configuration file with entries put in; everything else stays byte for byte. An
 * absent or empty text becomes a file of its own. Inputs go where the dialect has them: beside the
 * servers of VS Code's own format.
 * @throws UserError `nameTaken` {name}, `fileBroken` {file}, `adoptInputConflict` {input, file}.
 */
export async function putEntries(
  target: ConfigText,
  { dialect, entries, inputs }: EntriesWrite,
): Promise<string> {
  const { containers, opening = [], isVsCode } = dialects[dialect];
  const syntax = syntaxOf(dialect, target.file);
  const container = containers[0] ?? [];
  const { file, text: before = '' } = target;
  if (syntax === 'toml') {
    const { putTomlEntries } = await import('./tomlEntries');
    return beyondMark(before, (text) => putTomlEntries({ file, text }, container, entries));
  }
  if (syntax === 'yaml') {
    const { putYamlEntries } = await import('./yamlEntries');
    const place = { file, key: container[0] ?? '', opening };
    return beyondMark(before, (text) => putYamlEntries(text, place, entries));
  }
  const path = containerPath(readFile(file, before), file, containers);
  let text = before;
  for (const { name, value, overwrite } of entries) {
    const there = valueIn(text, [...path, name]);
    if (!overwrite && there !== undefined) throw new UserError('nameTaken', { name });
    text = replaced(text, [...path, name], there, value);
  }
  return isVsCode ? putInputs({ file, text }, [...path.slice(0, -1), 'inputs'], inputs) : text;
}

/** The root, absent in an empty file. A file with a fault is left to the person. */
function readFile(file: string, text: string): Node | undefined {
  const { root, faults } = new JsoncDocument(text);
  if (faults.length > 0 || (root !== undefined && root.type !== 'object')) {
    throw new UserError('fileBroken', { file });
  }
  return root;
}

/** The first container that is there; the root itself where it holds bare entries; else the first. */
function containerPath(
  root: Node | undefined,
  file: string,
  containers: readonly (readonly string[])[],
): readonly string[] {
  const named = containers.filter((path) => path.length > 0 && !path.includes('*'));
  const first = named[0] ?? [];
  if (root === undefined) return first;
  const present = named.find((path) => nodeAt(root, path));
  const mayBeBare = containers.some((path) => path.length === 0);
  if (present === undefined && mayBeBare && holdsEntries(root)) return [];
  const path = present ?? first;
  for (let depth = 1; depth <= path.length; depth++) {
    const type = nodeAt(root, path.slice(0, depth))?.type ?? 'object';
    if (type !== 'object') throw new UserError('fileBroken', { file });
  }
  return path;
}

function holdsEntries(root: Node): boolean {
  return properties(root).some(({ value }) => value.type === 'object');
}

/** The value of an entry, unknown fields included; `undefined` where it is missing. @throws UserError `fileBroken`. */
export function entryValue(
  { file, text = '' }: ConfigText,
  dialect: DialectId,
  name: string,
): JsonObject | undefined {
  const path = containerPath(readFile(file, text), file, dialects[dialect].containers);
  const value = valueIn(text, [...path, name]);
  return isObject(value) ? value : undefined;
}

/** The text with another value at a path; comments of equal parts stay, unless a key stands there twice. */
function replaced(text: string, path: readonly string[], there: Json | undefined, value: Json) {
  const changed = there === undefined ? undefined : changeValue(text, path, there, value);
  const isRight =
    changed !== undefined && canonicalJson(valueIn(changed, path)) === canonicalJson(value);
  return isRight ? changed : setValue(text, path, value);
}

function valueIn(text: string, path: readonly string[]): Json | undefined {
  const { root } = new JsoncDocument(text);
  const node = root && nodeAt(root, path);
  return node && (getNodeValue(node) as Json);
}

function putInputs(
  { file, text }: { readonly file: string; readonly text: string },
  path: readonly string[],
  inputs: readonly JsonObject[],
): string {
  let result = text;
  for (const input of inputs) {
    const { root } = new JsoncDocument(result);
    const list = root && nodeAt(root, path);
    if (list && list.type !== 'array') throw new UserError('fileBroken', { file });
    const elements = list?.children ?? [];
    const id = input['id'];
    const existing = elements.map((node): unknown => getNodeValue(node)).find(hasId(id));
    if (existing === undefined) {
      result = setValue(result, [...path, elements.length], input);
    } else if (canonicalJson(existing) !== canonicalJson(input)) {
      throw new UserError('adoptInputConflict', { input: asText(id), file });
    }
  }
  return result;
}

function hasId(id: unknown): (element: unknown) => boolean {
  return (element) => isObject(element) && element['id'] === id;
}

/** The text of a new file without servers, in a dialect that is JSON. */
export function newFileText(dialect: DialectId): string {
  const [container = []] = dialects[dialect].containers;
  const content = container.toReversed().reduce<Json>((inner, key) => ({ [key]: inner }), {});
  return `${JSON.stringify(content, undefined, '\t')}\n`;
}
