import type { FetchLike } from '@modelcontextprotocol/client';
import type { Nearness } from '../../network/nearness';
import type { SignInBounds } from '../../ipc/signInBounds';
import { remoteAddressOf } from '../http/fetchFor';

/** Limit for one request to an authorization server, in milliseconds. */
const longest = 30_000;

/**
 * `fetch` for the SDK's requests to authorization servers, with a time limit and with bounds on where they
 * go. `within` gives the `fetch` that goes no nearer than its argument.
 * @throws UserError `strayAddress`, `signInInsecure` for addresses outside the bounds.
 */
export function oauthFetch(
  within: (nearest: Nearness) => FetchLike,
  bounds: SignInBounds,
  signal: AbortSignal,
): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    const fetch = within(bounds.nearest(url));
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
    const answer = await fetch(url, {
      ...init,
      ...(body !== undefined && { body }),
      signal: limited,
    });
    await bounds.answered(url, remoteAddressOf(answer));
    return answer;
  };
}
