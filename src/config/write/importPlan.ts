import { getNodeValue, type Node } from 'jsonc-parser';
import { canonicalJson, type JsonObject, isObject, type Json } from '../../base/json';
import type { Definition, DialectId, ConfigSource } from '../definition';
import { unreadFields, type FoundServer, uniqueName } from '../paste/draft';
import { dialects, isVsCodeFormat } from '../dialects';
import { readDocument, parseAnyConfig } from '../read/parseConfig';
import { holderPath, nodeAt } from '../read/properties';
import { inputsIn, replaceVariables } from '../variables';
import {
  carriedSettings,
  lostSettings,
  type ServerToSet,
  type WritableLayer,
} from './settingsWrite';
import { exportEntry, type LostField, type ExportedEntry } from './exportEntry';
import type { EntryWrite } from './putEntries';
import { newInput, newInputId } from './newInputs';

/** The plan for one entry; `name` is its name in the target. */
export type ImportAction =
  | { readonly kind: 'add' | 'overwrite' | 'rename'; readonly name: string }
  /** `same`: the target says so already; `unwritable`: it cannot reach such a server. */
  | { readonly kind: 'skip'; readonly why: 'same' | 'unwritable' | 'chosen' };

/** One entry of an import. */
export interface PlannedEntry {
  readonly definition: Definition;
  readonly action: ImportAction;
  /** The name of the target's entry that has its name, as it is written there; absent where none has. */
  readonly taken: string | undefined;
  /** The fields that the target cannot hold or that were not readable at the origin. */
  readonly lost: readonly LostField[];
  /** The settings that go into `roundhouse.servers`, because the target cannot hold them. */
  readonly settings?: JsonObject | undefined;
}

/** The entries and inputs that go into the target. */
export interface ImportEdit {
  readonly entries: readonly EntryWrite[];
  readonly inputs: readonly JsonObject[];
  /** By the name that an input had and the definition it is of: the id it has now. */
  readonly ids: ReadonlyMap<Definition, ReadonlyMap<string, string>>;
}

/**
 * The proposed action for each entry. It is skipped if the target has the same. It is renamed if the target or an
 * earlier entry has its name, in any case, or if the target's host refuses the name. Otherwise it is added. `layer`
 * receives settings that the target cannot hold.
 */
export function planImport(
  found: readonly FoundServer[],
  { definitions, names, dialect }: ImportTarget,
  layer?: WritableLayer,
): readonly PlannedEntry[] {
  const rivals = new Map<string, Rival>(names.map((name) => [name.toLowerCase(), { name }]));
  for (const one of definitions)
    rivals.set(one.name.toLowerCase(), { name: one.name, definition: one });
  const taken = new Set([
    ...rivals.keys(),
    ...found.map(({ definition }) => definition.name.toLowerCase()),
  ]);
  return found.map(({ definition, lost: before }) => {
    const name = fittingName(definition.name, dialect);
    const rival = rivals.get(name.toLowerCase());
    const { value, lost } = exportEntry(definition, dialect);
    const all = [...before, ...lostIn(definition, lost, dialect)];
    const carried = layer ? carriedSettings(definition, all, layer) : { lost: all };
    const planned = { definition, taken: rival?.name, ...carried };
    if (Object.keys(value).length === 0) {
      return { ...planned, action: { kind: 'skip', why: 'unwritable' } };
    }
    if (rival === undefined && name === definition.name) {
      rivals.set(name.toLowerCase(), { name, definition });
      return { ...planned, action: { kind: 'add', name } };
    }
    const known = rival?.definition && exportEntry(rival.definition, dialect).value;
    if (canonicalJson(known) === canonicalJson(value)) {
      return { ...planned, action: { kind: 'skip', why: 'same' } };
    }
    const free = uniqueName(name, taken);
    taken.add(free.toLowerCase());
    return { ...planned, action: { kind: 'rename', name: free } };
  });
}

/** The name with `-` in place of each character that the host refuses. */
function fittingName(name: string, dialect: DialectId): string {
  const { names } = dialects[dialect];
  return names ? Array.from(name, (one) => (names.test(one) ? one : '-')).join('') : name;
}

/** An entry of the target under the same name; without a definition where it cannot be read. */
interface Rival {
  readonly name: string;
  readonly definition?: Definition;
}

/** A secret in plain text is no loss where it is about to be offered as an input. */
function lostIn(
  definition: Definition,
  lost: readonly LostField[],
  dialect: DialectId,
): readonly LostField[] {
  return [
    ...lost.filter(({ code }) => code !== 'secretInline' || !isVsCodeFormat(dialect)),
    ...unreadFields(definition),
  ];
}

/** The choices for an entry whose name is taken; the plan's own is the second. */
export function conflictActions({
  action,
  taken,
  definition,
}: PlannedEntry): readonly ImportAction[] {
  if (taken === undefined || action.kind === 'skip') return [];
  return [
    { kind: 'overwrite', name: taken },
    action.kind === 'rename' ? action : { kind: 'rename', name: definition.name },
    { kind: 'skip', why: 'chosen' },
  ];
}

/** The plan without carried settings, which are lost then. */
export function withoutSettings(plan: readonly PlannedEntry[]): readonly PlannedEntry[] {
  return plan.map(({ settings = {}, ...planned }) => ({
    ...planned,
    lost: [...planned.lost, ...lostSettings(settings)],
  }));
}

/** The servers of a plan that have settings beside their entries, by the names that they get. */
export function serversToSet(plan: readonly PlannedEntry[]): readonly ServerToSet[] {
  return plan.flatMap(({ action, settings }) =>
    action.kind === 'skip' || !settings ? [] : [{ name: action.name, settings }],
  );
}

/**
 * The entries of a plan in the target's format. They get inputs of their own, because a value entered for one server
 * must not reach another. An entry shares an input of the target only with entries that reach the same server equally.
 * An undeclared input is declared here.
 */
export function importEdit(plan: readonly PlannedEntry[], target: ImportTarget): ImportEdit {
  const inputs = new ImportedInputs(target);
  const entries: EntryWrite[] = [];
  const ids = new Map<Definition, ReadonlyMap<string, string>>();
  for (const { definition, action } of plan) {
    if (action.kind === 'skip') continue;
    const exported = exportEntry(definition, target.dialect);
    const renamed = inputs.take(definition, exported);
    ids.set(definition, renamed);
    const value = withIds(exported.value, renamed);
    entries.push({ name: action.name, value, overwrite: action.kind === 'overwrite' });
  }
  return { entries, inputs: inputs.added, ids };
}

/** The present content of the file that servers are imported into. */
export interface ImportTarget {
  readonly dialect: DialectId;
  readonly definitions: readonly Definition[];
  /** The names of all entries, broken ones included. */
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
    inputs: byId(root && isVsCodeFormat(dialect) ? inputElements(root, dialect) : []),
  };
}

/** The ids of inputs that a file does not declare yet. */
export async function newlyDeclared(
  inputs: readonly JsonObject[],
  text: string,
  source: ConfigSource,
): Promise<readonly string[]> {
  const target = await importTarget(text, source);
  return [...byId(inputs).keys()].filter((id) => !target.inputs.has(id));
}

/** Elements of `inputs` by their ids; those without one are left out. */
function byId(inputs: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
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
  const node = nodeAt(root, [...holderPath(root, dialects[dialect].containers), 'inputs']);
  const elements: unknown = node && getNodeValue(node);
  return Array.isArray(elements) ? (elements.filter(isObject) as JsonObject[]) : [];
}

/** Gives the inputs of imported entries ids in the target that have no value yet. */
class ImportedInputs {
  /** The declarations that the target does not have, in their order. */
  readonly added: JsonObject[] = [];
  readonly #taken: Set<string>;
  /** By the id of an input of the target: what its entries look like. */
  readonly #users = new Map<string, Set<string>>();
  /** The ids shared by the entries of one file. */
  readonly #given = new Map<ConfigSource, Map<string, string>>();

  constructor(private readonly target: ImportTarget) {
    this.#taken = new Set(target.inputs.keys());
    for (const definition of target.definitions) {
      if (definition.inputs.length === 0) continue;
      const user = canonicalJson(exportEntry(definition, target.dialect).value);
      for (const { id } of definition.inputs) {
        const users = this.#users.get(id) ?? new Set();
        this.#users.set(id, users.add(user));
        this.#taken.add(id);
      }
    }
  }

  /** By the id that an input of the entry had: the one that it gets. */
  take(definition: Definition, { value, inputs }: ExportedEntry): ReadonlyMap<string, string> {
    const ids = new Map<string, string>();
    if (!isVsCodeFormat(this.target.dialect)) return ids;
    const user = canonicalJson(value);
    const declared = byId(inputs);
    for (const id of new Set([...declared.keys(), ...referencedIds(value)])) {
      const input = declared.get(id);
      const isSame = input !== undefined && this.#isThere(id, input, user);
      ids.set(id, isSame ? id : this.#add(definition, id, input));
    }
    return ids;
  }

  #isThere(id: string, input: JsonObject, user: string): boolean {
    if (canonicalJson(this.target.inputs.get(id)) !== canonicalJson(input)) return false;
    return this.#users.get(id)?.has(user) ?? false;
  }

  #add({ name, source }: Definition, id: string, input: JsonObject | undefined): string {
    const given = this.#given.get(source) ?? new Map<string, string>();
    this.#given.set(source, given);
    const key = canonicalJson([id, input ?? null]);
    const known = given.get(key);
    if (known !== undefined) return known;
    const free = this.#taken.has(id) ? newInputId(name, id, this.#taken) : id;
    this.#taken.add(free);
    given.set(key, free);
    this.added.push(input ? { ...input, id: free } : newInput(free));
    return free;
  }
}

/** An entry in which inputs have other ids. */
function withIds(value: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const rewritten = withTexts(value, (text) =>
    replaceVariables(text, 'vscode', (variable) => {
      const free = variable.kind === 'input' ? ids.get(variable.name) : undefined;
      return free === undefined ? undefined : `\${input:${free}}`;
    }),
  );
  return rewritten as JsonObject;
}

function referencedIds(value: JsonObject): readonly string[] {
  const ids: string[] = [];
  withTexts(value, (text) => {
    ids.push(...inputsIn(text));
    return text;
  });
  return ids;
}

function withTexts(value: Json | undefined, change: (text: string) => string): Json | undefined {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => withTexts(item, change) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withTexts(one as Json, change)]),
  );
}
