import { Emitter } from '../../base/emitter';
import type { Reason } from '../../base/errors';
import { SingleFlight } from '../../base/singleFlight';
import type { AccessToken, Refusal } from './authorizer';
import type { KeptCredentials } from './keptCredentials';

/**
 * The account of one client at one server, shared by all that reach it with the same credentials: two that
 * refreshed one token would lose it.
 */
export class Account {
  /** Fired when the person has to act before any request is accepted. */
  readonly denied = new Emitter<Reason>();
  /** Fired when a person has signed in, possibly another one than before. */
  readonly signedIn = new Emitter<void>();
  readonly signingIn = new SingleFlight<void>();
  /** The last refusal of the server, which says what it requires. */
  refusal: Refusal | undefined;
  /** True if the server has refused a request for which the person has to grant more rights. */
  wantsMoreRights = false;
  readonly #renewing = new Map<string, Promise<AccessToken | undefined>>();

  constructor(readonly kept: KeptCredentials) {}

  /** Gets a new token, once for all requests that were refused for the same reason at the same time. */
  renewed(
    { status, scope = '' }: Refusal,
    renew: () => Promise<AccessToken | undefined>,
  ): Promise<AccessToken | undefined> {
    const why = status === 403 ? `403 ${scope}` : String(status);
    const renewing =
      this.#renewing.get(why) ??
      this.kept.runAlone(renew).finally(() => {
        this.#renewing.delete(why);
      });
    this.#renewing.set(why, renewing);
    return renewing;
  }
}
