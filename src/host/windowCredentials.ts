import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';
import { hasCode, UserError } from '../base/errors';
import { raceAbort, settlesWithin } from '../base/abort';
import type { Channel } from '../ipc/channel';
import { clientRequests } from '../ipc/contract';
import { withFileLock } from '../base/fileLock';
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

/** A window's use and silence, by `performance.now()`. */
interface StoringWindow {
  readonly lastUsed: () => number;
  /** The time of the last request that it did not answer in time. */
  silentSince: number;
}

/** A function that sends a request to a window. */
type Send<T> = (window: Channel, signal: AbortSignal) => Promise<T>;

/**
 * The secret store of the attached windows. Those of a desktop share it; each page of a browser has a copy, so that all
 * of them store a value. Requests go to the window used last, and to the next if that one leaves, fails or is silent.
 * One that was silent comes last until it is used again, because the page of a browser may be closed long before its
 * extension host ends. Where the last window left they wait for the grace, because a reload brings it back.
 */
export class WindowCredentials implements CredentialStore {
  readonly #windows = new Map<Channel, StoringWindow>();
  #leftAt = -Infinity;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly options: CredentialOptions = {}) {}

  /** Adds a window until disposed of; `lastUsed` by `performance.now()`. */
  add(window: Channel, lastUsed: () => number): Disposable {
    this.#windows.set(window, { lastUsed, silentSince: -Infinity });
    for (const proceed of this.#waiting) proceed();
    return { dispose: () => this.#remove(window) };
  }

  async load(key: string, signal: AbortSignal): Promise<string | undefined> {
    const { loadCredentials: load } = clientRequests;
    // Patience until every window reads what another one has stored.
    const patience = this.#settling;
    const send: Send<{ credentials?: string }> = (window, cut) => window.send(load, { key }, cut);
    return (await this.#request(send, signal, patience)).credentials;
  }

  /** Resolves when one window has stored them; all others do so too, and are waited for a moment: it may be one store. */
  async store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void> {
    const { storeCredentials: store } = clientRequests;
    const entry = { key, ...(credentials !== undefined && { credentials }) };
    const stored = new Set<Channel>();
    const send: Send<void> = async (window, cut) => {
      await window.send(store, entry, cut);
      stored.add(window);
    };
    await this.#request(send, signal, this.#timeout);
    const others = [...this.#windows.keys()].filter((window) => !stored.has(window));
    const storing = others.map((window) => this.#ask(window, send).catch(() => undefined));
    await settlesWithin(this.#settling, Promise.all(storing));
  }

  /** Runs a task under the lock of an account, because hosts of two builds have one store. */
  async alone<T>(key: string, task: () => Promise<T>): Promise<T> {
    const { locks } = this.options;
    if (locks === undefined) return task();
    let hasBegun = false;
    const since = performance.now();
    const begin = async (): Promise<T> => {
      hasBegun = true;
      if (performance.now() - since > noWait) await delay(this.#settling);
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

  async settled(signal: AbortSignal): Promise<void> {
    await delay(this.#settling, undefined, { signal });
  }

  get #timeout(): number {
    return this.options.timeoutMs ?? defaultTimeout;
  }

  get #settling(): number {
    return this.options.settling ?? usualSettling;
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

  /**
   * Asks one window after the other: the next one where the last one leaves, fails, or says nothing for `patience`. The
   * first answer counts.
   */
  async #request<T>(send: Send<T>, signal: AbortSignal, patience: number): Promise<T> {
    const over = new AbortController();
    const cut = AbortSignal.any([signal, over.signal]);
    const asked = new Set<Channel>();
    const pending = new Map<Channel, Promise<void>>();
    const answers: T[] = [];
    const failures: unknown[] = [];
    const ask = async (window: Channel): Promise<void> => {
      await this.#ask(window, send, cut).then(
        (answer) => answers.push(answer),
        (error: unknown) => failures.push(error),
      );
      pending.delete(window);
    };
    try {
      while (answers.length === 0 && (await this.#isReachable(signal))) {
        // One may have come since.
        const window = this.#inTurn().find((one) => !asked.has(one));
        if (window) {
          asked.add(window);
          pending.set(window, ask(window));
        } else if (pending.size === 0) break;
        const since = performance.now();
        const isSilent = !(await settlesWithin(patience, Promise.race(pending.values())));
        signal.throwIfAborted();
        if (window && isSilent) this.#noteSilent(window, since);
      }
      if (answers.length === 0) throw mostTelling(failures);
      return answers[0] as T;
    } finally {
      over.abort();
    }
  }

  /** @throws UserError `hostGone` if the window leaves, `signInNoWindow` if it says nothing. */
  async #ask<T>(window: Channel, send: Send<T>, signal?: AbortSignal): Promise<T> {
    const timeout = AbortSignal.timeout(this.#timeout);
    const cut = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const since = performance.now();
    try {
      return await send(window, cut);
    } catch (error) {
      signal?.throwIfAborted();
      if (hasCode(error, 'hostGone')) this.#remove(window);
      if (!timeout.aborted) throw error;
      this.#noteSilent(window, since);
      throw new UserError('signInNoWindow');
    }
  }

  #inTurn(): Channel[] {
    const rank = ({ lastUsed, silentSince }: StoringWindow) => Number(lastUsed() <= silentSince);
    return [...this.#windows]
      .toSorted(([, a], [, b]) => rank(a) - rank(b) || b.lastUsed() - a.lastUsed())
      .map(([window]) => window);
  }

  #noteSilent(window: Channel, since: number): void {
    const entry = this.#windows.get(window);
    if (entry) entry.silentSince = Math.max(entry.silentSince, since);
  }
}

/** The failure that says more than that a window was not there. */
function mostTelling(failures: readonly unknown[]): unknown {
  const isAbsence = (error: unknown): boolean =>
    hasCode(error, 'hostGone') || hasCode(error, 'signInNoWindow');
  return failures.find((error) => !isAbsence(error)) ?? new UserError('signInNoWindow');
}
