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
