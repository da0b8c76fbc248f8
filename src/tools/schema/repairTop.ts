import { canonicalJson, isObject } from '../../base/json';
import type { SchemaChangeKind } from './schemaChange';

/** The parameters of an object, however many schemas say them together. */
interface Parameters {
  /** What each may be, as the alternatives have it. */
  readonly properties: Map<string, unknown[]>;
  readonly required: ReadonlySet<string>;
}

/** What models refuse at the top of a tool's parameters. */
const refused: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const'];
const validName = /^[\w.-]{1,64}$/;

/** The top of a tool's parameters has to be one plain object with properties. */
export function repairTop(
  schema: Record<string, unknown>,
  tell: (kind: SchemaChangeKind, path?: readonly string[]) => void,
): Record<string, unknown> {
  const { type } = schema;
  if (type !== undefined && type !== 'object') {
    tell('combined');
    return { type: 'object', properties: {} };
  }
  if (type === undefined) tell('type');
  const isCombined = refused.some((key) => key in schema);
  if (isCombined) tell('combined');
  else if (!('properties' in schema)) tell('properties');
  const { properties, required } = parametersOf(schema);
  const missing = [...required].filter((name) => !properties.has(name));
  if (missing.length > 0) tell('required');
  for (const name of missing) properties.set(name, [{}]);
  const usable = [...properties].filter(([name]) => {
    // One that is required can as well be tried.
    const isUsable = validName.test(name) || required.has(name);
    if (!isUsable) tell('name', [name]);
    return isUsable;
  });
  const rest = Object.entries(schema).filter(([key]) => !refused.includes(key));
  return {
    ...Object.fromEntries(rest),
    type: 'object',
    properties: Object.fromEntries(usable.map(([name, schemas]) => [name, either(schemas)])),
    ...(required.size > 0 && { required: [...required] }),
  };
}

/** All that may be given, and what has to be given whichever alternative is meant. */
function parametersOf(schema: Record<string, unknown>): Parameters {
  const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const properties = new Map(own.map(([name, value]) => [name, [value]]));
  const required = new Set(namesOf(schema['required']));
  for (const part of partsOf(schema['allOf'])) {
    for (const [name, schemas] of part.properties) properties.set(name, schemas);
    for (const name of part.required) required.add(name);
  }
  // What holds for all of them says more than what one of them adds.
  const fixed = new Set(properties.keys());
  for (const list of [partsOf(schema['anyOf']), partsOf(schema['oneOf'])]) {
    for (const part of list) addMissing(properties, part.properties, fixed);
    const [first, ...others] = list;
    for (const name of first?.required ?? []) {
      if (others.every((part) => part.required.has(name))) required.add(name);
    }
  }
  return { properties, required };
}

function addMissing(
  properties: Parameters['properties'],
  added: Parameters['properties'],
  fixed: ReadonlySet<string>,
): void {
  for (const [name, schemas] of added) {
    if (fixed.has(name)) continue;
    const list = properties.get(name);
    if (list) list.push(...schemas);
    else properties.set(name, [...schemas]);
  }
}

/** The parameters of each; what is no object has none to give. */
function partsOf(value: unknown): readonly Parameters[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[])
    .filter(isObject)
    .filter(({ type }) => type === undefined || type === 'object')
    .map(parametersOf);
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function either(schemas: readonly unknown[]): unknown {
  if (schemas.length === 1) return schemas[0];
  const different = [...new Map(schemas.map((schema) => [canonicalJson(schema), schema])).values()];
  return different.length === 1 ? different[0] : { anyOf: different };
}
