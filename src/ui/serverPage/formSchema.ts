import { isObject } from '../../base/json';
import { typeNamed } from '../../tools/schema/keywordRepair';

export type Schema = Readonly<Record<string, unknown>>;

/** Keywords of which a schema can have only one, because each adds parts to a form. */
const exclusive: ReadonlySet<string> = new Set([
  'anyOf',
  'oneOf',
  'const',
  'items',
  'prefixItems',
  'patternProperties',
]);
const lowerBounds: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
]);
const upperBounds: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
]);

/**
 * One schema for values that fit both; `undefined` where a form cannot show that. The second one counts for titles and
 * for keywords that only the server checks.
 */
export function mergedSchemas(a: Schema, b: Schema): Schema | undefined {
  const entries: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const isBoth = Object.hasOwn(a, key) && Object.hasOwn(b, key);
    const value = isBoth ? both(key, a[key], b[key]) : (Object.hasOwn(a, key) ? a : b)[key];
    if (value === conflict) return undefined;
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

const conflict = Symbol('conflict');

function both(key: string, a: unknown, b: unknown): unknown {
  if (a === b) return a;
  if (exclusive.has(key)) return conflict;
  if (key === 'properties' && isObject(a) && isObject(b)) return bothProperties(a, b);
  if (key === 'additionalProperties') return bothAdditional(a, b);
  if (key === 'type') return bothTypes(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (key === 'required') return [...new Set<unknown>([...a, ...b])];
    if (key === 'enum') return bothChoices(a, b);
  }
  if (typeof a === 'number' && typeof b === 'number') {
    if (lowerBounds.has(key)) return Math.max(a, b);
    if (upperBounds.has(key)) return Math.min(a, b);
  }
  return b;
}

function bothProperties(a: Schema, b: Schema): Schema {
  const shared = Object.entries(b).map(([key, schema]) => [
    key,
    Object.hasOwn(a, key) ? { allOf: [a[key], schema] } : schema,
  ]);
  return { ...a, ...(Object.fromEntries(shared) as Schema) };
}

function bothAdditional(a: unknown, b: unknown): unknown {
  if (a === false || b === false) return false;
  if (!isObject(a)) return b;
  return isObject(b) ? conflict : a;
}

function bothTypes(a: unknown, b: unknown): unknown {
  const [first, second] = [schemaTypes({ type: a }), schemaTypes({ type: b })];
  const shared = first.filter((type) => second.includes(type));
  const isWhole = [first, second].some((types) => types.includes('integer'));
  if (isWhole && [first, second].some((types) => types.includes('number'))) shared.push('integer');
  return shared.length > 0 ? [...new Set(shared)] : conflict;
}

function bothChoices(a: readonly unknown[], b: readonly unknown[]): unknown {
  const known = new Set(a.map((one) => JSON.stringify(one)));
  const shared = b.filter((one) => known.has(JSON.stringify(one)));
  return shared.length > 0 ? shared : conflict;
}

/** Keywords of one type, which tell it where a schema does not. */
const impliedTypes: Readonly<Record<string, string>> = {
  properties: 'object',
  additionalProperties: 'object',
  patternProperties: 'object',
  items: 'array',
  prefixItems: 'array',
  pattern: 'string',
  minLength: 'string',
  maxLength: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  multipleOf: 'number',
};

/** Types of a schema, as it names them or as its keywords tell; `number` includes `integer`. */
export function schemaTypes(schema: Schema): readonly string[] {
  const { type } = schema;
  const written: readonly unknown[] = Array.isArray(type) ? type : [type];
  const named = [...new Set(written.slice(0, 20).map(typeNamed))].filter(
    (one) => one !== undefined,
  );
  if (named.length > 0)
    return named.filter((one) => one !== 'integer' || !named.includes('number'));
  const implied = Object.keys(impliedTypes).find((key) => key in schema);
  return implied === undefined ? [] : [impliedTypes[implied] ?? ''];
}
