import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { unlessAborted } from '../base/unlessAborted';
import type { CredentialStore } from '../connection/authorization/credentialStore';
import { credentialRequests } from '../contract/authorization';
import type { Channel } from '../contract/channel';

/** How long a window may take to answer, in milliseconds: one that hangs must not stop all. */
const usualPatience = 5_000;

/**
 * The secret store of the windows that are attached: they share one, so each can read and write it. The one
 * that was used last is asked; one that goes away or says nothing is followed by the next.
 */
export class WindowCredentials implements CredentialStore {
  readonly #keepers = new Map<Channel, () => number>();

  constructor(private readonly patience = usualPatience) {}

  /** Asks this window, too, until disposed of; `lastUsed` by `performance.now()`. */
  add(keeper: Channel, lastUsed: () => number): Disposable {
    this.#keepers.set(keeper, lastUsed);
    return { dispose: () => void this.#keepers.delete(keeper) };
  }

  async load(key: string, signal: AbortSignal): Promise<string | undefined> {
    const { load } = credentialRequests;
    const ask = (keeper: Channel, cut: AbortSignal) => keeper.send(load, { key }, cut);
    return (await this.#ask(ask, signal)).kept;
  }

  async store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void> {
    const { store } = credentialRequests;
    const entry = { key, ...(credentials !== undefined && { credentials }) };
    await this.#ask((keeper, cut) => keeper.send(store, entry, cut), signal);
  }

  async #ask<T>(
    ask: (keeper: Channel, cut: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const keepers = [...this.#keepers].toSorted(([, a], [, b]) => b() - a());
    for (const [keeper] of keepers) {
      const silence = AbortSignal.timeout(this.patience);
      const cut = AbortSignal.any([signal, silence]);
      try {
        return await unlessAborted(ask(keeper, cut), cut);
      } catch (error) {
        signal.throwIfAborted();
        const isGone = error instanceof UserError && error.code === 'hostGone';
        if (!isGone && !silence.aborted) throw error;
      }
    }
    throw new UserError('signInNoWindow');
  }
}
