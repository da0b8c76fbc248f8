import { setTimeout as delay } from 'node:timers/promises';
import { DisposableStore, type Disposable } from '../base/disposable';
import { type Reason, UserError } from '../base/errors';
import { noticeWake, onWake } from './wake';
import type { Connection } from '../connection/connection';
import { proxyStatuses } from '../connection/failures';
import type { OpenCalls } from './openCalls';
import type { ServerEvent } from './transition';
import type { Handshake } from '../ipc/state';

/** When a server is probed; times in milliseconds. */
export interface HealthLimits {
  /** The longest silence while a call is open. */
  readonly silence: number;
  /** The longest wait for the answer to a probe. */
  readonly answer: number;
  /** The time after a sleep of the machine in which it is probed again, since its network may not be back. */
  readonly waking: number;
}

export const defaultHealthLimits: HealthLimits = {
  silence: 30_000,
  answer: 10_000,
  waking: 30_000,
};

/** Receives the results of a health check. */
export interface HealthListener {
  apply(event: ServerEvent): void;
  /** The server is dead, though its connection has not ended. */
  lost(reason: Reason): void;
}

/**
 * Probes a server only on doubt; nothing is sent to a server that nobody uses. A cancelled or failed request is a
 * doubt. So is an open call that receives nothing, and a sleep of the machine. Any message is a sign of life. A
 * server that is silent while a call is open may be busy. It is lost when nobody waits for it and it answers neither
 * of two probes.
 */
export class HealthCheck implements Disposable {
  readonly #store = new DisposableStore();
  readonly #over = new AbortController();
  readonly #probes: readonly [string, string];
  #timer: NodeJS.Timeout | undefined;
  #probing = false;
  /** The end of the time in which the machine wakes up, by `performance.now()`. */
  #wakingUntil = 0;
  /** Set from an unanswered probe until the next message of the server. */
  #recovery: Disposable | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly calls: OpenCalls,
    private readonly limits: HealthLimits,
    private readonly listener: HealthListener,
  ) {
    this.#probes = probesOf(connection.handshake);
    this.#store.add(() => this.#over.abort());
    this.#store.add(() => clearTimeout(this.#timer));
    this.#store.add(() => this.#recovery?.dispose());
    this.#store.add(connection.onDoubt(() => void this.#examine()));
    this.#store.add(onWake(() => this.#wake()));
    this.#store.add(calls.onBusy(() => this.#watch(limits.silence)));
    if (calls.count > 0) this.#watch(limits.silence);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Looks again after a time, as long as calls are open. */
  #watch(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.calls.count === 0) return;
      const left = this.limits.silence - (performance.now() - this.connection.lastMessageAt);
      if (left <= 0 && !this.#recovery) void this.#examine();
      this.#watch(left > 0 ? left : this.limits.silence);
    }, milliseconds);
  }

  #wake(): void {
    this.#wakingUntil = performance.now() + this.limits.waking;
    void this.#examine();
  }

  async #examine(): Promise<void> {
    noticeWake();
    if (this.#probing || this.#over.signal.aborted) return;
    this.#probing = true;
    try {
      const since = performance.now();
      const [usual, other] = this.#probes;
      // A message that comes in a moment by itself makes the probe needless.
      await this.#pause();
      if (this.connection.lastMessageAt > since) return;
      let doubt = await this.#probe(usual, since);
      while (doubt && performance.now() < this.#wakingUntil) {
        if (!this.#recovery) this.#degrade(since);
        await this.#pause();
        doubt = await this.#probe(usual, since);
      }
      // Only a call that was open before counts as an excuse.
      const isBusy = (this.calls.busySince ?? Infinity) < since;
      if (!doubt) return;
      if (isBusy) {
        // Each open call notices the end of its own connection; a proxy may refuse only what comes beside it.
        if (!this.#recovery) this.#degrade(since);
        return;
      }
      // A server that cannot be reached at all may be about to come back.
      if (doubt.code !== 'hung') await this.#pause();
      const verdict = await this.#probe(other, since);
      if (verdict) this.listener.lost(verdict);
    } finally {
      this.#probing = false;
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#over;
    await delay(this.limits.answer / 10, undefined, { signal }).catch(() => undefined);
  }

  /** The reason why the server seems dead; absent where it gave, or gives, any sign of life. */
  async #probe(method: string, since: number): Promise<Reason | undefined> {
    const result: ProbeResult = await probe(
      this.connection,
      method,
      this.limits.answer,
      this.#over.signal,
    );
    const isOver = this.#over.signal.aborted || this.connection.lastMessageAt > since;
    if (isOver || result === 'alive') return undefined;
    if (result !== 'silent') return result;
    return { code: 'hung', args: this.#degrade(since) };
  }

  /** Degrades the server until its next message. Returns the length of its silence. */
  #degrade(since: number): { readonly seconds: number } {
    const args = { seconds: Math.max(1, Math.round((performance.now() - since) / 1_000)) };
    this.listener.apply({ kind: 'silent', what: { code: 'silent', args } });
    this.#recovery ??= this.connection.onMessage(() => {
      this.#recovery?.dispose();
      this.#recovery = undefined;
      this.listener.apply({ kind: 'responding' });
    });
    return args;
  }
}

/** The result of a probe; a reason why the server cannot be reached. */
type ProbeResult = 'alive' | 'silent' | Reason;

const goneCodes: readonly string[] = ['unreachable', 'proxyUnreachable', 'connectionClosed'];

/**
 * Two cheap requests: the usual one, `ping`, which every legacy server has to answer; then the first page of a list
 * that the server declares.
 */
function probesOf({ era, capabilities }: Handshake): readonly [string, string] {
  const list = capabilities['tools'] ? 'tools/list' : undefined;
  const usual = era === 'legacy' ? 'ping' : (list ?? 'server/discover');
  return [usual, list ?? usual];
}

/** Tests if a server answers; a refusal counts. Never rejects. */
async function probe(
  connection: Connection,
  method: string,
  timeout: number,
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    await connection.request(method, {}, { signal, idleTimeout: timeout, isProbe: true });
    return 'alive';
  } catch (error) {
    if (!(error instanceof UserError)) return 'alive';
    if (error.code === 'timedOut') return 'silent';
    const { status, seconds } = error.args;
    // One that says when to come back lives.
    const isRefusal = proxyStatuses.includes(status) && seconds === undefined;
    const isGone = goneCodes.includes(error.code) || isRefusal;
    return isGone ? error.reason : 'alive';
  }
}
