import { Emitter } from '../../base/emitter';
import type { Reason } from '../../base/errors';
import { SingleFlight } from '../../base/singleFlight';
import type { AccessToken, Refusal } from './authorizer';
import type { KeptCredentials } from './keptCredentials';

/**
 * How we are known at one server as one client: what all share who reach it so, whichever way their requests
 * take. Two of them that refreshed one token would lose it.
 */
export class Account {
  /** Fired when a person has to do something before any request is let in. */
  readonly denied = new Emitter<Reason>();
  /** Fired when a person has signed in, who need not be the one of before. */
  readonly signedIn = new Emitter<void>();
  readonly signingIn = new SingleFlight<void>();
  /** What the server said last of what it wants. */
  refusal: Refusal | undefined;
  /** Whether the server has refused something for which the person would have to allow more. */
  wantsMoreRights = false;
  readonly #renewing = new Map<string, Promise<AccessToken | undefined>>();

  constructor(readonly kept: KeptCredentials) {}

  /** Gets another token, once for all who are refused for the same reason at a time. */
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
