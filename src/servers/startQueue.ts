import { availableParallelism } from 'node:os';
import type { Disposable } from '../base/disposable';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { ResolvedLaunch } from '../ipc/launch';

/** Who waits for a start: a person or a call, or nobody in particular. */
export type StartPriority = 'awaited' | 'background';

/** What bounds the starts of a host. */
export interface StartLimits {
  /** Starts that may be under way at once. */
  readonly slots: number;
  /**
   * Milliseconds after which a start that is not over counts no more: it waits rather than works. Less
   * where others were over much sooner.
   */
  readonly slotTimeoutMs: number;
}

export const defaultStartLimits: StartLimits = {
  slots: Math.max(2, availableParallelism()),
  slotTimeoutMs: 1_500,
};

/** Milliseconds that every start has, however fast the others were. */
const leastPatience = 250;

interface Waiting {
  readonly urgency: () => StartPriority;
  readonly admit: (place: Disposable) => void;
}

/**
 * Bounds how many servers start at once, because all at once make the first of many wait for the last.
 * What is asked for goes before the rest and never waits for it: a start that nobody asked for takes
 * only what the others leave. A start that hangs or downloads gives its place back after a while and
 * goes on beside the others.
 */
export class StartQueue {
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  /** Those of them that are asked for, in the same order; absent where that may have changed. */
  #asked: Set<Waiting> | undefined;
  #taken: Record<StartPriority, number> = { awaited: 0, background: 0 };
  /** Milliseconds that starts take on this machine, the last ones most of all. */
  #usual: number;

  constructor(private readonly limits: StartLimits) {
    this.#usual = limits.slotTimeoutMs;
  }

  /**
   * Resolves when a start may begin; disposing gives its place back. `urgency` is looked at when it
   * comes and when it begins, and after {@link reconsider}. Rejects with the signal's reason when it
   * aborts before.
   */
  enter(urgency: () => StartPriority, signal: AbortSignal): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const leave = (): void => {
        this.#remove(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        urgency,
        admit: (place) => {
          signal.removeEventListener('abort', leave);
          resolve(place);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
      if (urgency() === 'awaited') this.#asked?.add(waiting);
      this.#admit();
    });
  }

  /** To be called where the urgency of one that waits may have changed. */
  reconsider(): void {
    this.#asked = undefined;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      next.admit(this.#take(next.urgency()));
    }
  }

  /** The first that may begin. */
  #next(): Waiting | undefined {
    const { slots } = this.limits;
    const { awaited: asked, background } = this.#taken;
    if (asked >= slots) return undefined;
    this.#asked ??= new Set([...this.#waiting].filter(({ urgency }) => urgency() === 'awaited'));
    const [urgent] = this.#asked;
    const [first] = this.#waiting;
    return urgent ?? (asked + background < slots ? first : undefined);
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    this.#asked?.delete(waiting);
  }

  #take(urgency: StartPriority): Disposable {
    this.#taken[urgency] += 1;
    const began = performance.now();
    let isTaken = true;
    const giveBack = (): void => {
      clearTimeout(timer);
      if (!isTaken) return;
      isTaken = false;
      this.#taken[urgency] -= 1;
      this.#admit();
    };
    const timer = setTimeout(giveBack, this.#patience);
    const end = (): void => {
      this.#learn(performance.now() - began);
      giveBack();
    };
    return { dispose: end };
  }

  /** What takes twice as long as usual hangs, most likely. */
  get #patience(): number {
    return Math.min(this.limits.slotTimeoutMs, Math.max(leastPatience, 2 * this.#usual));
  }

  #learn(took: number): void {
    this.#usual += (Math.min(took, this.limits.slotTimeoutMs) - this.#usual) / 4;
  }
}

/** Milliseconds; whatever a server took before, it is not waited for longer. */
const longestLimit = 600_000;

/** One server's turns among the starts of a host, and how long they take. */
export class ServerStarts {
  readonly #took = signal<number | undefined>(undefined);
  #urgency: StartPriority = 'background';

  constructor(
    private readonly queue: StartQueue,
    private readonly launch: ResolvedLaunch,
    took: number | undefined,
  ) {
    this.#took.value = took;
  }

  /** Milliseconds of the last start that went well, also one of an earlier host. */
  get took(): ReadonlySignal<number | undefined> {
    return this.#took;
  }

  /** A limit for the next start, in milliseconds, that leaves a server which was slow twice its time. */
  limit(usual: number): number {
    const { value: took = 0 } = this.#took;
    return Math.max(usual, Math.min(2 * took, longestLimit));
  }

  /** Somebody waits for the start that waits or the next one. */
  hasten(): void {
    if (this.#urgency === 'awaited') return;
    this.#urgency = 'awaited';
    this.queue.reconsider();
  }

  /**
   * Runs a start when it is its turn: at once where it starts no process, else after `onQueued`.
   * Rejects as the start does, and with the signal's reason when that aborts before.
   */
  async run<T>(abort: AbortSignal, onQueued: () => void, start: () => Promise<T>): Promise<T> {
    let place: Disposable | undefined;
    try {
      place = await this.#enter(abort, onQueued);
      const began = performance.now();
      const result = await start();
      this.#took.value = Math.round(performance.now() - began);
      return result;
    } finally {
      this.#urgency = 'background';
      place?.dispose();
    }
  }

  async #enter(abort: AbortSignal, onQueued: () => void): Promise<Disposable | undefined> {
    if (this.launch.type !== 'stdio') return undefined;
    onQueued();
    return this.queue.enter(() => this.#urgency, abort);
  }
}
