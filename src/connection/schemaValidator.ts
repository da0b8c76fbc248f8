import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { runWithTimeout } from '../base/runWithTimeout';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';

/** Says what is wrong with a value; `undefined` where nothing is, or where that cannot be said. */
export type CheckValue = (value: unknown) => string | undefined;

/** Bounds of what is checked: schemas and values come from servers. */
const mostParts = 20_000;
const mostSchemaParts = 5_000;
const longestProblem = 300;
/** Milliseconds that one schema may keep the host from everything else. */
const patience = 100;
/** Compiled schemas that a validator may hold on to. */
const mostCompiled = 200;

/**
 * Is not checked: what may take far longer than the value is long, and what is an annotation by the
 * specification of JSON Schema (`format`). A name would stand for the first schema that had it.
 */
const unchecked: ReadonlySet<string> = new Set(['pattern', 'format', 'uniqueItems', '$id']);

/** Compiles JSON Schemas of the drafts from 6 on, 2020-12 unless one says otherwise. Fetches nothing. */
export class SchemaValidator {
  #validator = new AjvJsonSchemaValidator();
  #compiled = 0;

  /** A schema that cannot be compiled, is too large, or once took too long finds nothing wrong with any value. */
  compile(schema: McpObject): CheckValue {
    if (!isWithin(schema, mostSchemaParts)) return () => undefined;
    this.#compiled += 1;
    if (this.#compiled > mostCompiled) {
      // It would keep all that it ever compiled.
      this.#validator = new AjvJsonSchemaValidator();
      this.#compiled = 1;
    }
    const validator = this.#validator;
    // Its own first schema takes longest, and nobody's time.
    if (this.#compiled === 1) validator.getValidator({});
    // Without references nothing takes longer than schema times value.
    const attempt = references.test(JSON.stringify(schema)) ? attemptInTime : attemptAtLeisure;
    const check = attempt(() => validator.getValidator(checkable(schema) as McpObject));
    if (!check) return () => undefined;
    let isHopeless = false;
    return (value) => {
      if (isHopeless || !isWithin(value, mostParts)) return undefined;
      const judged = attempt(() => check(value));
      isHopeless = !judged;
      if (!judged || judged.valid) return undefined;
      return judged.errorMessage.slice(0, longestProblem);
    };
  }
}

const references = /"\$(?:ref|dynamicRef|recursiveRef)"/;

/** The value of some work; `undefined` where it fails. */
function attemptAtLeisure<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The same; `undefined` also where it takes too long. */
function attemptInTime<T>(work: () => T): T | undefined {
  return attemptAtLeisure(() => runWithTimeout(patience, work)?.value);
}

/** The schema without what is not checked. `isMap`: the keys are names, not keywords. */
function checkable(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => checkable(part));
  if (!isObject(schema)) return schema;
  const isOpen = !isMap && 'patternProperties' in schema;
  const parts = Object.entries(schema).filter(
    ([key]) => isMap || !(unchecked.has(key) || (isOpen && openedBy.has(key))),
  );
  return Object.fromEntries(
    parts.map(([key, part]) => {
      const isValue = !isMap && values.has(key);
      return [key, isValue ? part : checkable(part, !isMap && maps.has(key))];
    }),
  );
}

/** Names of one's own choice, each with a schema. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** No schemas. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** Patterns of names are not checked, hence not what is about the other names either. */
const openedBy: ReadonlySet<string> = new Set([
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
]);

/** Whether a value has no more parts than these. */
function isWithin(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  for (let count = 0; open.length > 0; count++) {
    if (count + open.length > most) return false;
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    for (const inner of Object.values(part)) {
      if (open.length > most) return false;
      open.push(inner);
    }
  }
  return true;
}
