import type { UserError } from '../../base/errors';
import { isExactNumber, isObject } from '../../base/json';
import { runWithTimeout } from '../../base/runWithTimeout';
import { secretName } from '../../config/likelySecrets';
import { serverRequestRefused } from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import { urlOf } from '../../network/urlOf';
import { ReferenceTargets } from '../../tools/schema/schemaReferences';
import { untrustedText } from '../text/untrustedText';
import { t } from './questionTexts';

/** Formats of text fields. */
const textFormats = ['email', 'uri', 'date', 'date-time'] as const;
export type TextFormat = (typeof textFormats)[number];

export type FieldValue = string | number | boolean | readonly string[];

export interface FieldOption<T = string> {
  readonly value: T;
  readonly label: string;
}

interface TextBounds {
  /** In characters, as JSON Schema counts. */
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: TextFormat | undefined;
}

/** Type of a field with its constraints. */
type FieldKind =
  | ({ readonly kind: 'text' } & TextBounds)
  | {
      /** Texts that are typed with commas between them. */
      readonly kind: 'texts';
      readonly each: TextBounds;
      /** Doubles are left out. */
      readonly unique: boolean;
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
    }
  | {
      readonly kind: 'number';
      readonly whole: boolean;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
    }
  | { readonly kind: 'choice'; readonly options: readonly FieldOption<string | number | boolean>[] }
  | {
      readonly kind: 'choices';
      readonly options: readonly FieldOption[];
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
    };

export type FormField = FieldKind & {
  readonly key: string;
  /** Untrusted text of the server. */
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly preset?: FieldValue | undefined;
  /** The name denotes a secret, which a form must not ask for. */
  readonly secret: boolean;
};

/** A form requested by a server. */
export interface Form {
  /** Untrusted text of the server. */
  readonly message: string;
  /** In the server's order. */
  readonly fields: readonly FormField[];
}

/**
 * Parses `elicitation/create` in form mode (2026-07-28, "Elicitation", requested schema, with `enumNames` of older
 * revisions). Unknown keywords are ignored. What SDKs make of optional fields and enumerations is taken, too.
 * @throws UserError `questionRefused` with -32602 if a form cannot ask for a field.
 */
export function readForm(params: McpObject): Form {
  const { message, requestedSchema: schema } = params;
  if (typeof message !== 'string')
    throw serverRequestRefused('invalidParams', '"message" is missing.');
  if (!isObject(schema) || (schema['type'] ?? 'object') !== 'object') {
    throw serverRequestRefused('invalidParams', '"requestedSchema" must be an object schema.');
  }
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties))
    throw serverRequestRefused(
      'invalidParams',
      '"properties" of the requested schema is no object.',
    );
  if (!Array.isArray(required))
    throw serverRequestRefused('invalidParams', '"required" of the requested schema is no list.');
  const needed = new Set<unknown>(required);
  const lost = [...needed].find(
    (key) => typeof key !== 'string' || !Object.hasOwn(properties, key),
  );
  if (lost !== undefined)
    throw serverRequestRefused(
      'invalidParams',
      `The property ${JSON.stringify(lost)} is required and missing.`,
    );
  const targets = new ReferenceTargets(schema, mostParts);
  const fields = Object.entries(properties).map(([key, property]) =>
    fieldOf(key, isObject(property) ? plainSchema(property, targets) : property, needed.has(key)),
  );
  return { message, fields };
}

/** Answers as `content` of the result; unanswered fields are left out. */
export function formContent({ fields }: Form, answers: ReadonlyMap<string, FieldValue>): McpObject {
  return Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = answers.get(key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** Defaults of the fields. */
export function presets({ fields }: Form): ReadonlyMap<string, FieldValue> {
  return new Map(
    fields.flatMap(({ key, preset }) => (preset === undefined ? [] : [[key, preset] as const])),
  );
}

type Schema = Readonly<Record<string, unknown>>;

/** Parts of a schema that are searched for named definitions. */
const mostParts = 1_000;
const mostSteps = 10;

/** A schema as the specification has it: without references, `null` beside another type, and single branches. */
function plainSchema(written: Schema, targets: ReferenceTargets, step = 0): Schema {
  if (step > mostSteps) return written;
  const next = (inner: Schema): Schema => plainSchema(inner, targets, step + 1);
  const { $ref: reference, type, items } = written;
  if (typeof reference === 'string') {
    const { $ref: _, ...own } = written;
    const found = targets.find(reference);
    // The title of a definition names a type, not the field.
    return typeof found === 'object' && isObject(found.schema)
      ? next({ ...found.schema, title: undefined, ...own })
      : own;
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const { [keyword]: all, ...own } = written;
    const branches = arrayOf(all).filter((one) => !isNullSchema(one));
    const [only] = branches;
    if (branches.length === 1 && isObject(only) && !('const' in only)) {
      return next({ ...only, ...own });
    }
    if (branches.length < arrayOf(all).length) return { ...own, [keyword]: branches };
  }
  const types = arrayOf(type).filter((one) => one !== 'null');
  return {
    ...written,
    ...(types.length === 1 && { type: types[0] }),
    ...(isObject(items) && { items: next(items) }),
  };
}

function isNullSchema(schema: unknown): boolean {
  return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

function fieldOf(key: string, property: unknown, required: boolean): FormField {
  if (!isObject(property)) throw unaskable(key, 'no schema');
  const kind = kindOf(key, property);
  const label = textOf(property['title']) ?? key;
  return {
    ...kind,
    key,
    label,
    description: textOf(property['description']),
    required,
    preset: presetOf(kind, property['default']),
    secret: [key, label].some((name) => secretName(name) === 'strong'),
  };
}

function kindOf(key: string, property: Schema): FieldKind {
  const options = optionsOf(property);
  const type = property['type'] ?? (options && typeof options[0]?.value);
  switch (type) {
    case 'string':
      if (options) return { kind: 'choice', options: fieldOptions(key, options, texts) };
      return { kind: 'text', ...boundsOf(property) };
    case 'number':
    case 'integer':
      if (options) return { kind: 'choice', options: fieldOptions(key, options, numbers) };
      return {
        kind: 'number',
        whole: type === 'integer',
        minimum: numberOf(property['minimum']),
        maximum: numberOf(property['maximum']),
      };
    case 'boolean':
      return { kind: 'choice', options: fieldOptions(key, options ?? yesOrNo, flags) };
    case 'array':
      return listOf(key, property);
    default:
      throw unaskable(key, `the type ${JSON.stringify(type) ?? 'none'}`);
  }
}

function boundsOf(property: Schema): TextBounds {
  return {
    minLength: countOf(property['minLength']),
    maxLength: countOf(property['maxLength']),
    pattern: textOf(property['pattern']),
    format: textFormats.find((format) => format === property['format']),
  };
}

function listOf(key: string, property: Schema): FieldKind {
  const items = isObject(property['items']) ? property['items'] : {};
  const options = optionsOf(items);
  const [minItems, maxItems] = [countOf(property['minItems']), countOf(property['maxItems'])];
  if (!options) {
    if (items['type'] !== 'string') throw unaskable(key, 'a list without texts in "items"');
    const unique = property['uniqueItems'] === true;
    return { kind: 'texts', each: boundsOf(items), unique, minItems, maxItems };
  }
  return { kind: 'choices', options: fieldOptions(key, options, texts), minItems, maxItems };
}

interface WrittenOption {
  readonly value: unknown;
  readonly label: unknown;
}

/** Options: `enum`, with or without `enumNames`, `const`, or `oneOf` and `anyOf` of constants. */
function optionsOf(property: Schema): readonly WrittenOption[] | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = property;
  const titled = 'const' in property ? [{ const: property['const'] }] : (oneOf ?? anyOf);
  if (values === undefined && titled === undefined) return undefined;
  const options = Array.isArray(values)
    ? values.map((value: unknown, at) => ({
        value,
        label: Array.isArray(names) ? (names[at] as unknown) : undefined,
      }))
    : arrayOf(titled).map((one) => ({
        value: isObject(one) ? one['const'] : undefined,
        label: isObject(one) ? one['title'] : undefined,
      }));
  return options.filter(({ value }) => value !== null);
}

interface ValueType<T> {
  readonly isOne: (value: unknown) => value is T;
  /** The problem of a choice that is not one. */
  readonly otherwise: string;
  readonly labelOf: (value: T) => string;
}

const texts: ValueType<string> = {
  isOne: (value) => typeof value === 'string',
  otherwise: 'a choice that is no text',
  labelOf: (value) => value,
};
const numbers: ValueType<number> = {
  isOne: (value) => typeof value === 'number',
  otherwise: 'choices that are no numbers',
  labelOf: String,
};
/** Choices of a boolean whose schema names none. */
const yesOrNo: readonly WrittenOption[] = [
  { value: true, label: undefined },
  { value: false, label: undefined },
];
const flags: ValueType<boolean> = {
  isOne: (value) => typeof value === 'boolean',
  otherwise: 'choices that are not true or false',
  labelOf: (value) => t(value ? 'yes' : 'no'),
};

function fieldOptions<T>(
  key: string,
  options: readonly WrittenOption[],
  { isOne, otherwise, labelOf }: ValueType<T>,
): readonly FieldOption<T>[] {
  if (options.length === 0) throw unaskable(key, 'no choices');
  return options.map(({ value, label }) => {
    if (!isOne(value)) throw unaskable(key, otherwise);
    return { value, label: textOf(label) ?? labelOf(value) };
  });
}

/** Default of a field; ignored if it has the wrong type. */
function presetOf(kind: FieldKind, value: unknown): FieldValue | undefined {
  switch (kind.kind) {
    case 'text':
      return textOf(value);
    case 'number':
      return numberOf(value);
    case 'choice':
      return kind.options.find((option) => option.value === value)?.value;
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value
        : undefined;
    case 'choices':
      return Array.isArray(value)
        ? kind.options.flatMap((option) => (value.includes(option.value) ? [option.value] : []))
        : undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  const count = numberOf(value);
  return count !== undefined && count >= 0 ? Math.trunc(count) : undefined;
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function unaskable(key: string, what: string): UserError {
  return serverRequestRefused(
    'invalidParams',
    `The property ${JSON.stringify(key)} has ${what}, which no form can ask for.`,
  );
}

/** Milliseconds for which a server's pattern may block the window. */
const patternTimeoutMs = 50;

/** Problem with an answer, as a sentence; a value of `undefined` leaves the field out. */
export function fieldProblem(field: FormField, value: FieldValue | undefined): string | undefined {
  if (value === undefined) return field.required ? t('needed') : undefined;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : t('needed');
    case 'number':
      return typeof value === 'number' ? numberProblem(field, value) : t('notANumber');
    case 'choice':
      return isOffered(field, value) ? undefined : t('notOffered');
    case 'texts': {
      const texts = typeof value === 'object' ? value : [];
      const problem = texts.map((one) => textProblem(field.each, one)).find(Boolean);
      return problem ?? countProblem(field, texts.length);
    }
    case 'choices': {
      const chosen = typeof value === 'object' ? value : [];
      if (!chosen.every((one) => isOffered(field, one))) return t('notOffered');
      return countProblem(field, chosen.length);
    }
  }
}

function countProblem(
  { minItems = 0, maxItems = Infinity }: Field<'texts' | 'choices'>,
  count: number,
): string | undefined {
  if (count < minItems) return t('tooFew', { count: minItems });
  return count > maxItems ? t('tooMany', { count: maxItems }) : undefined;
}

/** Problem with typed text; see {@link typedValue}. */
export function typedProblem(
  field: FormField,
  text: string,
  current?: FieldValue,
): string | undefined {
  const value = typedValue(field, text, current);
  if (!Number.isNaN(value)) return fieldProblem(field, value);
  return t(Number.isFinite(Number(text)) ? 'inexact' : 'notANumber');
}

/**
 * Value of typed text: a number for number fields (NaN if it is none, or would be sent as another one), `undefined` if
 * empty. The current value stays where its text was left as it is, because texts of a list may hold commas.
 */
export function typedValue(
  field: FormField,
  text: string,
  current?: FieldValue,
): FieldValue | undefined {
  if (text !== '' && text === typedText(current)) return current;
  if (field.kind === 'texts') {
    const texts = text.split(',').map((one) => one.trim());
    const said = texts.filter((one) => one !== '');
    if (said.length === 0 && !field.required) return undefined;
    return field.unique ? [...new Set(said)] : said;
  }
  if (field.kind !== 'number') return text === '' ? undefined : text;
  const number = text.trim();
  if (number === '') return undefined;
  return isExactNumber(number) ? Number(number) : NaN;
}

/** The text that shows a value to be typed. */
export function typedText(value: FieldValue | undefined): string {
  return typeof value === 'object' ? value.join(', ') : String(value ?? '');
}

type Field<K extends FormField['kind']> = Extract<FormField, { kind: K }>;

function textProblem(field: TextBounds, text: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format } = field;
  const { length } = Array.from(text);
  if (length < minLength) return t('tooShort', { count: minLength });
  if (length > maxLength) return t('tooLong', { count: maxLength });
  if (format && !hasFormat(text, format)) return t('wrongFormat', { example: t(format) });
  // The server sees for itself what could not be judged.
  const fits = pattern === undefined || fitsPattern(pattern, text) !== false;
  return fits ? undefined : t('wrongPattern', { pattern: untrustedText(pattern) });
}

/** `undefined` if the pattern is invalid or takes too long. */
function fitsPattern(pattern: string, text: string): boolean | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    return runWithTimeout(patternTimeoutMs, () => expression.test(text))?.value;
  } catch {
    return undefined;
  }
}

function numberProblem(field: Field<'number'>, value: number): string | undefined {
  const { whole, minimum = -Infinity, maximum = Infinity } = field;
  if (!Number.isFinite(value)) return t('notANumber');
  if (whole && !Number.isInteger(value)) return t('notWhole');
  if (value < minimum) return t('tooSmall', { bound: minimum });
  return value > maximum ? t('tooLarge', { bound: maximum }) : undefined;
}

function isOffered({ options }: Field<'choice' | 'choices'>, value: FieldValue): boolean {
  return options.some((option) => option.value === value);
}

function hasFormat(text: string, format: TextFormat): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@<>(),;:"\\[\]]+@(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}\d-]{2,}$/u.test(
        text,
      );
    case 'uri':
      return /^[A-Za-z][A-Za-z\d+.-]*:\S+$/.test(text) && urlOf(text) !== undefined;
    case 'date':
      return isDate(text);
    case 'date-time': {
      const [, date = '', hour, minute, second] =
        /^(.{10})[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
      // RFC 3339 has a sixtieth second, which may be a leap one.
      return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
    }
  }
}

/** True for an existing day in RFC 3339 format. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
