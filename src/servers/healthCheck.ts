import { setTimeout as delay } from 'node:timers/promises';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Reason } from '../base/errors';
import { noticeWake, onWake } from '../base/wake';
import type { Connection } from '../connection/connection';
import { probe, probesOf, type ProbeResult } from '../connection/probe';
import type { OpenCalls } from './openCalls';
import type { ServerEvent } from './transition';

/** When a server is asked whether it lives; times in milliseconds. */
export interface HealthLimits {
  /** How long it may say nothing while a call is open. */
  readonly silence: number;
  /** How long it may take to answer that question. */
  readonly answer: number;
  /** How long after a sleep of the machine it is asked again, since its network may not be back. */
  readonly waking: number;
}

export const defaultHealthLimits: HealthLimits = {
  silence: 30_000,
  answer: 10_000,
  waking: 30_000,
};

/** What becomes known of a server by watching it. */
export interface HealthListener {
  apply(event: ServerEvent): void;
  /** It lives no more, though its connection has not ended. */
  lost(reason: Reason): void;
}

/**
 * Finds out whether a server still lives, and only where there is doubt: a request was given up or
 * failed, an open call hears nothing, the machine has slept. Nothing is sent to a server that nobody uses.
 * One that is silent while a call is open may just be busy; once nobody waits for it any more it has
 * to answer one of two questions.
 */
export class HealthCheck implements Disposable {
  readonly #store = new DisposableStore();
  readonly #over = new AbortController();
  readonly #probes: readonly [string, string];
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  /** Until then the machine is waking up, by `performance.now()`. */
  #wakingUntil = 0;
  /** Set while the server has not said anything since it was asked in vain. */
  #mending: Disposable | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly calls: OpenCalls,
    private readonly limits: HealthLimits,
    private readonly findings: HealthListener,
  ) {
    this.#probes = probesOf(connection.handshake);
    this.#store.add(() => this.#over.abort());
    this.#store.add(() => clearTimeout(this.#timer));
    this.#store.add(() => this.#mending?.dispose());
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
      if (left <= 0 && !this.#mending) void this.#examine();
      this.#watch(left > 0 ? left : this.limits.silence);
    }, milliseconds);
  }

  #wake(): void {
    this.#wakingUntil = performance.now() + this.limits.waking;
    void this.#examine();
  }

  async #examine(): Promise<void> {
    noticeWake();
    if (this.#asking || this.#over.signal.aborted) return;
    this.#asking = true;
    try {
      const since = performance.now();
      const [usual, other] = this.#probes;
      // What comes in a moment by itself needs no question.
      await this.#pause();
      if (this.connection.lastMessageAt > since) return;
      let doubt = await this.#ask(usual, since);
      while (doubt && performance.now() < this.#wakingUntil) {
        if (!this.#mending) this.#degrade(since);
        await this.#pause();
        doubt = await this.#ask(usual, since);
      }
      // A call that came only now is no excuse.
      const isBusy = (this.calls.busySince ?? Infinity) < since;
      if (!doubt || (doubt.code === 'hung' && isBusy)) return;
      // Whoever cannot be reached at all may be about to come back.
      if (doubt.code !== 'hung') await this.#pause();
      const verdict = await this.#ask(other, since);
      if (verdict) this.findings.lost(verdict);
    } finally {
      this.#asking = false;
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#over;
    await delay(this.limits.answer / 10, undefined, { signal }).catch(() => undefined);
  }

  /** Why the server seems gone; absent where it gave, or gives, any sign of life. */
  async #ask(method: string, since: number): Promise<Reason | undefined> {
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

  /** Until its next message, whatever that is. Gives how long it has been silent. */
  #degrade(since: number): { readonly seconds: number } {
    const args = { seconds: Math.max(1, Math.round((performance.now() - since) / 1_000)) };
    this.findings.apply({ kind: 'silent', what: { code: 'silent', args } });
    this.#mending ??= this.connection.onMessage(() => {
      this.#mending?.dispose();
      this.#mending = undefined;
      this.findings.apply({ kind: 'heard' });
    });
    return args;
  }
}
