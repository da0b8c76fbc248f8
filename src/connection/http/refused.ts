import type { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { refusal } from '../requestErrors';
import { textOf } from './body';

/** Bytes of a refusal that are read. */
const longestRefusal = 1024 * 1024;

/**
 * What an answer that is no success means: `unauthorized` or `httpError` with the status and the seconds of
 * `Retry-After`, and as its cause the JSON-RPC error that the body has, if it has one.
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
