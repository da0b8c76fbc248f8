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

/** The value of a text; `undefined` if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first number of a JSON text that would be sent as another one: a whole one of too many digits, or one too large. */
export function inexactNumber(json: string): string | undefined {
  const numbers = json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((number) => !isExactNumber(number));
}

/** True if a whole number is sent as it is written; of others only the size counts. */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (Number.isSafeInteger(value) || text === String(value)) return true;
  return Number.isFinite(value) && !/^[+-]?\d+$/.test(text);
}

/** True if a value has a number beyond 2^53, which may stand for another one of its JSON. */
export function mayBeRounded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(mayBeRounded);
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if objects and arrays are nested more than `levels` deep; looks no deeper. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(levels - 1, inner));
  for (const key in value)
    if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[key])) return true;
  return false;
}

/** A string as it is, anything else as an empty one, because `String({"toString": 1})` throws. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** True for a list of texts of which none is empty. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}

/** The table's own value of an untrusted key; inherited properties such as `constructor` do not count. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The value under a path of keys in a plain value. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/**
 * A copy without the values for which `isLeftOut` holds, which gets them with their key. A list with one of them is
 * left out, because other items would take its place. `undefined` if nothing is left.
 */
export function withoutValues(
  value: unknown,
  isLeftOut: (value: unknown, key: string) => boolean,
  key = '',
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item, at) => withoutValues(item, isLeftOut, String(at)));
    return items.includes(undefined) ? undefined : items;
  }
  if (!isObject(value)) return isLeftOut(value, key) ? undefined : value;
  const members = Object.entries(value).map(
    ([name, inner]) => [name, withoutValues(inner, isLeftOut, name)] as const,
  );
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}

/** A copy with another value under the path; what is missing on the way is made. */
export function withValue(value: unknown, path: readonly string[], put: unknown): unknown {
  const [name, ...below] = path;
  if (name === undefined) return put;
  const inner = valueAt(value, [name]);
  return { ...(isObject(value) && value), [name]: withValue(inner, below, put) };
}

/** A key as a step of a JSON Pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The key of a step of a JSON Pointer. */
export function keyOfStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
