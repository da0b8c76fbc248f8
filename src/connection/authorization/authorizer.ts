import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DpopSession } from '@modelcontextprotocol/client';
import type { Abortable } from '../../base/abort';
import type { Event } from '../../base/emitter';
import { discard } from '../transports/http/body';
import { headerOf, type HttpFetch, type HttpResponse } from '../transports/http/httpResponse';

/** An access token, sent with each request. */
export interface AccessToken {
  readonly value: string;
  /** Proves possession of the token (RFC 9449); absent for a bearer token. */
  readonly proof?: DpopSession | undefined;
}

/** A refusal of a server with its hints on how to be authorized. */
export interface Refusal {
  readonly status: number;
  /** The IP address that refused; see `HttpResponse.remoteAddress`. */
  readonly remoteAddress?: string | undefined;
  /** The token of the refused request. */
  readonly token?: AccessToken | undefined;
  readonly scope?: string | undefined;
  readonly resourceMetadata?: URL | undefined;
  /** `insufficient_scope`: the token is valid, but its scope is too small. */
  readonly error?: string | undefined;
  /** The server requires DPoP tokens. */
  readonly wantsProof: boolean;
}

/** Authorizes requests to one server. */
export interface Authorizer {
  /** The current token; `undefined` before the first sign-in. */
  token(signal?: Abortable): Promise<AccessToken | undefined>;
  /**
   * A token to repeat the request with; `undefined` if the refusal stands. A request with an old token gets the
   * newest; all others wait for one refresh. Never opens a browser.
   * @throws UserError `signIn…` if the person has to act first, or no token could be got.
   */
  refused(refusal: Refusal, signal?: Abortable): Promise<AccessToken | undefined>;
  /** Fired when a person has signed in. Earlier responses were meant for the previous account. */
  readonly onSignedIn: Event<void>;
}

/**
 * `fetch` with the server's access token. A request that was refused for its token (401, or 403 for its scope) is
 * repeated with a new one, once for each status. The token is sent to the server's own origin only.
 * @throws UserError as {@link Authorizer.refused} does.
 */
export function authorized(fetch: HttpFetch, authorizer: Authorizer, server: URL): HttpFetch {
  return async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== server.origin) return fetch(input, init);
    const { signal } = init;
    const met = new Set<number>();
    for (let token = await authorizer.token(signal); ;) {
      const answer = await carrying(fetch, token)(url, init);
      if (answer.status !== 401 && answer.status !== 403) return answer;
      // Loads the SDK, which is large, for the few servers that ever refuse.
      const { refusalOf } = await import('./refusal');
      // The first `Response` of a process makes Node load its `fetch`, and is given a turn of its own.
      await nextTurn();
      const refusal = refusalOf(answer, token);
      if (!refusal || met.has(refusal.status)) return answer;
      met.add(refusal.status);
      const next = await authorizer.refused(refusal, signal).catch((error: unknown) => {
        void discard(answer);
        throw error;
      });
      if (!next) return answer;
      void discard(answer);
      token = next;
    }
  };
}

/**
 * Sends the token with each request. A DPoP proof is sent again with the nonce that the server requires (RFC 9449,
 * 9).
 */
function carrying(fetch: HttpFetch, token: AccessToken | undefined): HttpFetch {
  if (!token) return fetch;
  const { value, proof } = token;
  return async (input, init = {}) => {
    const send = async (): Promise<HttpResponse> => {
      const authorization = `${proof ? 'DPoP' : 'Bearer'} ${value}`;
      const request = { htm: init.method ?? 'GET', htu: input, accessToken: value };
      const dpop = proof && { dpop: await proof.buildProof(request) };
      return fetch(input, { ...init, headers: { ...init.headers, authorization, ...dpop } });
    };
    const answer = await send();
    const nonce = headerOf(answer, 'dpop-nonce');
    if (!proof || nonce === undefined) return answer;
    proof.rememberNonce(input, nonce);
    const challenge = headerOf(answer, 'www-authenticate') ?? '';
    const wantsNonce = answer.status === 401 && challenge.includes('use_dpop_nonce');
    if (!wantsNonce) return answer;
    void discard(answer);
    return send();
  };
}
