/** Items of an array that are measured; the others are taken to be alike. */
const measuredItems = 200;

/**
 * Estimates the bytes of a parsed value as JSON in UTF-8: does not count escapes, and measures the first items of an
 * array only. Copies nothing, so that a large value can be measured.
 */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
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
