import { UserError, type Reason } from '../../base/errors';
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
  return isObject(value) && roundedNumber(given) === undefined ? value : undefined;
}

/** The error of arguments that {@link callArguments} does not take. */
export function wrongArguments(tool: string, given: unknown): UserError {
  const number = roundedNumber(given);
  const type = Array.isArray(given) ? 'array' : typeof given;
  const because: Reason =
    number === undefined
      ? { code: 'argumentType', args: { at: 'arguments', types: ['object'], given: type } }
      : { code: 'argumentInexact', args: { at: 'arguments', number } };
  return new UserError('argumentsWrong', { tool }, { because });
}

function roundedNumber(given: unknown): string | undefined {
  return typeof given === 'string' ? inexactNumber(given) : undefined;
}
