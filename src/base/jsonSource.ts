import { randomUUID } from 'node:crypto';

const source = Symbol('source');

/**
 * Keeps the text that an object or a list was parsed from, because numbers may have more digits than the value can hold,
 * and because a long text need not be written again. The text is no part of the value: copies and comparisons do not
 * have it. The value must not be changed afterwards.
 */
export function keepSource(value: object, text: string): void {
  Object.defineProperty(value, source, { value: text, configurable: true });
}

/** Forgets the text, so that the value counts. */
export function forgetSource(value: object): void {
  delete (value as { [source]?: string })[source];
}

/** The text that a value was parsed from, where it was kept. */
export function sourceOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null
    ? (value as { readonly [source]?: string })[source]
    : undefined;
}

/** The JSON of a value, as it came where that was kept; `undefined` for what JSON does not have. */
export function jsonText(value: unknown): string | undefined {
  return sourceOf(value) ?? JSON.stringify(value);
}

/** A number that JSON would write in another way than it came. */
export class WrittenNumber {
  constructor(readonly text: string) {}
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * The value of a JSON text. Numbers that it would write in another way, such as those of too many digits, are
 * `WrittenNumber`s.
 * @throws SyntaxError where the text is not JSON.
 */
export function parseWithNumbers(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // No text of others can begin like this.
  const mark = randomUUID();
  const marked = text.replaceAll(stringOrNumber, (part) =>
    part.startsWith('"') || String(Number(part)) === part ? part : `"${mark}${part}"`,
  );
  if (marked === text) return value;
  return JSON.parse(marked, (_key, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith(mark)
      ? new WrittenNumber(inner.slice(mark.length))
      : inner,
  );
}
