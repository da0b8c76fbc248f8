import { isObject, ownValue } from '../../base/json';
import type { SchemaChangeKind } from './schemaChange';
/** A schema that is being repaired, its own keywords only. */
type Draft = Record<string, unknown>;

/** Reports a change of this schema. */
type Tell = (kind: SchemaChangeKind) => void;

const combinators = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', '$ref'];

/** Repairs the keywords of one schema whose inner schemas are repaired already. */
export function repairKeywords(schema: Draft, tell: Tell): Draft {
  repairRequired(schema, tell);
  repairValues(schema, tell);
  repairBounds(schema, tell, 'minimum', 'exclusiveMinimum');
  repairBounds(schema, tell, 'maximum', 'exclusiveMaximum');
  const types = typesOf(schema, tell);
  const { nullable } = schema;
  delete schema['nullable'];
  if (types.includes('array') && !('items' in schema)) {
    schema['items'] = {};
    tell('items');
  }
  if (nullable === true && !types.includes('null')) {
    tell('nullable');
    return withNull(schema, types);
  }
  if (types.length > 1) {
    tell('types');
    return asAlternatives(schema, types);
  }
  return schema;
}

/** The types of a schema, corrected in it. */
function typesOf(schema: Draft, tell: Tell): readonly string[] {
  const { type } = schema;
  const named = (Array.isArray(type) ? (type as unknown[]) : [type]).map(typeNamed);
  const types = [...new Set(named.filter((name) => name !== undefined))];
  if (types.length === 0) {
    delete schema['type'];
    const guess = impliedType(schema);
    if (guess !== undefined) types.push(guess);
    if (guess !== undefined || type !== undefined) tell('type');
  } else if (types.length !== named.length || (!Array.isArray(type) && types[0] !== type)) {
    tell('type');
  } else if (types.length === 1 && Array.isArray(type)) {
    tell('types');
  }
  if (types.length > 1 && 'anyOf' in schema) {
    // Its alternatives mostly have types of their own, and say more.
    delete schema['type'];
    tell('types');
    return [];
  }
  const [only] = types;
  if (types.length === 1) schema['type'] = only;
  else if (types.length > 1) schema['type'] = types;
  return types;
}

function impliedType(schema: Draft): string | undefined {
  if (combinators.some((key) => key in schema)) return undefined;
  if ('properties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
}

/** Writes `nullable` of OpenAPI 3.0 as JSON Schema. */
function withNull(schema: Draft, types: readonly string[]): Draft {
  const { enum: values } = schema;
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...values, null];
  if (types.length > 0 && !('anyOf' in schema)) return asAlternatives(schema, [...types, 'null']);
  const { title, description, default: preset, ...rest } = schema;
  const annotations = { title, description, default: preset };
  const present = Object.entries(annotations).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), anyOf: [rest, { type: 'null' }] };
}

/** Up to draft 4 `true` beside a bound made it exclusive. */
function repairBounds(schema: Draft, tell: Tell, bound: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  const isExclusive = schema[exclusive];
  delete schema[exclusive];
  if (isExclusive && typeof schema[bound] === 'number') {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  }
  tell('draft');
}

function repairRequired(schema: Draft, tell: Tell): void {
  const { required, properties } = schema;
  if (required === undefined) return;
  const names = Array.isArray(required)
    ? [...new Set(required.filter((name): name is string => typeof name === 'string'))]
    : [];
  if (!Array.isArray(required) || names.length !== required.length) {
    // Draft 3 had `required: true` in a property; the outer schema has taken it over.
    tell(typeof required === 'boolean' ? 'draft' : 'malformed');
    if (Array.isArray(required)) schema['required'] = names;
    else delete schema['required'];
  }
  if (!isObject(properties)) return;
  const missing = names.filter((name) => !Object.hasOwn(properties, name));
  if (missing.length === 0) return;
  schema['properties'] = {
    ...properties,
    ...Object.fromEntries(missing.map((name) => [name, {}])),
  };
  tell('required');
}

/** Removes keywords that no validator takes. */
function repairValues(schema: Draft, tell: Tell): void {
  const { enum: values, pattern, description, title } = schema;
  const bad = [
    values !== undefined && (!Array.isArray(values) || values.length === 0) && 'enum',
    pattern !== undefined && !isPattern(pattern) && 'pattern',
    description !== undefined && typeof description !== 'string' && 'description',
    title !== undefined && typeof title !== 'string' && 'title',
  ];
  for (const key of bad) {
    if (key === false) continue;
    delete schema[key];
    tell('malformed');
  }
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  return ['u', ''].some((flags) => {
    try {
      return Boolean(new RegExp(pattern, flags));
    } catch {
      return false;
    }
  });
}

/** The types of JSON Schema. */
export const jsonTypes: ReadonlySet<unknown> = new Set(
  'string number integer boolean array object null'.split(' '),
);

/** Names that servers write for types. */
const otherNames: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  list: 'array',
  tuple: 'array',
  dict: 'object',
  map: 'object',
  none: 'null',
};

const numeric = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
/** Keywords that apply to values of one type only. */
const keywordsByType: Readonly<Record<string, readonly string[]>> = {
  string: 'minLength maxLength pattern format contentEncoding contentMediaType'.split(' '),
  number: numeric,
  integer: numeric,
  array: 'items prefixItems unevaluatedItems contains minItems maxItems uniqueItems'.split(' '),
  object: (
    'properties patternProperties additionalProperties unevaluatedProperties propertyNames required ' +
    'minProperties maxProperties'
  ).split(' '),
};
const typedKeywords = new Set(Object.values(keywordsByType).flat());

/** The type that a name means, if any. */
export function typeNamed(name: unknown): string | undefined {
  if (jsonTypes.has(name)) return name as string;
  if (typeof name !== 'string') return undefined;
  const lower = name.toLowerCase();
  return jsonTypes.has(lower) ? lower : ownValue(otherNames, lower);
}

/** The type of a value; whole numbers are `integer`. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isOfType(value: unknown, type: string): boolean {
  const own = typeOf(value);
  return own === type || (own === 'integer' && type === 'number');
}

/**
 * Splits a schema of several types into alternatives of one type each. Keywords of one type go with it, because models
 * refuse them beside another type; all other keywords stay.
 */
function asAlternatives(
  schema: Record<string, unknown>,
  wanted: readonly string[],
): Record<string, unknown> {
  const { type: _, enum: values, ...rest } = schema;
  const shared = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !typedKeywords.has(key)),
  );
  const alternatives = wanted.flatMap((type) => {
    const own = Object.entries(rest).filter(([key]) => keywordsByType[type]?.includes(key));
    const fits = Array.isArray(values)
      ? values.filter((value) => isOfType(value, type))
      : undefined;
    if (fits?.length === 0) return [];
    // An alternative of type null has only one value.
    return [{ type, ...(fits && type !== 'null' && { enum: fits }), ...Object.fromEntries(own) }];
  });
  const [only] = alternatives;
  return alternatives.length === 1 ? { ...only, ...shared } : { ...shared, anyOf: alternatives };
}
