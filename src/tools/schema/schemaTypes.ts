import { isObject, ownValue } from '../../base/json';

/** The types of JSON Schema. */
const types: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

/** What servers write for them. */
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

const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  contentEncoding: ['string'],
  contentMediaType: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  exclusiveMinimum: ['number', 'integer'],
  exclusiveMaximum: ['number', 'integer'],
  multipleOf: ['number', 'integer'],
  items: ['array'],
  prefixItems: ['array'],
  unevaluatedItems: ['array'],
  contains: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  patternProperties: ['object'],
  additionalProperties: ['object'],
  unevaluatedProperties: ['object'],
  propertyNames: ['object'],
  required: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
};

/** The type that a name means; `undefined` where none. */
export function typeNamed(name: unknown): string | undefined {
  if (types.has(name)) return name as string;
  if (typeof name !== 'string') return undefined;
  const lower = name.toLowerCase();
  return types.has(lower) ? lower : ownValue(otherNames, lower);
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
 * A schema of several types as alternatives of one type each, with the keywords that are about it: what is
 * about one type only must not stand beside another. What is about all stays where it is.
 */
export function asAlternatives(
  schema: Record<string, unknown>,
  wanted: readonly string[],
): Record<string, unknown> {
  const { type: _, enum: values, ...rest } = schema;
  const shared = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !Object.hasOwn(keywordTypes, key)),
  );
  const alternatives = wanted.flatMap((type) => {
    const own = Object.entries(rest).filter(([key]) => ownValue(keywordTypes, key)?.includes(type));
    const fits = Array.isArray(values)
      ? values.filter((value) => isOfType(value, type))
      : undefined;
    if (fits?.length === 0) return [];
    // An alternative that is null alone has one value anyway.
    return [{ type, ...(fits && type !== 'null' && { enum: fits }), ...Object.fromEntries(own) }];
  });
  const [only] = alternatives;
  return alternatives.length === 1 ? { ...only, ...shared } : { ...shared, anyOf: alternatives };
}
