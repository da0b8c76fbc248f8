/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if objects and arrays are nested more than `levels` deep; looks no deeper. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** A string as it is, anything else as an empty one, because `String({"toString": 1})` throws. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The table's own value of an untrusted key; inherited properties such as `constructor` do not count. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Items of an array that are measured; the others are taken to be alike. */
const sample = 200;

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
  const seen = items.slice(0, sample);
  const size = seen.reduce<number>((sum, item) => sum + 1 + jsonSize(item), 0);
  return 1 + Math.round((size / seen.length) * items.length);
}

/** The value under a path of keys in a plain value. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/** A copy with another value under the path; what is missing on the way is made. */
export function withValue(value: unknown, path: readonly string[], put: unknown): unknown {
  const [name, ...below] = path;
  if (name === undefined) return put;
  const inner = valueAt(value, [name]);
  return { ...(isObject(value) && value), [name]: withValue(inner, below, put) };
}
