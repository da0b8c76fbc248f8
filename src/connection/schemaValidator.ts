import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { messageOf, UserError } from '../base/errors';
import { isObject } from '../base/json';
import { runWithTimeout } from '../base/runWithTimeout';
import type { McpObject } from '../ipc/state';

/** Returns the problem of a value; `undefined` if it is valid or cannot be checked. */
export type CheckValue = (value: unknown) => string | undefined;

/** Bounds of checked values and schemas, because both come from servers. */
const mostParts = 20_000;
const mostSchemaParts = 5_000;
const longestProblem = 300;
/** The time limit of one check, in milliseconds, because it blocks the host. */
const timeoutMs = 100;
/** The compiled schemas that a validator may hold. */
const mostCompiled = 200;

/**
 * Keywords that are not checked. Some may take far longer than the value is long. `format` is an annotation by the
 * specification. `$id` would stand for the first schema that had it.
 */
const unchecked: ReadonlySet<string> = new Set(['pattern', 'format', 'uniqueItems', '$id']);

/** Gives validators for one schema each, which share what they can. */
class Validators {
  #validator: AjvJsonSchemaValidator | undefined;
  #compiled = 0;

  next(): AjvJsonSchemaValidator {
    // A validator never releases what it has compiled.
    if (this.#compiled === mostCompiled) this.#validator = undefined;
    this.#compiled = this.#validator ? this.#compiled + 1 : 1;
    this.#validator ??= newValidator();
    return this.#validator;
  }
}

function newValidator(): AjvJsonSchemaValidator {
  const validator = new AjvJsonSchemaValidator();
  // Its own first schema takes longest, and nobody's time.
  validator.getValidator({});
  return validator;
}

/** Compiles JSON Schemas of the drafts from 6 on, 2020-12 unless one says otherwise. Fetches nothing. */
export class SchemaValidator {
  readonly #validators = new Validators();

  /** Compiles a schema. One that is invalid, too large or once took too long accepts every value. */
  compile(schema: McpObject): CheckValue {
    if (!isWithin(schema, mostSchemaParts)) return () => undefined;
    const validator = this.#validators.next();
    const attempt = attemptFor(schema);
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

const forClients = new Validators();
/** Names that a schema may share with another one. */
const names = /"\$(?:id|anchor|dynamicAnchor)"/;

/** True if a client can compile a schema with all its keywords. Fetches nothing. */
export function isCompilable(schema: McpObject): boolean {
  if (!isWithin(schema, mostSchemaParts)) return false;
  const validator = names.test(JSON.stringify(schema)) ? newValidator() : forClients.next();
  return attemptFor(schema)(() => validator.getValidator(schema)) !== undefined;
}

const references = /"\$(?:ref|dynamicRef|recursiveRef)"/;

/** Without references nothing takes longer than schema times value. */
function attemptFor(schema: McpObject): typeof attemptInTime {
  return references.test(JSON.stringify(schema)) ? attemptInTime : attemptAtLeisure;
}

/** The result of `work`; `undefined` if it fails. */
function attemptAtLeisure<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The result of `work`; `undefined` if it fails or takes too long. */
function attemptInTime<T>(work: () => T): T | undefined {
  return attemptAtLeisure(() => runWithTimeout(timeoutMs, work)?.value);
}

/** The schema without unchecked keywords. `isMap`: its keys are names, not keywords. */
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

/** Keywords whose value maps names to schemas. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords whose value is not a schema. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** Keywords about names that no pattern matches; they are dropped with the patterns. */
const openedBy: ReadonlySet<string> = new Set([
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
]);

/** True if a value has at most so many parts. */
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

/** The time limit of a check against a person's own schema, in milliseconds. */
const strictTimeoutMs = 1_000;

/**
 * The way in which a value does not fit a schema that a person wrote; `undefined` if it fits. All keywords count.
 * @throws UserError `schemaUnusable` {message} for a schema that is invalid or takes too long.
 */
export function strictProblem(schema: McpObject, value: unknown): string | undefined {
  let judged;
  try {
    // A validator of its own, because `$id` would stand for the first schema that had it.
    judged = runWithTimeout(strictTimeoutMs, () =>
      new AjvJsonSchemaValidator().getValidator(schema)(value),
    );
  } catch (error) {
    throw new UserError('schemaUnusable', { message: messageOf(error) }, { cause: error });
  }
  if (!judged) throw new UserError('schemaUnusable', { message: `${strictTimeoutMs} ms` });
  const { valid, errorMessage } = judged.value;
  return valid ? undefined : errorMessage.slice(0, longestProblem);
}
