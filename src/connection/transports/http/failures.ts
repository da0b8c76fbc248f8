import { UserError } from '../../../base/errors';
import { isObject } from '../../../base/json';
import { publicUrl, urlOf } from '../../../network/urlOf';
import { textOf } from './body';
import { headerOf, type HttpResponse } from './httpResponse';

/** A response whose body does not matter. */
type Head = Pick<HttpResponse, 'status' | 'rawHeaders'>;

/** The error of a response without success, with the seconds of `Retry-After` and the address of a redirect. */
export function refusal(url: string, response: Head, options?: ErrorOptions): UserError {
  const { status } = response;
  const code = status === 401 || status === 403 ? 'unauthorized' : 'httpError';
  const seconds = retryAfterOf(response);
  const to = targetOf(url, response);
  const args = { url, status, ...(to && { to }), ...(seconds !== undefined && { seconds }) };
  return new UserError(code, args, options);
}

/** The address that a redirect leads to, without what may be secret in it. */
function targetOf(url: string, response: Head): string | undefined {
  const { status } = response;
  const location = status >= 300 && status < 400 ? headerOf(response, 'location') : undefined;
  const target = location === undefined ? undefined : urlOf(location, url);
  return target && target.origin !== 'null' ? publicUrl(target) : undefined;
}

/** The bytes that are read of an error response. */
const longestRefusal = 1024 * 1024;

/**
 * The {@link refusal} of a response. Its cause is the JSON-RPC error in the body, if there is one.
 */
export async function httpFailure(url: string, response: HttpResponse): Promise<UserError> {
  return refusal(url, response, { cause: await rpcErrorIn(response) });
}

async function rpcErrorIn(response: HttpResponse): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await textOf(response, longestRefusal));
    return isObject(value) && isObject(value['error']) ? value['error'] : undefined;
  } catch {
    return undefined;
  }
}

/** The seconds of `Retry-After` (RFC 9110, 10.2.3); a date counts from the server's own clock. */
export function retryAfterOf(response: Pick<Head, 'rawHeaders'>): number | undefined {
  const value = headerOf(response, 'retry-after');
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const now = Date.parse(headerOf(response, 'date') ?? '') || Date.now();
  const milliseconds = Date.parse(value) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.ceil(milliseconds / 1_000));
}

/** Too many requests; service unavailable. */
const retriedStatuses: readonly number[] = [429, 503];
/** The longest `Retry-After` that is waited for, in seconds. */
const longestWait = 30;

/** The seconds of `Retry-After`, if the request is worth repeating after them. */
export function retryDelayOf(response: Head): number | undefined {
  if (!retriedStatuses.includes(response.status)) return undefined;
  const seconds = retryAfterOf(response);
  return seconds !== undefined && seconds <= longestWait ? seconds : undefined;
}
