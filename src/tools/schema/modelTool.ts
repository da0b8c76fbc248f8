import { isObject, canonicalJson } from '../../base/json';
import { memo } from '../../base/lazy';
import type { SchemaChange, SchemaObject, SchemaChangeKind } from './schemaChange';
import { SchemaRepair } from './schemaRepair';

/** The part of a tool that models see. */
interface ModelTool {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: SchemaObject | undefined;
}

/** A tool as models take it, with the changes to the server's own. */
export interface RepairedTool<T> {
  readonly tool: T;
  readonly changes: readonly SchemaChange[];
}

const dialects = /^https?:\/\/json-schema\.org\/(?:draft\/20\d\d-\d\d|draft-0[34567])\/schema#?$/;

/**
 * A tool whose parameters every provider of models takes, because one bad tool makes them refuse all. The top is one
 * plain object, because Anthropic and OpenAI refuse alternatives there. Every array has `items` (OpenAI). Each schema
 * has one type, and references lead to definitions only (Gemini). All is JSON Schema 2020-12 (Anthropic). The given
 * tool stays as it is, because its server checks arguments against it. Returns the same object if nothing changes.
 * Takes time in proportion to the schema, up to a bound, and fetches nothing.
 */
export function modelTool<T extends ModelTool>(tool: T): RepairedTool<T> {
  return repaired(tool) as RepairedTool<T>;
}

const repaired = memo((tool: ModelTool): RepairedTool<ModelTool> => {
  const { inputSchema, changes, isShorter } = repairSchema(tool.inputSchema);
  const { title } = tool;
  const description = tool.description === undefined && title ? title : undefined;
  if (description !== undefined) changes.push({ kind: 'description', at: '' });
  if (changes.length === 0 && !isShorter) return { tool, changes };
  return { tool: { ...tool, ...(description && { description }), inputSchema }, changes };
});

interface RepairedSchema {
  readonly inputSchema: SchemaObject;
  readonly changes: SchemaChange[];
  /** See {@link SchemaRepair.isShorter}. */
  readonly isShorter: boolean;
}

/** Never throws, because one schema must not cost the tools of all servers. */
function repairSchema(given: SchemaObject | undefined): RepairedSchema {
  try {
    return repairWhole(isObject(given) ? given : {});
  } catch {
    const inputSchema = { type: 'object', properties: {} };
    return { inputSchema, changes: [{ kind: 'tooLarge', at: '' }], isShorter: true };
  }
}

function repairWhole(schema: SchemaObject): RepairedSchema {
  const repair = new SchemaRepair(schema);
  const { $schema } = schema;
  if ($schema !== undefined && !(typeof $schema === 'string' && dialects.test($schema))) {
    repair.report('dialect');
  }
  const inputSchema = repairTop(repair.repaired(), (kind, path) => repair.report(kind, path));
  return { inputSchema, changes: repair.changes, isShorter: repair.isShorter };
}

/** The parameters of an object that several schemas describe together. */
interface Parameters {
  /** The schemas of each parameter, one for each alternative. */
  readonly properties: Map<string, unknown[]>;
  readonly required: ReadonlySet<string>;
}

/** Keywords that models refuse at the top of a tool's parameters. */
const refused: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const'];
const validName = /^[\w.-]{1,64}$/;

/** Makes the top of a tool's parameters one plain object with properties. */
function repairTop(
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
    // A required parameter stays, because without it every call fails.
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

/** The parameters of all alternatives, and those that every alternative requires. */
function parametersOf(schema: Record<string, unknown>): Parameters {
  const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const properties = new Map(own.map(([name, value]) => [name, [value]]));
  const required = new Set(namesOf(schema['required']));
  for (const part of partsOf(schema['allOf'])) {
    for (const [name, schemas] of part.properties) properties.set(name, schemas);
    for (const name of part.required) required.add(name);
  }
  // A schema for all alternatives is more exact than the addition of one.
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

/** The parameters of each object among the alternatives. */
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
