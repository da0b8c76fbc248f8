import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';

/** The types that a schema names; none where it names no known one. */
export function typesOf({ type }: McpObject): readonly string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  return types.every((one) => known.has(one)) ? types : [];
}

const known: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/** The type of a JSON value by its name in schemas. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * Whether a value is of a type, or some server may make it so: many read numbers, switches and whole objects
 * out of texts, write texts of numbers, make lists of single values and take `null` for what is absent.
 */
export function fits(type: string, value: unknown): boolean {
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

/** Whether a value is one of these, written in whatever case, as a text or not. */
export function isChoice(choices: readonly unknown[], value: unknown): boolean {
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
