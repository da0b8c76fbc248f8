import type { FetchLike } from '@modelcontextprotocol/client';
import type { SignInBounds } from './signInBounds';

/** How long one request to an authorization server may take, in milliseconds. */
const longest = 30_000;

/**
 * `fetch` for the SDK's requests to authorization servers, which it sends as forms, without a limit, and to
 * wherever it is told. @throws what the bounds throw, for addresses that lie outside of them.
 */
export function oauthFetch(fetch: FetchLike, bounds: SignInBounds, signal: AbortSignal): FetchLike {
  return async (input, init = {}) => {
    bounds(input);
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
    return fetch(input, { ...init, ...(body !== undefined && { body }), signal: limited });
  };
}
