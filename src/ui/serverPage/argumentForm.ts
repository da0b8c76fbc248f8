import type { ReasonArguments } from '../../base/errors';
import {
  inexactNumber,
  isExactNumber,
  isObject,
  type JsonObject,
  ownValue,
  pointerStep,
} from '../../base/json';
import { ReferenceTargets } from '../../tools/schema/schemaReferences';
import { mergedSchemas, type Schema, schemaTypes } from './formSchema';
import { fitsPattern } from './patternCheck';

/** Levels of fields; what is deeper is JSON. */
const deepest = 12;
/** Parts of one group, list or union; more of them are JSON. */
const mostParts = 200;
const mostBranches = 50;
const mostOptions = 1_000;
/** Alternatives of alternatives; each level multiplies what a walk visits. */
const deepestUnion = 2;
/** References and parts of `allOf` that one field may need. */
const mostResolved = 200;
/** Parts of a schema that are searched for names of references, or for secrets. */
const mostSearched = 5_000;
/** Levels at which a new value has its required objects and alternatives, because a schema may require itself. */
const deepestFilled = 2;
/** Steps of one walk along a value. */
const mostSteps = 10_000;

export interface Option {
  readonly value: unknown;
  /** Untrusted text of the server, as all labels. */
  readonly label: string;
}

/** Type of a field with its constraints. Parts are made when they are needed, because schemas may be recursive. */
type Kind =
  | {
      readonly kind: 'text';
      readonly format?: string | undefined;
      /** In characters, as JSON Schema counts. */
      readonly minLength?: number | undefined;
      readonly maxLength?: number | undefined;
      readonly pattern?: string | undefined;
    }
  | {
      readonly kind: 'number';
      readonly isWhole: boolean;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
      readonly above?: number | undefined;
      readonly below?: number | undefined;
      readonly step?: number | undefined;
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | {
      readonly kind: 'list';
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
      itemAt(at: number): Field;
    }
  | {
      readonly kind: 'group';
      /** True if a person may add properties of any name. */
      readonly isMap: boolean;
      members(): readonly Member[];
      /** The field of another property; `undefined` if the schema forbids it. */
      extra(key: string): Field | undefined;
    }
  | { readonly kind: 'union'; branches(): readonly Field[] }
  | { readonly kind: 'json' };

/** One value that a form requests; an argument, or a part of one. */
export type Field = Kind & {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly preset?: unknown;
  readonly example?: unknown;
  /** True if `null` is allowed; choices have it among their options. */
  readonly isNullable: boolean;
  readonly isSecret: boolean;
  /** True if a bound ended the form here. */
  readonly isCut: boolean;
  /** True if values without a field of their own may be secret. */
  readonly hidesSecrets: () => boolean;
};
export type FieldOf<K extends Field['kind']> = Extract<Field, { kind: K }>;

export interface Member {
  readonly key: string;
  readonly isRequired: boolean;
  readonly field: Field;
}

/** The field of a whole arguments object. Never throws, because a server wrote the schema. */
export function argumentField(schema: unknown): Field {
  const root = isObject(schema) ? schema : {};
  return new Fields(root).of(root, 0, true);
}

/** The JSON field that shows a value which its own field cannot. */
function jsonField(field: Field): FieldOf<'json'> {
  const { title, description, isNullable, isSecret, isCut, hidesSecrets } = field;
  return { kind: 'json', title, description, isNullable, isSecret, isCut, hidesSecrets };
}

/** The place of a field in its form. */
interface Place {
  readonly depth: number;
  readonly isRoot: boolean;
  /** Alternatives directly around it. */
  readonly unions: number;
}

/** Reads the fields of one schema. */
class Fields {
  readonly #targets: ReferenceTargets;

  constructor(root: Schema) {
    this.#targets = new ReferenceTargets(root, mostSearched);
  }

  of(written: unknown, depth: number, isRoot = false, unions = 0): Field {
    const isCut = depth > deepest;
    const resolved = isCut ? undefined : this.#resolved(written, { left: mostResolved });
    const found = resolved && this.#withoutNull(resolved);
    const schema = found?.schema ?? (isObject(written) ? written : {});
    const kind: Kind = found ? this.#kind(schema, { depth, isRoot, unions }) : { kind: 'json' };
    const isNullable = found?.isNullable === true && !isRoot;
    const examples = schema['examples'];
    return {
      ...(kind.kind === 'choice' && isNullable ? withNullOption(kind) : kind),
      title: textOf(schema['title']),
      description: textOf(schema['description']),
      preset: schema['default'],
      example: Array.isArray(examples) ? (examples as unknown[])[0] : undefined,
      isNullable,
      isSecret: isSecretSchema(schema),
      isCut: isCut || (kind.kind === 'json' && found === undefined),
      hidesSecrets: () => this.#hidesSecrets(written),
    };
  }

  /** The schema without references and `allOf`; `undefined` where that cannot be written as one schema. */
  #resolved(written: unknown, budget: { left: number }): Schema | undefined {
    budget.left -= 1;
    if (budget.left < 0) return undefined;
    if (!isObject(written)) return {};
    const { $ref: reference, allOf, ...own } = written;
    let schema: Schema | undefined = own;
    if (typeof reference === 'string') {
      const target = this.#targets.find(reference);
      if (target === undefined || target === 'remote') return undefined;
      const base = this.#resolved(target.schema, budget);
      schema = base && mergedSchemas(base, own);
    }
    for (const part of listOf(allOf).slice(0, mostResolved)) {
      const inner: Schema | undefined = schema && this.#resolved(part, budget);
      // The schema's own title and description count, not those of its parts.
      schema = schema && inner && mergedSchemas(inner, schema);
    }
    return schema;
  }

  /** Takes `null` out of a schema's types and alternatives. */
  #withoutNull(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
    const key = 'anyOf' in schema ? 'anyOf' : 'oneOf';
    const branches = listOf(schema[key]);
    const others = branches.filter((one) => !isObject(one) || one['type'] !== 'null');
    const types = schemaTypes(schema);
    const isNullable =
      schema['nullable'] === true ||
      others.length < branches.length ||
      (types.length > 1 && types.includes('null'));
    if (others.length === branches.length || others.length === 0) return { schema, isNullable };
    const { [key]: _branches, ...base } = schema;
    if (others.length > 1) return { schema: { ...base, [key]: others }, isNullable };
    const only = this.#resolved(others[0], { left: mostResolved });
    const merged = only && mergedSchemas(only, base);
    return merged
      ? { schema: merged, isNullable: true }
      : { schema: { ...base, [key]: others }, isNullable };
  }

  #kind(schema: Schema, place: Place): Kind {
    const { depth, isRoot } = place;
    const options = optionsOf(schema);
    if (options && !isRoot)
      return options.length > mostOptions ? json : { kind: 'choice', options };
    const union = this.#union(schema, place);
    if (union) return union;
    const types = schemaTypes(schema).filter((type) => type !== 'null');
    if (isRoot) return this.#group(schema, depth, true);
    if (types.length > 1)
      return this.#unionOf(
        types.map((type) => ({ ...schema, type })),
        place,
      );
    switch (types[0]) {
      case 'string':
        return textKind(schema);
      case 'number':
      case 'integer':
        return numberKind(schema, types[0] === 'integer');
      case 'boolean':
        return { kind: 'flag' };
      case 'array':
        return this.#list(schema, depth);
      case 'object':
        return this.#group(schema, depth);
      default:
        return schema['type'] === 'null'
          ? { kind: 'choice', options: [{ value: null, label: 'null' }] }
          : json;
    }
  }

  /** The alternatives of a schema; `undefined` if it has none, or they only combine what is required. */
  #union(schema: Schema, place: Place): Kind | undefined {
    const { anyOf, oneOf, ...base } = schema;
    const written = listOf(anyOf ?? oneOf);
    if (written.every(isOnlyCondition)) return undefined;
    if ((anyOf && oneOf) || written.length > mostBranches) return place.isRoot ? undefined : json;
    const { title: _title, description: _description, default: _default, ...common } = base;
    const branches = written.map((one) => {
      const branch = this.#resolved(one, { left: mostResolved });
      return branch && mergedSchemas(common, branch);
    });
    return this.#unionOf(
      branches.map((branch, at) => branch ?? written[at]),
      place,
    );
  }

  #unionOf(branches: readonly unknown[], { depth, isRoot, unions }: Place): Kind {
    if (unions === deepestUnion) return isRoot ? this.#group({}, depth) : json;
    return {
      kind: 'union',
      branches: onceMade(() => branches.map((one) => this.of(one, depth + 1, isRoot, unions + 1))),
    };
  }

  #list(schema: Schema, depth: number): Kind {
    const { items, prefixItems, additionalItems } = schema;
    const first = Array.isArray(items) ? listOf(items) : listOf(prefixItems);
    const rest = onceMade(() => this.of(Array.isArray(items) ? additionalItems : items, depth + 1));
    const made = new Map<number, Field>();
    return {
      kind: 'list',
      minItems: countOf(schema['minItems']),
      maxItems: countOf(schema['maxItems']),
      itemAt: (at) => {
        if (at >= first.length) return rest();
        const field = made.get(at) ?? this.of(first[at], depth + 1);
        made.set(at, field);
        return field;
      },
    };
  }

  #group(schema: Schema, depth: number, isRoot = false): Kind {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const known = Object.keys(properties).filter((key) => properties[key] !== false);
    if (known.length > mostParts) return json;
    const patterns = Object.entries(
      isObject(schema['patternProperties']) ? schema['patternProperties'] : {},
    ).slice(0, mostParts);
    const others = schema['additionalProperties'];
    const required = new Set(listOf(schema['required']));
    // A tool whose schema only says `object` has no arguments.
    const isFree = !('properties' in schema || others === false || (isRoot && 'type' in schema));
    const other = onceMade(() => this.of(others, depth + 1));
    return {
      kind: 'group',
      isMap: others === true || isObject(others) || patterns.length > 0 || isFree,
      members: onceMade(() => {
        const named = known.map((key) => ({ key, schema: properties[key] }));
        const unnamed = [...required].flatMap((key) =>
          typeof key === 'string' && !Object.hasOwn(properties, key) ? [{ key, schema: {} }] : [],
        );
        return [...named, ...unnamed].slice(0, mostParts).map(({ key, schema: member }) => ({
          key,
          isRequired: required.has(key),
          field: this.of(member, depth + 1),
        }));
      }),
      extra: (key) => {
        const pattern = patterns.find(([one]) => fitsPattern(one, key));
        if (pattern) return this.of(pattern[1], depth + 1);
        return others === false ? undefined : other();
      },
    };
  }

  /** Searches a schema and what it refers to. A schema that is too large to be searched may hide anything. */
  #hidesSecrets(written: unknown): boolean {
    const seen = new Set<unknown>();
    const open = [written];
    while (open.length > 0) {
      const part = open.pop();
      if (typeof part !== 'object' || part === null || seen.has(part)) continue;
      seen.add(part);
      if (seen.size > mostSearched) return true;
      if (Array.isArray(part) || !isObject(part)) {
        open.push(...listOf(part).slice(0, mostSearched));
        continue;
      }
      if (isSecretSchema(part)) return true;
      const { $ref: reference } = part;
      const target = typeof reference === 'string' ? this.#targets.find(reference) : undefined;
      if (target === 'remote') return true;
      open.push(target?.schema, ...Object.values(part).slice(0, mostSearched));
    }
    return false;
  }
}

const json: Kind = { kind: 'json' };

function textKind(schema: Schema): Kind {
  return {
    kind: 'text',
    format: textOf(schema['format']),
    minLength: countOf(schema['minLength']),
    maxLength: countOf(schema['maxLength']),
    pattern: textOf(schema['pattern']),
  };
}

/** Draft 4 writes exclusive bounds as `true`. */
function numberKind(schema: Schema, isWhole: boolean): Kind {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const [minimum, maximum] = [numberOf(schema['minimum']), numberOf(schema['maximum'])];
  return {
    kind: 'number',
    isWhole,
    minimum: exclusiveMinimum === true ? undefined : minimum,
    maximum: exclusiveMaximum === true ? undefined : maximum,
    above: exclusiveMinimum === true ? minimum : numberOf(exclusiveMinimum),
    below: exclusiveMaximum === true ? maximum : numberOf(exclusiveMaximum),
    step: numberOf(schema['multipleOf']),
  };
}

/** Values to choose from: `const`, `enum`, with or without `enumNames`, or alternatives of constants. */
function optionsOf(schema: Schema): readonly Option[] | undefined {
  if ('const' in schema) return [optionOf(schema['const'], schema['title'])];
  const names = listOf(schema['enumNames']);
  const values = schema['enum'];
  if (Array.isArray(values) && values.length > 0)
    return (values as unknown[]).map((value, at) => optionOf(value, names[at]));
  const branches = listOf(schema['oneOf'] ?? schema['anyOf']);
  if (branches.length === 0 || !branches.every((one) => isObject(one) && 'const' in one))
    return undefined;
  return (branches as Schema[]).map((one) => optionOf(one['const'], one['title']));
}

function optionOf(value: unknown, title: unknown): Option {
  return { value, label: textOf(title) ?? (typeof value === 'string' ? value : jsonText(value)) };
}

function withNullOption(choice: Extract<Kind, { kind: 'choice' }>): Kind {
  if (choice.options.some(({ value }) => value === null)) return choice;
  return { ...choice, options: [...choice.options, { value: null, label: 'null' }] };
}

/** True for an alternative that adds no field, such as one that only says what is required. */
function isOnlyCondition(branch: unknown): boolean {
  const conditions = ['required', 'not', 'title', 'description'];
  return isObject(branch) && Object.keys(branch).every((key) => conditions.includes(key));
}

function isSecretSchema(schema: Schema): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true;
}

/**
 * True if a field can show the value without loss. Looks at the value itself, not at its parts, which have fields of
 * their own.
 */
export function fits(field: Field, value: unknown, depth = 0): boolean {
  if (value === null && field.isNullable) return true;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return optionAt(field, value) >= 0;
    case 'list':
      return Array.isArray(value) && value.length <= mostParts;
    case 'group':
      return isObject(value) && Object.keys(value).length <= 2 * mostParts;
    case 'union':
      return depth < 3 && field.branches().some((branch) => fits(branch, value, depth + 1));
    case 'json':
      return true;
  }
}

/** The place of a value among the options, or -1. */
export function optionAt({ options }: FieldOf<'choice'>, value: unknown): number {
  const text = jsonText(value);
  return options.findIndex((one) => one.value === value || jsonText(one.value) === text);
}

/** The field that shows a value: its own, or a JSON field where its own cannot. */
export function fieldFor(field: Field, value: unknown): Field {
  return value === undefined || fits(field, value) ? field : jsonField(field);
}

/** A part of a value with its field: a property of a group, or an item of a list. */
export interface Part {
  readonly key: string | number;
  readonly field: Field;
  readonly value: unknown;
  /** True for items and properties that the schema does not name, too, because somebody added them. */
  readonly isRequired: boolean;
  /** True for a property that the schema does not name. */
  readonly isExtra: boolean;
}

/** The parts of a value that fits a group or list, absent properties included. */
export function partsOf(field: FieldOf<'group' | 'list'>, value: unknown): readonly Part[] {
  if (field.kind === 'list') {
    return listOf(value).map((item, key) => ({
      key,
      field: fieldFor(field.itemAt(key), item),
      value: item,
      isRequired: true,
      isExtra: false,
    }));
  }
  const given: Schema = isObject(value) ? value : {};
  const members = field.members();
  const named = new Set(members.map(({ key }) => key));
  const known = members.map(({ key, isRequired, field: own }) => {
    const part = ownValue(given, key);
    return { key, isRequired, field: fieldFor(own, part), value: part, isExtra: false };
  });
  const extra = Object.entries(given).flatMap(([key, part]) => {
    if (named.has(key) || part === undefined) return [];
    const own = field.extra(key) ?? anyField;
    return [{ key, isRequired: true, field: fieldFor(own, part), value: part, isExtra: true }];
  });
  return [...known, ...extra];
}

/** The field of a value of which nothing is known. */
const anyField = new Fields({}).of({}, 0);

/** The value with another part; `undefined` takes a property out. */
export function withPart(value: unknown, key: string | number, part: unknown): unknown {
  if (typeof key === 'number') return listOf(value).with(key, part);
  const { [key]: _before, ...others } = isObject(value) ? value : {};
  if (part === undefined) return others;
  const isKnown = isObject(value) && Object.hasOwn(value, key);
  // A property keeps its place, so that rows do not move while somebody types.
  const entries = isKnown
    ? Object.entries(value).map(([name, own]) => [name, name === key ? part : own] as const)
    : [...Object.entries(others), [key, part] as const];
  return Object.fromEntries(entries);
}

/** An alternative that a person chose or wrote in, and the value that it has since then. */
interface KeptBranch {
  readonly at: number;
  readonly value: unknown;
}

/**
 * The place of the alternative that shows a value, or -1. The kept one does until somebody else changes the value; else
 * the one that suits the value best. Without a value it is the first of what is required, but no object, because one
 * that is shown is sent.
 */
export function branchAt(
  field: FieldOf<'union'>,
  value: unknown,
  isRequired = true,
  kept?: KeptBranch,
): number {
  const branches = field.branches();
  const own = kept && branches[kept.at];
  const isKept = own && kept.value === value && (value === undefined || fits(own, value));
  if (isKept) return kept.at;
  if (value === undefined) return isRequired && branches[0]?.kind !== 'group' ? 0 : -1;
  const distances = branches.map((branch) => distance(branch, value));
  return distances.indexOf(Math.min(...distances));
}

/** The distance of an alternative from a value. A wrong constant outweighs missing parts, because it tells alternatives apart. */
function distance(branch: Field, value: unknown): number {
  if (!fits(branch, value)) return 1_000_000;
  // A JSON field fits every value, so it is the last choice.
  if (branch.kind === 'json') return 1_000;
  if (branch.kind === 'number' && branch.isWhole && !Number.isInteger(value)) return 1;
  if (branch.kind !== 'group') return 0;
  return partsOf(branch, value).reduce((sum, part) => {
    if (part.isExtra) return sum + 1;
    if (part.value === undefined) return sum + (part.isRequired ? 1 : 0);
    const own = branch.members().find(({ key }) => key === part.key)?.field;
    if (own?.kind === part.field.kind) return sum;
    return sum + (own?.kind === 'choice' ? 1_000 : 10);
  }, 0);
}

/** Label of an alternative: its title, the constants that tell it apart, or its kind (`undefined`). */
export function branchLabel(branch: Field): string | undefined {
  if (branch.title !== undefined) return branch.title;
  if (branch.kind === 'choice')
    return branch.options
      .map(({ label }) => label)
      .slice(0, 3)
      .join(', ');
  if (branch.kind !== 'group') return undefined;
  const constants = branch
    .members()
    .flatMap(({ key, field }) =>
      field.kind === 'choice' && field.options.length === 1 && field.options[0]
        ? [`${key}: ${field.options[0].label}`]
        : [],
    );
  if (constants.length > 0) return constants.join(', ');
  const names = branch.members().map(({ key }) => key);
  return names.length > 0 ? names.slice(0, 3).join(', ') : undefined;
}

/** Arguments that a person need not give: defaults, and constants and objects that are required. */
export function initialArguments(schema: unknown): JsonObject {
  const value = initialValue(argumentField(schema), true);
  return isObject(value) ? (value as JsonObject) : {};
}

/** Value of a new field; `undefined` if a person must say something first. */
export function initialValue(
  field: Field,
  isRequired: boolean,
  depth = 0,
  budget = { left: mostSteps },
): unknown {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  const { preset } = field;
  // A `null` that may be left out would be in the way of typing, and the server knows it anyway.
  const isTaken = preset !== undefined && (isRequired || preset !== null);
  if (isTaken && fits(field, preset)) return preset;
  if (!isRequired) return undefined;
  if (field.kind === 'choice')
    return field.options.length === 1 ? field.options[0]?.value : undefined;
  const isFilled = depth <= deepestFilled;
  if (field.kind === 'union') {
    const [first] = isFilled ? field.branches() : [];
    return first?.kind === 'group' ? initialValue(first, true, depth, budget) : undefined;
  }
  if (field.kind !== 'group') return undefined;
  const entries = field.members().flatMap((member) => {
    const part = initialValue(member.field, member.isRequired, depth + 1, budget);
    return part === undefined ? [] : [[member.key, part] as const];
  });
  return isFilled || entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Value of a part that a person adds: as a new field, or else empty. A default of `null` is what there was before. */
export function addedValue(field: Field): unknown {
  const value = initialValue({ ...field, preset: field.preset ?? undefined }, true);
  if (value !== undefined) return value;
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return Math.max(0, field.minimum ?? 0);
    case 'flag':
      return false;
    case 'choice':
      return field.options[0]?.value;
    case 'list':
      return [];
    case 'group':
      return {};
    case 'union':
      return field.branches()[0] ? addedValue(field.branches()[0] ?? anyField) : null;
    case 'json':
      return null;
  }
}

/** The value of typed text, or its problem. */
export type Typed =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: 'notNumber' | 'inexact' | 'notJson' };

/** The text of a value in its text box. */
export function typedText(field: Field, value: unknown): string {
  if (value === undefined || (value === null && field.kind !== 'json')) return '';
  if (field.kind === 'json') return JSON.stringify(value, undefined, 2);
  return typeof value === 'string' ? value : jsonText(value);
}

const numberText = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads what was typed. Text that shows the value as it was keeps it. An empty box is an absent value, or an empty text
 * where a text is required.
 */
export function readTyped(
  field: Field,
  typed: string,
  before: unknown,
  isRequired: boolean,
): Typed {
  if (before !== undefined && typed === typedText(field, before)) return { value: before };
  if (field.kind === 'text') return { value: typed === '' && !isRequired ? undefined : typed };
  const text = typed.trim();
  if (text === '') return { value: undefined };
  return field.kind === 'number' ? readNumber(text) : readJson(text);
}

function readNumber(text: string): Typed {
  const value = Number(text);
  if (!numberText.test(text) || !Number.isFinite(value)) return { problem: 'notNumber' };
  return isExactNumber(text) ? { value } : { problem: 'inexact' };
}

function readJson(text: string): Typed {
  try {
    const value: unknown = JSON.parse(text);
    return inexactNumber(text) === undefined ? { value } : { problem: 'inexact' };
  } catch {
    return { problem: 'notJson' };
  }
}

/** Typed text, and the value that it gave. */
export interface Draft {
  readonly kind: Field['kind'];
  readonly text: string;
  readonly value: unknown;
}

/** Texts that cannot be read yet and alternatives that a person chose, by their fields. They outlive a form. */
export interface Unfinished {
  readonly texts: Map<string, Draft>;
  readonly branches: Map<string, KeptBranch>;
}

/**
 * The text of a box with lines in place of its selection, and the place of the cursor behind them; `undefined` for a
 * single line. Browsers drop the breaks at the end of what comes into one line, and nobody misses those.
 */
export function withLines(
  text: string,
  [start, end]: readonly [number, number],
  added: string,
): { readonly text: string; readonly cursor: number } | undefined {
  const lines = added.replaceAll(/\r\n?/g, '\n');
  if (!/\n[^\n]/.test(lines)) return undefined;
  return { text: text.slice(0, start) + lines + text.slice(end), cursor: start + lines.length };
}

/** A problem with a value: a key of the form's texts with its arguments. */
export interface ValueProblem {
  readonly kind:
    | 'missing'
    | 'notWhole'
    | 'notMultiple'
    | 'tooSmall'
    | 'tooLarge'
    | 'notAbove'
    | 'notBelow'
    | 'tooShort'
    | 'tooLong'
    | 'tooFew'
    | 'tooMany'
    | 'wrongPattern'
    | 'notOffered'
    | 'wrongKind';
  readonly args?: ReasonArguments | undefined;
}

/** JSON pointer of a part. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${pointerStep(key)}`;
}

/** A JSON pointer as a part of an element's ID, without blanks, because these separate the IDs of a list. */
export function pointerId(pointer: string): string {
  return encodeURIComponent(pointer.toWellFormed());
}

/** The field that the schema has for a part, where JSON may have to show it. */
export function ownField(field: FieldOf<'group' | 'list'>, { key, field: shown }: Part): Field {
  if (field.kind === 'list') return field.itemAt(Number(key));
  const own = field.members().find((member) => member.key === key)?.field;
  return own ?? field.extra(String(key)) ?? shown;
}

/** Problem of a value itself, apart from its parts. */
export function fieldProblem(
  field: Field,
  value: unknown,
  isRequired: boolean,
): ValueProblem | undefined {
  if (value === undefined) return isRequired ? { kind: 'missing' } : undefined;
  if (value === null && field.isNullable) return undefined;
  if (!fits(field, value)) return { kind: field.kind === 'choice' ? 'notOffered' : 'wrongKind' };
  if (field.kind === 'text' && typeof value === 'string') return textProblem(field, value);
  if (field.kind === 'number' && typeof value === 'number') return numberProblem(field, value);
  return field.kind === 'list' ? countProblem(field, listOf(value).length) : undefined;
}

function textProblem(field: FieldOf<'text'>, text: string): ValueProblem | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  const { length } = Array.from(text);
  if (length < minLength) return { kind: 'tooShort', args: { count: minLength } };
  if (length > maxLength) return { kind: 'tooLong', args: { count: maxLength } };
  const fitsOrUnknown = pattern === undefined || fitsPattern(pattern, text) !== false;
  return fitsOrUnknown ? undefined : { kind: 'wrongPattern', args: { pattern } };
}

function numberProblem(field: FieldOf<'number'>, value: number): ValueProblem | undefined {
  const { isWhole, minimum, maximum, above, below, step } = field;
  if (isWhole && !Number.isInteger(value)) return { kind: 'notWhole' };
  if (minimum !== undefined && value < minimum)
    return { kind: 'tooSmall', args: { bound: minimum } };
  if (maximum !== undefined && value > maximum)
    return { kind: 'tooLarge', args: { bound: maximum } };
  if (above !== undefined && value <= above) return { kind: 'notAbove', args: { bound: above } };
  if (below !== undefined && value >= below) return { kind: 'notBelow', args: { bound: below } };
  return isMultiple(value, step) ? undefined : { kind: 'notMultiple', args: { step: step ?? 1 } };
}

/** Allows for binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number | undefined): boolean {
  if (step === undefined || step <= 0) return true;
  const count = value / step;
  return Math.abs(count - Math.round(count)) <= 1e-9 * Math.max(1, Math.abs(count));
}

function countProblem(field: FieldOf<'list'>, count: number): ValueProblem | undefined {
  const { minItems = 0, maxItems = Infinity } = field;
  if (count < minItems) return { kind: 'tooFew', args: { count: minItems } };
  return count > maxItems ? { kind: 'tooMany', args: { count: maxItems } } : undefined;
}

/**
 * The arguments without values that the schema calls secret (`format: password`, `writeOnly`), for state that is
 * stored. Where a value has no field of its own, all of it is left out if its schema may call a part secret.
 */
export function withoutSecrets(schema: unknown, value: JsonObject): JsonObject {
  const budget = { left: mostSteps };
  const walk = (field: Field, part: unknown): unknown => {
    budget.left -= 1;
    if (budget.left < 0 || field.isSecret || part === undefined) return undefined;
    if (field.kind === 'union')
      return field.hidesSecrets()
        ? field.branches().reduce<unknown>((left, one) => walk(one, left), part)
        : part;
    if (field.kind === 'list' && fits(field, part)) {
      const items = partsOf(field, part).map((one) => walk(ownField(field, one), one.value));
      return items.filter((item) => item !== undefined);
    }
    if (field.kind === 'group' && fits(field, part)) {
      const entries = partsOf(field, part).flatMap((one) => {
        const inner = walk(ownField(field, one), one.value);
        return inner === undefined ? [] : [[one.key, inner] as const];
      });
      return Object.fromEntries(entries);
    }
    return field.hidesSecrets() ? undefined : part;
  };
  const left = walk(argumentField(schema), value);
  return isObject(left) ? (left as JsonObject) : {};
}

function onceMade<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  const count = numberOf(value);
  return count !== undefined && count >= 0 ? Math.trunc(count) : undefined;
}
