import { isObject } from '../../base/json';
import { repairTop } from './repairTop';
import type { SchemaChange, SchemaObject } from './schemaChange';
import { SchemaRepair } from './schemaRepair';

/** What models get to know of a tool. */
interface ModelTool {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: SchemaObject | undefined;
}

/** A tool as models take it, and by what it differs from what its server gave. */
export interface RepairedTool<T> {
  readonly tool: T;
  readonly changes: readonly SchemaChange[];
}

const dialects = /^https?:\/\/json-schema\.org\/(?:draft\/20\d\d-\d\d|draft-0[34567])\/schema#?$/;

const known = new WeakMap<object, RepairedTool<unknown>>();

/**
 * A tool whose parameters every provider of models takes: one plain object at the top (Anthropic and OpenAI
 * refuse alternatives there), `items` for every array (OpenAI), one type a schema and references to nothing but
 * definitions (Gemini), and JSON Schema 2020-12 throughout (Anthropic). They refuse a whole request for one tool. The
 * same object where nothing had to be changed; the tool itself never is, since arguments are checked against what its
 * server gave. Takes time in proportion to the schema, up to a bound, and fetches nothing.
 */
export function modelTool<T extends ModelTool>(tool: T): RepairedTool<T> {
  let repaired = known.get(tool) as RepairedTool<T> | undefined;
  if (!repaired) {
    repaired = repair(tool);
    known.set(tool, repaired);
  }
  return repaired;
}

function repair<T extends ModelTool>(tool: T): RepairedTool<T> {
  const { inputSchema, changes, isShorter } = repairSchema(tool.inputSchema);
  const { title } = tool;
  const description = tool.description === undefined && title ? title : undefined;
  if (description !== undefined) changes.push({ kind: 'description', at: '' });
  if (changes.length === 0 && !isShorter) return { tool, changes };
  return { tool: { ...tool, ...(description && { description }), inputSchema }, changes };
}

interface RepairedSchema {
  readonly inputSchema: SchemaObject;
  readonly changes: SchemaChange[];
  /** See {@link SchemaRepair.isShorter}. */
  readonly isShorter: boolean;
}

/** One schema must not take the tools of all servers away. */
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
    repair.tell('dialect');
  }
  const inputSchema = repairTop(repair.repaired(), (kind, path) => repair.tell(kind, path));
  return { inputSchema, changes: repair.changes, isShorter: repair.isShorter };
}
