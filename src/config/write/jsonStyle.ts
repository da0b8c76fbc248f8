import type { Json } from '../../base/json';
import { indentUnit } from './moveItem';

/** How a JSON text is laid out. */
export interface JsonStyle {
  /** One level of indentation; absent where all stands on one line. */
  readonly indent: string | undefined;
  /** Behind a comma on the same line. */
  readonly gap: string;
  /** Inside the braces of an object on one line. */
  readonly padding: string;
}

const compact = /["\]}\d],["[{\d]|":\S/;

/** Whether a text has no line end but at its end. */
export function isOneLine(text: string): boolean {
  return !text.trim().includes('\n');
}

/** The style of a part of a text; an empty object or array is written as the whole text is. */
export function styleOf(text: string, part: string): JsonStyle {
  const short = isOneLine(text) || (isOneLine(part) && !isEmpty(part));
  const sample = short && !isOneLine(text) ? part : text;
  return {
    indent: short ? undefined : indentUnit(text),
    gap: compact.test(sample) ? '' : ' ',
    padding: /\{ /.test(sample) ? ' ' : '',
  };
}

/** A value in a style; lines are parted by `\n` and the first is not indented. */
export function writeJson(value: Json | undefined, style: JsonStyle): string {
  if (style.indent !== undefined) return JSON.stringify(value ?? null, undefined, style.indent);
  const { gap, padding } = style;
  const write = (inner: Json | undefined): string => {
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner ?? null);
    if (isArray(inner)) return `[${inner.map(write).join(`,${gap}`)}]`;
    const members = Object.entries(inner).flatMap(([key, member]) =>
      member === undefined ? [] : [`${JSON.stringify(key)}:${gap}${write(member)}`],
    );
    return members.length === 0 ? '{}' : `{${padding}${members.join(`,${gap}`)}${padding}}`;
  };
  return write(value);
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isEmpty(part: string): boolean {
  return /^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(part);
}
