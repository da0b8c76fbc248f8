import { isObject } from '../../base/json';
import {
  definitionMaps,
  AcyclicDefinitions,
  type Definition,
  ReferenceTargets,
} from './schemaReferences';
import { repairKeywords, typeNamed } from './keywordRepair';
import type { SchemaChange, SchemaChangeKind, SchemaObject } from './schemaChange';
/** Bounds of a schema for models; schemas beyond them allow everything. */
const mostSchemas = 5_000;
const deepest = 32;
/** Changes that are reported of one schema. */
const mostChanges = 200;

/** Keywords by the kind of their values. */
const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
]);
const schemaLists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const schemas: ReadonlySet<string> = new Set([
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
/** Keywords that usually hold `true` or `false`. */
const schemasOrFlags: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
/** Identity and dialect of a schema, which mean nothing once it has no references. */
const places: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
  '$defs',
  'definitions',
]);
const references: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'];
/** Gemini takes no other keyword beside a reference. */
const besideReference: ReadonlySet<string> = new Set(['description', 'default']);

/** The path of a part, and the definitions around it. */
interface Place {
  readonly path: readonly string[];
  readonly open: readonly unknown[];
}

/** Makes a copy of one schema without references and keywords that models refuse. */
export class SchemaRepair {
  readonly changes: SchemaChange[] = [];
  readonly #targets: ReferenceTargets;
  readonly #definitions: AcyclicDefinitions;
  /** The definitions that references keep. */
  readonly #used = new Set<Definition>();
  #count = 0;
  #isShorter = false;

  constructor(private readonly root: SchemaObject) {
    this.#targets = new ReferenceTargets(root, mostSchemas);
    this.#definitions = new AcyclicDefinitions(root, mostSchemas);
  }

  /** True if unused definitions were left out, which are not repaired. */
  get isShorter(): boolean {
    return this.#isShorter;
  }

  repaired(): Record<string, unknown> {
    const schema = this.#schema(this.root, { path: [], open: [this.root] });
    // A repaired definition may use another one, which joins the loop.
    const maps = new Map<string, [name: string, definition: unknown][]>();
    for (const { map, name, schema: definition } of this.#used) {
      const repaired = this.#schema(definition, { path: [map, name], open: [definition] });
      const named = maps.get(map) ?? [];
      named.push([name, repaired]);
      maps.set(map, named);
    }
    const isUnused = (map: string): boolean =>
      Object.keys(this.root[map] ?? {}).length > (maps.get(map)?.length ?? 0);
    if (definitionMaps.some(isUnused)) this.#isShorter = true;
    const definitions = Array.from(maps, ([map, named]) => [map, Object.fromEntries(named)]);
    return { ...schema, ...(Object.fromEntries(definitions) as Record<string, unknown>) };
  }

  report(kind: SchemaChangeKind, path: readonly string[] = []): void {
    const at = path.join('.');
    if (this.changes.length < mostChanges) this.changes.push({ kind, at });
  }

  #schema(value: unknown, place: Place): Record<string, unknown> {
    this.#count += 1;
    if (this.#count > mostSchemas || place.path.length > deepest) {
      this.report('tooLarge', place.path);
      return {};
    }
    if (typeof value === 'boolean') {
      this.report('boolean', place.path);
      return value ? {} : { not: {} };
    }
    if (!isObject(value)) {
      this.report('malformed', place.path);
      return {};
    }
    const { schema, open } = this.#resolved(value, place);
    const copy = this.#parts(schema, { ...place, open });
    return repairKeywords(copy, (kind) => this.report(kind, place.path));
  }

  /** The schema merged with the target of its reference; its own keywords win. */
  #resolved(
    schema: SchemaObject,
    { path, open }: Place,
  ): { schema: SchemaObject; open: readonly unknown[] } {
    const keyword = references.find((key) => typeof schema[key] === 'string');
    if (!keyword) return { schema, open };
    const { [keyword]: reference, ...own } = schema;
    const definition = this.#definitions.of(reference as string);
    const isPlain = keyword === '$ref' && Object.keys(own).every((key) => besideReference.has(key));
    if (definition && isPlain && path.length > 0) {
      this.#used.add(definition);
      return { schema, open };
    }
    const found = this.#targets.find(reference as string);
    if (found === undefined || found === 'remote' || !isObject(found.schema)) {
      this.report(found === 'remote' ? 'remote' : 'unresolved', path);
      return this.#resolved(own, { path, open });
    }
    const target = found.schema;
    if (open.includes(target) || open.length > deepest) {
      this.report('cyclic', path);
      const { type, description } = target;
      const described = typeof description === 'string' ? { description } : {};
      const kind = typeNamed(type);
      // The properties are those where the cycle began.
      return this.#resolved({ ...(kind && { type: kind }), ...described, ...own }, { path, open });
    }
    this.report('inlined', path);
    return this.#resolved(merged(target, own), { path, open: [...open, target] });
  }

  #parts(schema: SchemaObject, place: Place): Record<string, unknown> {
    const parts = Object.entries(schema).map(([key, value]) => [
      key,
      this.#part(key, value, place),
    ]);
    // Assigned one by one, a key `__proto__` would change the prototype.
    const copy = Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as Record<
      string,
      unknown
    >;
    if (typeof schema['id'] === 'string' && isDraft4(this.root)) delete copy['id'];
    this.#repairTuple(schema, copy, place);
    liftRequired(schema['properties'], copy);
    return copy;
  }

  #part(key: string, value: unknown, { path, open }: Place): unknown {
    const inside = (...names: readonly string[]): Place => ({ path: [...path, ...names], open });
    if (places.has(key) || key === 'additionalItems') {
      if (definitionMaps.includes(key) && path.length > 0) this.#isShorter = true;
      return undefined;
    }
    if (references.includes(key) && typeof value !== 'string') return this.#leftOut(path);
    if (schemaMaps.has(key)) {
      if (!isObject(value)) return this.#leftOut(path);
      const parts = Object.entries(value).map(([name, part]) => {
        const place = key === 'properties' ? inside(name) : inside(key, name);
        return [name, this.#schema(part, place)];
      });
      return Object.fromEntries(parts) as unknown;
    }
    if (schemaLists.has(key)) {
      if (!Array.isArray(value)) return this.#leftOut(path);
      return value.map((part, index) => this.#schema(part, inside(key, String(index))));
    }
    if (key === 'items' && (Array.isArray(value) || value === false)) return undefined;
    const isSchema = schemas.has(key) || (schemasOrFlags.has(key) && typeof value !== 'boolean');
    return isSchema ? this.#schema(value, inside(key)) : value;
  }

  #leftOut(path: readonly string[]): undefined {
    this.report('malformed', path);
    return undefined;
  }

  /** Writes the former tuples, a list of `items` with `additionalItems`, as `prefixItems` with `items`. */
  #repairTuple(schema: SchemaObject, copy: Record<string, unknown>, { path, open }: Place): void {
    const { items, additionalItems } = schema;
    const isTuple = Array.isArray(items);
    const list: readonly unknown[] = isTuple ? items : [];
    if (isTuple) {
      this.report('draft', path);
      copy['prefixItems'] = list.map((part, index) =>
        this.#schema(part, { path: [...path, String(index)], open }),
      );
    }
    const rest = isTuple ? additionalItems : items;
    const { prefixItems } = copy;
    if (rest === false) {
      if (!isTuple) this.report('boolean', path);
      copy['items'] = {};
      copy['maxItems'] ??= Array.isArray(prefixItems) ? prefixItems.length : 0;
    } else if (isTuple && isObject(rest)) {
      copy['items'] = this.#schema(rest, { path: [...path, 'items'], open });
    }
  }
}

/** Collects `required: true` of properties, as up to draft 3. */
function liftRequired(properties: unknown, copy: Record<string, unknown>): void {
  if (!isObject(properties)) return;
  const names = Object.entries(properties)
    .filter(([, part]) => isObject(part) && part['required'] === true)
    .map(([name]) => name);
  if (names.length === 0) return;
  const { required } = copy;
  copy['required'] = [...(Array.isArray(required) ? (required as unknown[]) : []), ...names];
}

function isDraft4({ $schema }: SchemaObject): boolean {
  return typeof $schema === 'string' && /draft-0[34]/.test($schema);
}

/** Merges two schemas: properties and required names of both, other keywords of the second. */
function merged(target: SchemaObject, own: SchemaObject): SchemaObject {
  const both: Record<string, unknown> = { ...target, ...own };
  if (isObject(target['properties']) && isObject(own['properties'])) {
    both['properties'] = { ...target['properties'], ...own['properties'] };
  }
  if (Array.isArray(target['required']) && Array.isArray(own['required'])) {
    both['required'] = [...(target['required'] as unknown[]), ...(own['required'] as unknown[])];
  }
  return both;
}
