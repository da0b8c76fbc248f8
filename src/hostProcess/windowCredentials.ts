import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { CredentialStore } from '../connection/authorization/credentialStore';
import { credentialRequests } from '../contract/authorization';
import type { Channel } from '../contract/channel';

/**
 * The secret store of the windows that are attached: they share one, so each can read and write it. One
 * that goes away while it is asked is followed by the next.
 */
export class WindowCredentials implements CredentialStore {
  readonly #keepers = new Set<Channel>();

  /** Asks this window, too, until disposed of. */
  add(keeper: Channel): Disposable {
    this.#keepers.add(keeper);
    return { dispose: () => void this.#keepers.delete(keeper) };
  }

  async load(key: string, signal: AbortSignal): Promise<string | undefined> {
    const load = (keeper: Channel) => keeper.send(credentialRequests.load, { key }, signal);
    return (await this.#ask(load)).kept;
  }

  async store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void> {
    const entry = { key, ...(credentials !== undefined && { credentials }) };
    await this.#ask((keeper) => keeper.send(credentialRequests.store, entry, signal));
  }

  async #ask<T>(ask: (keeper: Channel) => Promise<T>): Promise<T> {
    for (const keeper of this.#keepers) {
      try {
        return await ask(keeper);
      } catch (error) {
        if (!(error instanceof UserError) || error.code !== 'hostGone') throw error;
      }
    }
    throw new UserError('signInNoWindow');
  }
}
