import { availableParallelism } from 'node:os';
import type { Disposable } from '../base/disposable';

/** Who waits for a start: a person or a call, or nobody in particular. */
export type Urgency = 'asked' | 'background';

/** What bounds the starts of a host. */
export interface StartLimits {
  /** Starts that may be under way at once. */
  readonly slots: number;
  /**
   * Milliseconds after which a start that is not over counts no more: it waits rather than works. Less
   * where others were over much sooner.
   */
  readonly patience: number;
}

export const defaultStartLimits: StartLimits = {
  slots: Math.max(2, availableParallelism()),
  patience: 1_500,
};

/** Milliseconds that every start has, however fast the others were. */
const leastPatience = 250;

interface Waiting {
  readonly urgency: () => Urgency;
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
  #taken: Record<Urgency, number> = { asked: 0, background: 0 };
  /** Milliseconds that starts take on this machine, the last ones most of all. */
  #usual: number;

  constructor(private readonly limits: StartLimits) {
    this.#usual = limits.patience;
  }

  /**
   * Resolves when a start may begin; disposing gives its place back. `urgency` is looked at when it
   * comes and when it begins, and after {@link reconsider}. Rejects with the signal's reason when it
   * aborts before.
   */
  enter(urgency: () => Urgency, signal: AbortSignal): Promise<Disposable> {
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
      if (urgency() === 'asked') this.#asked?.add(waiting);
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
    const { asked, background } = this.#taken;
    if (asked >= slots) return undefined;
    this.#asked ??= new Set([...this.#waiting].filter(({ urgency }) => urgency() === 'asked'));
    const [urgent] = this.#asked;
    const [first] = this.#waiting;
    return urgent ?? (asked + background < slots ? first : undefined);
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    this.#asked?.delete(waiting);
  }

  #take(urgency: Urgency): Disposable {
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
    return Math.min(this.limits.patience, Math.max(leastPatience, 2 * this.#usual));
  }

  #learn(took: number): void {
    this.#usual += (Math.min(took, this.limits.patience) - this.#usual) / 4;
  }
}
