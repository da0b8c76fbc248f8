import { type Reason, type ReasonArguments, UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject, Tool } from '../ipc/state';
import { likeliest } from './nearest';
import { jsonTypes } from './schema/keywordRepair';
import { ReferenceTargets } from './schema/schemaReferences';

/** Parts of a value and its schema that are compared; the server checks the rest. */
const mostSteps = 10_000;
const mostChoices = 20;
const deepest = 32;

/** Compares arguments with a schema, as leniently as any server may. */
class ArgumentCheck {
  #steps = 0;
  readonly #targets: ReferenceTargets;

  constructor(private readonly root: McpObject) {
    this.#targets = new ReferenceTargets(root, mostSteps);
  }

  /** The problems in the order of the schema; none where the schema is unclear. */
  problems(given: McpObject): Reason[] {
    return this.#check(this.root, given, 'arguments', 0);
  }

  #check(written: unknown, value: unknown, at: string, depth: number): Reason[] {
    this.#steps += 1;
    if (this.#steps > mostSteps || depth > deepest) return [];
    const schema = this.#resolved(written);
    if (!isObject(schema)) return [];
    const own = this.#own(schema, value, at);
    if (own) return [own];
    const inner = (part: unknown): Reason[] => this.#check(part, value, at, depth + 1);
    return [
      ...listOf(schema['allOf']).flatMap(inner),
      ...leastOf(at, listOf(schema['anyOf']).map(inner)),
      ...leastOf(at, listOf(schema['oneOf']).map(inner)),
      ...(isObject(value) ? this.#members(schema, value, at, depth) : []),
      ...(Array.isArray(value) ? this.#items(schema, value, at, depth) : []),
    ];
  }

  #own(schema: McpObject, value: unknown, at: string): Reason | undefined {
    const types = typesOf(schema);
    if (types.length > 0 && !types.some((type) => fits(type, value))) {
      return { code: 'argumentType', args: { at, types, given: typeOf(value) } };
    }
    const choices = 'const' in schema ? [schema['const']] : schema['enum'];
    if (!Array.isArray(choices) || isChoice(choices, value)) return undefined;
    // Choices of no type that is allowed are those of something else, such as the items of a list.
    const isClear =
      types.length === 0 || choices.some((one) => types.some((type) => is(type, one)));
    if (choices.length === 0 || !isClear) return undefined;
    return { code: 'argumentChoice', args: { at, choices: choicesText(choices) } };
  }

  #members(schema: McpObject, value: McpObject, at: string, depth: number): Reason[] {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const known = Object.keys(properties);
    const missing = listOf(schema['required']).flatMap((name) => {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) return [];
      const wanted = Object.hasOwn(properties, name) && this.#resolved(properties[name]);
      // Some servers require arguments for which they have a default.
      return isObject(wanted) && !('default' in wanted)
        ? [missingAt(member(at, name), wanted)]
        : [];
    });
    const isClosed = schema['additionalProperties'] === false && !('patternProperties' in schema);
    const free = known.filter((name) => !Object.hasOwn(value, name));
    const problems = Object.entries(value).flatMap(([name, part]) => {
      const inner = member(at, name);
      if (Object.hasOwn(properties, name)) {
        return this.#check(properties[name], part, inner, depth + 1);
      }
      return isClosed ? this.#unknown(inner, name, known, free) : [];
    });
    return [...missing, ...problems];
  }

  #unknown(at: string, name: string, known: readonly string[], free: readonly string[]): Reason[] {
    this.#steps += known.length;
    if (this.#steps > mostSteps) return [];
    const meant = likeliest(name, free);
    const hint: ReasonArguments =
      meant === undefined ? { known: known.slice(0, mostChoices) } : { meant };
    return [{ code: 'argumentUnknown', args: { at, ...hint } }];
  }

  #items(schema: McpObject, value: readonly unknown[], at: string, depth: number): Reason[] {
    const { items } = schema;
    if (!isObject(items) || 'prefixItems' in schema) return [];
    return value.flatMap((part, index) => this.#check(items, part, `${at}[${index}]`, depth + 1));
  }

  /** Follows references within the root schema. */
  #resolved(written: unknown): unknown {
    let schema = written;
    for (let step = 0; step < deepest; step++) {
      if (!isObject(schema) || typeof schema['$ref'] !== 'string') return schema;
      const target = this.#targets.find(schema['$ref']);
      schema = typeof target === 'object' ? target.schema : undefined;
    }
    return undefined;
  }
}

/** The problems where no branch fits: the one that all branches share, else those of the nearest branch. */
function leastOf(at: string, branches: readonly (readonly Reason[])[]): readonly Reason[] {
  const [first = [], ...others] = branches;
  if (branches.some((problems) => problems.length === 0)) return [];
  for (const problem of first) {
    const same: [Reason, ...Reason[]] = [
      problem,
      ...others.flatMap((some) => some.find((one) => isSame(one, problem)) ?? []),
    ];
    if (same.length === branches.length) return [merged(same)];
  }
  const farness = (some: readonly Reason[]): number =>
    some.length + (some[0]?.code === 'argumentType' && some[0].args?.['at'] === at ? 1_000 : 0);
  return others.reduce((best, some) => (farness(some) < farness(best) ? some : best), first);
}

function isSame(a: Reason, b: Reason): boolean {
  return a.code === b.code && a.args?.['at'] === b.args?.['at'];
}

/** Several problems of one kind as one: a value for any of them is right. */
function merged([first, ...others]: readonly [Reason, ...Reason[]]): Reason {
  const args: Record<string, ReasonArguments[string]> = { ...first.args };
  for (const name of ['types', 'choices']) {
    const all = [first, ...others].flatMap((one) => one.args?.[name] ?? []).map(String);
    if (all.length > 0) args[name] = [...new Set(all)];
  }
  return { ...first, args };
}

function missingAt(at: string, wanted: McpObject): Reason {
  const choices = Array.isArray(wanted['enum']) ? choicesText(wanted['enum']) : [];
  const types = choices.length > 0 ? [] : typesOf(wanted);
  return { code: 'argumentMissing', args: { at, types, choices } };
}

function choicesText(choices: readonly unknown[]): string[] {
  const texts = choices.slice(0, mostChoices).map((one) => JSON.stringify(one));
  return choices.length > mostChoices ? [...texts, '…'] : texts;
}

function member(at: string, name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
    ? `${at}.${name}`
    : `${at}[${JSON.stringify(name)}]`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The types that a schema names; none if it names an unknown one. */
function typesOf({ type }: McpObject): readonly string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  return types.every((one) => jsonTypes.has(one)) ? types : [];
}

/** The type of a JSON value as schemas name it. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * True if a value has a type, or a server may convert it. Many parse numbers, booleans and objects from strings. Others
 * make strings of numbers and lists of single values, and take `null` for an absent value.
 */
function fits(type: string, value: unknown): boolean {
  if (value === null) return true;
  switch (type) {
    case 'string':
      return typeof value !== 'object';
    case 'number':
      return typeof value === 'number' || isNumeric(value);
    case 'integer':
      return Number.isInteger(value) || (isNumeric(value) && Number.isInteger(Number(value)));
    case 'boolean':
      return typeof value === 'boolean' || switches.has(plain(value));
    case 'object':
      return isObject(value) || parsesTo(value, isObject);
    case 'array':
      return typeof value !== 'object' || Array.isArray(value);
    default:
      return false;
  }
}

/** True if a value has a type as it stands. */
function is(type: string, value: unknown): boolean {
  return type === typeOf(value) || (type === 'integer' && typeof value === 'number');
}

/** True if a value equals a choice, ignoring case and whether it is a string. */
function isChoice(choices: readonly unknown[], value: unknown): boolean {
  return value === null || choices.some((one) => plain(one) === plain(value));
}

function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.trim().toLowerCase();
}

const switches: ReadonlySet<string> = new Set('true false yes no on off 1 0 t f y n'.split(' '));

function isNumeric(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function parsesTo(value: unknown, check: (parsed: unknown) => boolean): boolean {
  if (typeof value !== 'string') return false;
  try {
    return check(JSON.parse(value));
  } catch {
    return false;
  }
}

/** Problems of one answer; a model that corrects these sees the rest. */
const mostProblems = 6;

/**
 * The error for arguments that the server certainly refuses by its own schema. They are missing, unknown, not among the
 * choices, or of a type that no conversion makes right. Arguments that any server might accept are sent, because the
 * server checks them itself. A malformed schema forbids nothing.
 */
export function wrongArguments(
  { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
  given: McpObject,
): UserError | undefined {
  if (!inputSchema) return undefined;
  const problems = new ArgumentCheck(inputSchema).problems(given).slice(0, mostProblems);
  const because = problems.reduceRight<Reason | undefined>(
    (cause, problem) => ({ ...problem, ...(cause && { cause }) }),
    undefined,
  );
  return (
    because &&
    new UserError('argumentsWrong', { tool: name } satisfies ReasonArguments, { because })
  );
}
