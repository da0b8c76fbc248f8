import { inexactNumber, isObject, parsedJson } from '../../base/json';
import type { McpObject } from '../../ipc/state';

/**
 * The arguments that a model gives for a call: none as `null` or an empty list too, an object also as its JSON.
 * `undefined` for anything else, and for JSON with a number that would become another one.
 */
export function callArguments(given: unknown): McpObject | undefined {
  const isNone = given === undefined || given === null;
  if (isNone || (Array.isArray(given) && given.length === 0)) return {};
  const value = typeof given === 'string' ? parsedJson(given) : given;
  const isRounded = typeof given === 'string' && inexactNumber(given) !== undefined;
  return isObject(value) && !isRounded ? value : undefined;
}
