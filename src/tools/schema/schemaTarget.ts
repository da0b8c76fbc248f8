import { isObject } from '../../base/json';
import type { SchemaObject } from './schemaChange';
import { percentDecoded } from '../../base/escape';

/** Finds what references in one schema point at; nothing is ever fetched. */
export class SchemaTargets {
  #named: ReadonlyMap<string, unknown> | undefined;

  constructor(
    private readonly root: SchemaObject,
    /** How much of the schema is looked through for names. */
    private readonly most: number,
  ) {}

  /** The target; `undefined` where there is none, `remote` where it is not in this schema. */
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
    // Generators mix the two names of the same place up.
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
  return percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The parts that have a name of their own (`$anchor`, `$id`). */
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
