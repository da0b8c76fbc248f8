import type { FetchLike } from '@modelcontextprotocol/client';

/** How long one request to an authorization server may take, in milliseconds. */
const longest = 30_000;

/** `fetch` for the SDK's requests to authorization servers, which it sends as forms and without a limit. */
export function oauthFetch(fetch: FetchLike, signal: AbortSignal): FetchLike {
  return (input, init = {}) => {
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
    return fetch(input, { ...init, ...(body !== undefined && { body }), signal: limited });
  };
}
