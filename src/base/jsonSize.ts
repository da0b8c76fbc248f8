/** Items of an array that are measured; the others are taken to be alike. */
const measuredItems = 200;
/** Characters of a text that are measured; the others are taken to be alike. */
const measuredLength = 2_000;

/**
 * Estimates the bytes of a parsed value as JSON in UTF-8: does not count escapes, and measures the beginning of
 * what is long. Copies nothing, so that a large value can be measured.
 */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return sizeOfText(value) + 2;
  if (Array.isArray(value)) return sizeOfArray(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  let size = 1;
  for (const key in value) {
    size += Buffer.byteLength(key) + 4 + jsonSize((value as Record<string, unknown>)[key]);
  }
  return Math.max(2, size);
}

function sizeOfArray(items: readonly unknown[]): number {
  if (items.length === 0) return 2;
  const seen = items.slice(0, measuredItems);
  const size = seen.reduce<number>((sum, item) => sum + 1 + jsonSize(item), 0);
  return 1 + Math.round((size / seen.length) * items.length);
}

function sizeOfText(text: string): number {
  if (text.length <= measuredLength) return Buffer.byteLength(text);
  const seen = Buffer.byteLength(text.slice(0, measuredLength));
  return Math.round((seen / measuredLength) * text.length);
}
