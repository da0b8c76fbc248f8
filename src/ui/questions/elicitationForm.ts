import type { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { secretName } from '../../config/likelySecrets';
import { questionRefused } from '../../ipc/questions';
import type { McpObject } from '../../ipc/state';
import {
  textFormats,
  type FieldKind,
  type FieldOption,
  type FieldValue,
  type FormField,
} from './formFields';

/** A form requested by a server. */
export interface Form {
  /** Untrusted text of the server. */
  readonly message: string;
  /** In the server's order. */
  readonly fields: readonly FormField[];
}

/**
 * Parses `elicitation/create` in form mode (2026-07-28, "Elicitation", requested schema, with `enumNames` of older
 * revisions). Unknown keywords are ignored.
 * @throws UserError `questionRefused` with -32602 if a form cannot ask for a field.
 */
export function readForm(params: McpObject): Form {
  const { message, requestedSchema: schema } = params;
  if (typeof message !== 'string') throw questionRefused('invalidParams', '"message" is missing.');
  if (!isObject(schema) || (schema['type'] ?? 'object') !== 'object') {
    throw questionRefused('invalidParams', '"requestedSchema" must be an object schema.');
  }
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties))
    throw questionRefused('invalidParams', '"properties" of the requested schema is no object.');
  if (!Array.isArray(required))
    throw questionRefused('invalidParams', '"required" of the requested schema is no list.');
  const needed = new Set<unknown>(required);
  const lost = [...needed].find(
    (key) => typeof key !== 'string' || !Object.hasOwn(properties, key),
  );
  if (lost !== undefined)
    throw questionRefused(
      'invalidParams',
      `The property ${JSON.stringify(lost)} is required and missing.`,
    );
  const fields = Object.entries(properties).map(([key, property]) =>
    fieldOf(key, property, needed.has(key)),
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

function kindOf(key: string, property: Readonly<Record<string, unknown>>): FieldKind {
  const options = optionsOf(key, property);
  const type = property['type'] ?? (options && 'string');
  switch (type) {
    case 'string':
      if (options) return { kind: 'choice', options };
      return {
        kind: 'text',
        minLength: countOf(property['minLength']),
        maxLength: countOf(property['maxLength']),
        pattern: textOf(property['pattern']),
        format: textFormats.find((format) => format === property['format']),
      };
    case 'number':
    case 'integer':
      if (options) throw unaskable(key, 'choices that are no numbers');
      return {
        kind: 'number',
        whole: type === 'integer',
        minimum: numberOf(property['minimum']),
        maximum: numberOf(property['maximum']),
      };
    case 'boolean':
      return { kind: 'flag' };
    case 'array':
      return choicesOf(key, property);
    default:
      throw unaskable(key, `the type ${JSON.stringify(type) ?? 'none'}`);
  }
}

function choicesOf(key: string, property: Readonly<Record<string, unknown>>): FieldKind {
  const { items } = property;
  const options = isObject(items) ? optionsOf(key, items) : undefined;
  if (!options) throw unaskable(key, 'a list without the choices in "items"');
  const [minItems, maxItems] = [countOf(property['minItems']), countOf(property['maxItems'])];
  return { kind: 'choices', options, minItems, maxItems };
}

/** Options: `enum`, with or without `enumNames`, or `oneOf` and `anyOf` of constants. */
function optionsOf(
  key: string,
  property: Readonly<Record<string, unknown>>,
): readonly FieldOption[] | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = property;
  const titled = oneOf ?? anyOf;
  if (values === undefined && titled === undefined) return undefined;
  const options = Array.isArray(values)
    ? values.map((value, at) => ({ value, label: Array.isArray(names) ? names[at] : undefined }))
    : arrayOf(titled).map((one) => ({
        value: isObject(one) ? one['const'] : undefined,
        label: isObject(one) ? one['title'] : undefined,
      }));
  if (options.length === 0) throw unaskable(key, 'no choices');
  return options.map(({ value, label }) => {
    if (typeof value !== 'string') throw unaskable(key, 'a choice that is no text');
    return { value, label: textOf(label) ?? value };
  });
}

/** Default of a field; ignored if it has the wrong type. */
function presetOf(kind: FieldKind, value: unknown): FieldValue | undefined {
  switch (kind.kind) {
    case 'text':
      return textOf(value);
    case 'number':
      return numberOf(value);
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'choice':
      return kind.options.find((option) => option.value === value)?.value;
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
  return questionRefused(
    'invalidParams',
    `The property ${JSON.stringify(key)} has ${what}, which no form can ask for.`,
  );
}
