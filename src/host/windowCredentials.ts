import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { raceAbort, settlesWithin } from '../base/abort';
import { credentialRequests } from '../ipc/authorization';
import type { Channel } from '../ipc/channel';
import { withFileLock } from '../ipc/fileLock';
import type { CredentialStore } from '../connection/authorization/credentials';

/** Milliseconds that a window may take to answer, because one that hangs must not stop all. */
const defaultTimeout = 5_000;
/** Milliseconds until every window of an editor reads a value that one of them has stored. */
const usualSettling = 1_000;
/** Longer than another host holds a lock, in milliseconds. */
const longestWait = 90_000;
/** Milliseconds within which a free lock is taken. */
const noWait = 20;

/** Times in milliseconds. */
interface CredentialOptions {
  readonly timeoutMs?: number;
  readonly settling?: number;
  /** The time in which the last window that left may come back; none where it is absent. */
  readonly grace?: () => number;
  /** The folder in which hosts of the same store lock their accounts; absent where there is no other host. */
  readonly locks?: string | undefined;
}

/**
 * The secret store that the attached windows share, so that each can read and write it. Requests go to the window used
 * last, and to the next if that one leaves or is silent. Where the last one left they wait for the grace, because a
 * reload brings it back.
 */
export class WindowCredentials implements CredentialStore {
  readonly #windows = new Map<Channel, () => number>();
  #leftAt = -Infinity;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly options: CredentialOptions = {}) {}

  /** Adds a window until disposed of; `lastUsed` by `performance.now()`. */
  add(window: Channel, lastUsed: () => number): Disposable {
    this.#windows.set(window, lastUsed);
    for (const proceed of this.#waiting) proceed();
    return { dispose: () => this.#remove(window) };
  }

  async load(key: string, signal: AbortSignal): Promise<string | undefined> {
    const { load } = credentialRequests;
    const request = (window: Channel, cut: AbortSignal) => window.send(load, { key }, cut);
    return (await this.#request(request, signal)).credentials;
  }

  async store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void> {
    const { store } = credentialRequests;
    const entry = { key, ...(credentials !== undefined && { credentials }) };
    await this.#request((window, cut) => window.send(store, entry, cut), signal);
  }

  /** Runs a task under the lock of an account, because hosts of two builds have one store. */
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
      // A disk that refuses the lock must not stop the task.
      if (!hasBegun) return task();
      throw error;
    }
  }

  #remove(window: Channel): void {
    if (this.#windows.delete(window) && this.#windows.size === 0) this.#leftAt = performance.now();
  }

  /** True as soon as a window is attached; false if none comes within the grace. */
  async #isReachable(signal: AbortSignal): Promise<boolean> {
    if (this.#windows.size > 0) return true;
    const left = this.#leftAt + (this.options.grace?.() ?? 0) - performance.now();
    if (left <= 0) return false;
    let proceed = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (proceed = resolve));
    this.#waiting.add(proceed);
    try {
      return await raceAbort(settlesWithin(left, arrival), signal);
    } finally {
      this.#waiting.delete(proceed);
    }
  }

  async #request<T>(
    send: (window: Channel, cut: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    let isSilent = false;
    while (!isSilent && (await this.#isReachable(signal))) {
      const windows = [...this.#windows].toSorted(([, a], [, b]) => b() - a());
      for (const [window] of windows) {
        const silence = AbortSignal.timeout(this.options.timeoutMs ?? defaultTimeout);
        const cut = AbortSignal.any([signal, silence]);
        try {
          return await raceAbort(send(window, cut), cut);
        } catch (error) {
          signal.throwIfAborted();
          const isGone = error instanceof UserError && error.code === 'hostGone';
          if (isGone) this.#remove(window);
          else if (silence.aborted) isSilent = true;
          else throw error;
        }
      }
    }
    throw new UserError('signInNoWindow');
  }
}
