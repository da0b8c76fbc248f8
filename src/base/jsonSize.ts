/** Items of an array that stand for all of it. */
const sample = 200;

/**
 * About how many bytes of UTF-8 the JSON of a parsed value takes: escapes in texts are not counted, and of long arrays
 * the first items stand for all. Copies nothing, so that also what is large may be measured.
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
  const seen = items.slice(0, sample);
  const size = seen.reduce<number>((sum, item) => sum + 1 + jsonSize(item), 0);
  return 1 + Math.round((size / seen.length) * items.length);
}
