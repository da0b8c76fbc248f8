import type { DpopSession } from '@modelcontextprotocol/client';
import type { Event } from '../../base/emitter';

/** What a request carries to be let in. */
export interface AccessToken {
  readonly value: string;
  /** Proves that the token is ours (RFC 9449); absent: it is a bearer token. */
  readonly proof?: DpopSession | undefined;
}

/** A refusal of a server, as far as it says what would help. */
export interface Refusal {
  readonly status: number;
  /** The IP address it came from, as `Answer` tells it. */
  readonly remoteAddress?: string | undefined;
  /** What the refused request carried. */
  readonly token?: AccessToken | undefined;
  readonly scope?: string | undefined;
  readonly resourceMetadata?: URL | undefined;
  /** `insufficient_scope`: the token is good, but for less than this. */
  readonly error?: string | undefined;
  /** The server wants tokens with a proof (the scheme `DPoP`). */
  readonly wantsProof: boolean;
}

/** Gets requests to one server let in. */
export interface Authorizer {
  /** What requests carry now; `undefined` while there is nothing. */
  token(signal?: AbortSignal): Promise<AccessToken | undefined>;
  /**
   * Another token to repeat the request with; `undefined` where the refusal is to stand. Never opens a
   * browser.
   * @throws UserError `signIn…` where a person has to do something first, or the token could not be got.
   */
  refused(refusal: Refusal, signal?: AbortSignal): Promise<AccessToken | undefined>;
  /** Fired when a person has signed in: what the server said before was said to whoever that was then. */
  readonly onSignedIn: Event<void>;
}
