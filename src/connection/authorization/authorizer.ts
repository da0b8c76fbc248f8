import type { DpopSession } from '@modelcontextprotocol/client';
import type { Event } from '../../base/emitter';

/** An access token, sent with each request. */
export interface AccessToken {
  readonly value: string;
  /** Proves possession of the token (RFC 9449); absent for a bearer token. */
  readonly proof?: DpopSession | undefined;
}

/** A refusal of a server with its hints on how to be authorized. */
export interface Refusal {
  readonly status: number;
  /** The IP address that refused; see `HttpAnswer.remoteAddress`. */
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
  token(signal?: AbortSignal): Promise<AccessToken | undefined>;
  /**
   * A new token to repeat the request with; `undefined` if the refusal stands. Never opens a browser.
   * @throws UserError `signIn…` if the person has to act first, or no token could be got.
   */
  refused(refusal: Refusal, signal?: AbortSignal): Promise<AccessToken | undefined>;
  /** Fired when a person has signed in. Earlier responses were meant for the previous account. */
  readonly onSignedIn: Event<void>;
}
