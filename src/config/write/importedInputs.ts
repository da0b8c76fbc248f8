import { canonicalJson, isObject, type Json, type JsonObject } from '../../base/json';
import type { ConfigSource, Definition } from '../definition';
import { newInput, newInputId } from '../editing/newInput';
import { exportEntry, type ExportedEntry } from './exportEntry';
import { byId, hasInputs, type ImportTarget } from './importTarget';

// Braces inside are excluded, which keeps the search linear on any text.
const reference = /\$\{input:([^{}]+)\}/g;

/** Gives the inputs of entries ids in the file they are put into, none of which has a value yet. */
export class ImportedInputs {
  /** The declarations that the target does not have, in their order. */
  readonly added: JsonObject[] = [];
  readonly #taken: Set<string>;
  /** By the id of an input of the target: what its entries look like. */
  readonly #users = new Map<string, Set<string>>();
  /** Of entries that came from one file, the ids that they share. */
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
    if (!hasInputs(this.target.dialect)) return ids;
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
export function withIds(value: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const rewritten = withTexts(value, (text) =>
    text.replaceAll(reference, (whole, id: string) => {
      const free = ids.get(id);
      return free === undefined ? whole : `\${input:${free}}`;
    }),
  );
  return rewritten as JsonObject;
}

function referencedIds(value: JsonObject): readonly string[] {
  const ids: string[] = [];
  withTexts(value, (text) => {
    for (const [, id = ''] of text.matchAll(reference)) ids.push(id);
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
