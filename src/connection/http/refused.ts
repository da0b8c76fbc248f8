import type { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { refusal } from '../requestErrors';
import { textOf } from './body';

/** The bytes that are read of an error response. */
const longestRefusal = 1024 * 1024;

/**
 * The error of a response without success: `unauthorized` or `httpError` with the status and the seconds of
 * `Retry-After`. Its cause is the JSON-RPC error in the body, if there is one.
 */
export async function refused(url: string, response: Response): Promise<UserError> {
  return refusal(url, response, { cause: await rpcErrorIn(response) });
}

async function rpcErrorIn(response: Response): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await textOf(response, longestRefusal));
    return isObject(value) && isObject(value['error']) ? value['error'] : undefined;
  } catch {
    return undefined;
  }
}
