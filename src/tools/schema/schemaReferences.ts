import { isObject, ownValue, keyOfStep } from '../../base/json';
import { percentDecoded } from '../../base/escape';
import type { SchemaObject } from './schemaChange';

/** A definition of a schema with its keyword and name. */
export interface Definition {
  readonly map: string;
  readonly name: string;
  readonly schema: SchemaObject;
}

/** Keywords that hold definitions. */
export const definitionMaps: readonly string[] = ['$defs', 'definitions'];
const plain = /^#\/(\$defs|definitions)\/([^/~%]+)$/;

/** References in a row; definitions behind longer rows are inlined. */
const longestRow = 500;

/** The definitions that references may lead to: every provider takes those, unless they are cyclic or lead elsewhere. */
export class AcyclicDefinitions {
  /** `undefined` for a reference that is not allowed, or is being judged. */
  readonly #judged = new Map<string, Definition | undefined>();

  constructor(
    private readonly root: SchemaObject,
    /** The number of parts of a definition that are read. */
    private readonly most: number,
  ) {}

  /** The definition that a reference may lead to; else `undefined`. */
  of(reference: string, row = 0): Definition | undefined {
    if (this.#judged.has(reference) || row > longestRow) return this.#judged.get(reference);
    this.#judged.set(reference, undefined);
    const [, map, name = ''] = plain.exec(reference) ?? [];
    const definitions = map === undefined ? undefined : this.root[map];
    const schema = isObject(definitions) ? ownValue(definitions, name) : undefined;
    if (map === undefined || !isObject(schema)) return undefined;
    const references = [...referencesIn(schema, this.most)];
    const isAcyclic = references.every((used) => this.of(used, row + 1) !== undefined);
    if (isAcyclic) this.#judged.set(reference, { map, name, schema });
    return this.#judged.get(reference);
  }
}

/** All references of a schema. */
function referencesIn(schema: SchemaObject, most: number): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [schema];
  for (let seen = 0; open.length > 0; seen++) {
    if (seen === most) return new Set(['too much']);
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      const isReference = /^\$(?:dynamic|recursive)?ref$/i.test(key) && typeof part === 'string';
      if (isReference) found.add(part);
      else if (typeof part === 'object') open.push(part);
    }
  }
  return found;
}

/** Resolves references within one schema; fetches nothing. */
export class ReferenceTargets {
  #named: ReadonlyMap<string, unknown> | undefined;

  constructor(
    private readonly root: SchemaObject,
    /** The number of parts of the schema that are searched for names. */
    private readonly most: number,
  ) {}

  /** The target; `undefined` where there is none, `remote` outside of this schema. */
  find(reference: string): { readonly schema: unknown } | 'remote' | undefined {
    const own = [this.root['$id'], this.root['id']].find(
      (id) => typeof id === 'string' && id !== '' && reference.startsWith(id),
    );
    const local = typeof own === 'string' ? reference.slice(own.length) : reference;
    if (local === '' || local === '#') return { schema: this.root };
    if (local.startsWith('#/')) return this.#walk(local.slice(2).split('/').map(keyOf));
    this.#named ??= named(this.root, this.most);
    const name = local.startsWith('#') ? local.slice(1) : local;
    if (this.#named.has(name)) return { schema: this.#named.get(name) };
    return local.startsWith('#') ? undefined : 'remote';
  }

  #walk([first = '', ...rest]: readonly string[]): { readonly schema: unknown } | undefined {
    // Generators confuse the two keywords.
    const other = first === 'definitions' ? '$defs' : 'definitions';
    const isDefinition = first === '$defs' || first === 'definitions';
    const start = isDefinition && !(first in this.root) ? other : first;
    let value: unknown = this.root;
    for (const key of [start, ...rest]) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        return undefined;
      value = (value as Record<string, unknown>)[key];
    }
    return { schema: value };
  }
}

function keyOf(part: string): string {
  return keyOfStep(percentDecoded(part));
}

/** The parts with a name of their own (`$anchor`, `$id`). */
function named(root: SchemaObject, most: number): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0 && seen < most; seen++) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...(value.slice(0, most) as unknown[]));
    else if (isObject(value)) {
      for (const key of ['$anchor', '$dynamicAnchor', '$id']) {
        const name = value[key];
        if (typeof name === 'string' && !found.has(name)) found.set(name, value);
      }
      open.push(...Object.values(value).slice(0, most));
    }
  }
  return found;
}
