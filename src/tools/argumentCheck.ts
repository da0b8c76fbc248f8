import type { Reason, ReasonArguments } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { fits, isChoice, typeOf, typesOf } from './lenientTypes';
import { likeliest } from './nearest';

/** Parts of a value and its schema that are looked at; the rest is its server's to check. */
const mostSteps = 10_000;
const mostChoices = 20;
const deepest = 32;

/** Compares arguments with a schema, as leniently as any server may. */
export class ArgumentCheck {
  #steps = 0;

  constructor(private readonly root: McpObject) {}

  /** What does not fit, in the order of the schema; empty also where that cannot be said. */
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

  /** What a schema says of the value itself. */
  #own(schema: McpObject, value: unknown, at: string): Reason | undefined {
    const types = typesOf(schema);
    if (types.length > 0 && !types.some((type) => fits(type, value))) {
      return { code: 'argumentType', args: { at, types, given: typeOf(value) } };
    }
    const choices = 'const' in schema ? [schema['const']] : schema['enum'];
    if (!Array.isArray(choices) || choices.length === 0 || isChoice(choices, value)) {
      return undefined;
    }
    return { code: 'argumentChoice', args: { at, choices: choicesText(choices) } };
  }

  #members(schema: McpObject, value: McpObject, at: string, depth: number): Reason[] {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const known = Object.keys(properties);
    const missing = listOf(schema['required']).flatMap((name) => {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) return [];
      const wanted = Object.hasOwn(properties, name) && this.#resolved(properties[name]);
      // Some list as required what they have a default for.
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
    const told: ReasonArguments =
      meant === undefined ? { known: known.slice(0, mostChoices) } : { meant };
    return [{ code: 'argumentUnknown', args: { at, ...told } }];
  }

  #items(schema: McpObject, value: readonly unknown[], at: string, depth: number): Reason[] {
    const { items } = schema;
    if (!isObject(items) || 'prefixItems' in schema) return [];
    return value.flatMap((part, index) => this.#check(items, part, `${at}[${index}]`, depth + 1));
  }

  /** The schema that a reference within this one leads to. */
  #resolved(written: unknown): unknown {
    let schema = written;
    for (let step = 0; step < deepest; step++) {
      if (!isObject(schema) || typeof schema['$ref'] !== 'string') return schema;
      schema = this.#at(schema['$ref']);
    }
    return undefined;
  }

  #at(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined;
    let part: unknown = this.root;
    for (const step of reference.slice(1).split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      part = isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
    }
    return part;
  }
}

/** What is wrong where none of the branches fits: what all miss in the same place, else what the nearest does. */
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

/** One problem of several of a kind: whatever any of them wants will do. */
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
  const told = choices.slice(0, mostChoices).map((one) => JSON.stringify(one));
  return choices.length > mostChoices ? [...told, '…'] : told;
}

function member(at: string, name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
    ? `${at}.${name}`
    : `${at}[${JSON.stringify(name)}]`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
