import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { ResolvedLaunch } from '../ipc/launch';
import type { StartQueue, Urgency } from './startQueue';

/** Milliseconds; whatever a server took before, it is not waited for longer. */
const longestLimit = 600_000;

/** One server's turns among the starts of a host, and how long they take. */
export class StartTurn {
  readonly #took = signal<number | undefined>(undefined);
  #urgency: Urgency = 'background';

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
    if (this.#urgency === 'asked') return;
    this.#urgency = 'asked';
    this.queue.reconsider();
  }

  /**
   * Runs a start when it is its turn: at once where it starts no process, else after `onQueued`.
   * Rejects as the start does, and with the signal's reason when that aborts before.
   */
  async take<T>(abort: AbortSignal, onQueued: () => void, start: () => Promise<T>): Promise<T> {
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
