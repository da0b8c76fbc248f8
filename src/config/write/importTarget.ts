import { getNodeValue, type Node } from 'jsonc-parser';
import { isObject, type JsonObject } from '../../base/json';
import type { ConfigSource, Definition } from '../definition';
import type { DialectId } from '../read/dialectId';
import { dialects } from '../dialects/dialects';
import { readDocument } from '../documents/readDocument';
import { parseAnyConfig } from '../read/parseConfig';
import { nodeAt } from '../settings/properties';

/** What servers meet in the file they are put into. */
export interface ImportTarget {
  readonly dialect: DialectId;
  readonly definitions: readonly Definition[];
  /** Of every entry, also of those that are wrong. */
  readonly names: readonly string[];
  /** The elements of `inputs` as they are written, by id. */
  readonly inputs: ReadonlyMap<string, JsonObject>;
}

/** Reads a file into which servers are put; an empty text is one that does not exist yet. */
export async function importTarget(text: string, source: ConfigSource): Promise<ImportTarget> {
  const { dialect } = source;
  const { definitions } = await parseAnyConfig(text, source);
  const { root } = await readDocument(text, dialects[dialect].syntax);
  return {
    dialect,
    definitions,
    names: root ? entryNames(root, dialect) : [],
    inputs: byId(root && hasInputs(dialect) ? inputElements(root, dialect) : []),
  };
}

/** Whether files of a dialect can ask for values, so that no secret need stand in them. */
export function hasInputs(dialect: DialectId): boolean {
  return dialects[dialect].hasInputs ?? false;
}

/** Elements of `inputs` by their ids; those without one are left out. */
export function byId(inputs: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    inputs.flatMap((input) => (typeof input['id'] === 'string' ? [[input['id'], input]] : [])),
  );
}

function entryNames(root: Node, dialect: DialectId): readonly string[] {
  const found = dialects[dialect].containers
    .filter((path) => !path.includes('*'))
    .map((path) => (path.length === 0 ? root : nodeAt(root, path)))
    .find((node) => node !== undefined);
  return (found?.children ?? []).flatMap((child) => {
    const name: unknown =
      child.type === 'property' ? child.children?.[0]?.value : nodeAt(child, ['name'])?.value;
    return typeof name === 'string' ? [name] : [];
  });
}

function inputElements(root: Node, dialect: DialectId): readonly JsonObject[] {
  const path = [...(dialects[dialect].containers[0] ?? []).slice(0, -1), 'inputs'];
  const node = nodeAt(root, path);
  const elements: unknown = node && getNodeValue(node);
  return Array.isArray(elements) ? (elements.filter(isObject) as JsonObject[]) : [];
}
