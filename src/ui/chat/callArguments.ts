import { isObject, parsedJson } from '../../base/json';
import type { McpObject } from '../../ipc/state';

/**
 * The arguments that a model gives for a call: none as `null` or an empty list too, an object also as its JSON.
 * `undefined` for anything else.
 */
export function callArguments(given: unknown): McpObject | undefined {
  const isNone = given === undefined || given === null;
  if (isNone || (Array.isArray(given) && given.length === 0)) return {};
  const value = typeof given === 'string' ? parsedJson(given) : given;
  return isObject(value) ? value : undefined;
}
