import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { raceAbort } from '../base/abort';
import { credentialRequests } from '../ipc/authorization';
import type { Channel } from '../ipc/channel';
import { withFileLock } from '../ipc/fileLock';
import type { CredentialStore } from '../connection/authorization/credentials';

/** How long a window may take to answer, in milliseconds: one that hangs must not stop all. */
const usualPatience = 5_000;
/** Milliseconds until every window of an editor has what one of them has stored. */
const usualSettling = 1_000;
/** Longer than another host holds a lock, in milliseconds. */
const longestWait = 90_000;
/** So many milliseconds nobody takes for a lock that is free. */
const noWait = 20;

/** Times in milliseconds. */
interface CredentialOptions {
  readonly patience?: number;
  readonly settling?: number;
  /** Where hosts of the same store lock their accounts; absent where there is no other. */
  readonly locks?: string | undefined;
}

/**
 * The secret store of the windows that are attached: they share one, so each can read and write it. The one
 * that was used last is asked; one that goes away or says nothing is followed by the next.
 */
export class WindowCredentials implements CredentialStore {
  readonly #keepers = new Map<Channel, () => number>();

  constructor(private readonly options: CredentialOptions = {}) {}

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

  /** A store of windows has several hosts while some of them are of another build. */
  async alone<T>(key: string, task: () => Promise<T>): Promise<T> {
    const { locks, settling = usualSettling } = this.options;
    if (locks === undefined) return task();
    let hasBegun = false;
    const since = performance.now();
    const begin = async (): Promise<T> => {
      hasBegun = true;
      if (performance.now() - since > noWait) await delay(settling);
      return task();
    };
    try {
      await mkdir(locks, { recursive: true, mode: 0o700 });
      const file = path.join(locks, `${key}.lock`);
      return await withFileLock(file, AbortSignal.timeout(longestWait), begin);
    } catch (error) {
      // It is as it was before there were locks.
      if (!hasBegun) return task();
      throw error;
    }
  }

  async #ask<T>(
    ask: (keeper: Channel, cut: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const keepers = [...this.#keepers].toSorted(([, a], [, b]) => b() - a());
    for (const [keeper] of keepers) {
      const silence = AbortSignal.timeout(this.options.patience ?? usualPatience);
      const cut = AbortSignal.any([signal, silence]);
      try {
        return await raceAbort(ask(keeper, cut), cut);
      } catch (error) {
        signal.throwIfAborted();
        const isGone = error instanceof UserError && error.code === 'hostGone';
        if (!isGone && !silence.aborted) throw error;
      }
    }
    throw new UserError('signInNoWindow');
  }
}
