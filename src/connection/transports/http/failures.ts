import { UserError } from '../../../base/errors';
import { isObject } from '../../../base/json';
import { textOf } from './body';

/** The error of a response without success, with the seconds of `Retry-After`. */
export function refusal(
  url: string,
  { status, headers }: Response,
  options?: ErrorOptions,
): UserError {
  const code = status === 401 || status === 403 ? 'unauthorized' : 'httpError';
  const seconds = retryAfterOf(headers);
  return new UserError(code, { url, status, ...(seconds !== undefined && { seconds }) }, options);
}

/** The bytes that are read of an error response. */
const longestRefusal = 1024 * 1024;

/**
 * The error of a response without success: `unauthorized` or `httpError` with the status and the seconds of
 * `Retry-After`. Its cause is the JSON-RPC error in the body, if there is one.
 */
export async function httpFailure(url: string, response: Response): Promise<UserError> {
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

/** The seconds of `Retry-After` (RFC 9110, 10.2.3); a date counts from the server's own clock. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const milliseconds = Date.parse(value) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.ceil(milliseconds / 1_000));
}

/** Too many requests; service unavailable. */
const passingStatuses: readonly number[] = [429, 503];
/** The longest `Retry-After` that is waited for, in seconds. */
const longestWait = 30;

/** The seconds of `Retry-After`, if the request is worth repeating after them. */
export function retryDelayOf({ status, headers }: Response): number | undefined {
  if (!passingStatuses.includes(status)) return undefined;
  const seconds = retryAfterOf(headers);
  return seconds !== undefined && seconds <= longestWait ? seconds : undefined;
}
