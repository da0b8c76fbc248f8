import { availableParallelism } from 'node:os';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { ResolvedLaunch } from '../ipc/launch';

/** `awaited`: a person or a call waits for the start. */
export type StartPriority = 'awaited' | 'background';

/** Bounds of the starts of a host. */
export interface StartLimits {
  /** Starts that may be under way at once, without the spare one. */
  readonly slots: number;
  /**
   * Milliseconds after which a start gives its slot back, because it waits rather than works. Shorter where other
   * starts took much less.
   */
  readonly slotTimeoutMs: number;
}

export const defaultStartLimits: StartLimits = {
  slots: Math.max(2, availableParallelism()),
  slotTimeoutMs: 1_500,
};

/** Every start keeps its slot for so long, however fast the others were. */
const minSlotTimeoutMs = 250;

/** A taken slot, which is given back once: with the end of its start, or earlier when its time is over. */
interface Slot {
  readonly succeeded: () => void;
  readonly giveBack: () => void;
}

interface Waiting {
  readonly priority: () => StartPriority;
  /** Begins the start in a slot. */
  readonly begin: (slot: Slot) => void;
}

/**
 * Bounds how many servers start at once. Otherwise the first of many is up no sooner than the last. Awaited starts go
 * first and never wait for others. Starts in the background take the slots that awaited ones leave. A start that
 * hangs or downloads gives its slot back after a while, and continues without one. After the first good start there is
 * a spare slot, which keeps the processors busy meanwhile.
 */
export class StartQueue {
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  #taken: Record<StartPriority, number> = { awaited: 0, background: 0 };
  /** Sets the time of each taken slot anew. */
  readonly #timers = new Set<() => void>();
  /** Milliseconds that good starts take on this machine: an average in which the last ones weigh most. */
  #usual: number | undefined;

  constructor(private readonly limits: StartLimits) {}

  /**
   * Runs a start when it may begin. `priority` is read when the start comes and when it begins, and after
   * {@link beginNext}. Rejects as the start does, or with the signal's reason when that aborts before.
   */
  run<T>(priority: () => StartPriority, signal: AbortSignal, start: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        priority,
        begin: ({ succeeded, giveBack }) => {
          signal.removeEventListener('abort', leave);
          const started = Promise.resolve().then(start);
          started.then(succeeded, () => undefined);
          started.finally(giveBack).then(resolve, reject);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
      this.beginNext();
    });
  }

  /** Begins the starts that may; to be called where the priority of a waiting one may have changed. */
  beginNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next);
      next.begin(this.#take(next.priority()));
    }
  }

  /** The first that may begin. */
  #next(): Waiting | undefined {
    const { slots } = this.limits;
    const { awaited, background } = this.#taken;
    if (awaited >= slots) return undefined;
    const waiting = [...this.#waiting];
    const urgent = waiting.find(({ priority }) => priority() === 'awaited');
    return urgent ?? (awaited + background < slots + this.#spareSlots ? waiting[0] : undefined);
  }

  /** One unless an awaited start is under way; none before the first good start, as a call often comes until then. */
  get #spareSlots(): number {
    return this.#usual !== undefined && this.#taken.awaited === 0 ? 1 : 0;
  }

  #take(priority: StartPriority): Slot {
    this.#taken[priority] += 1;
    const began = performance.now();
    const took = (): number => performance.now() - began;
    let timer: NodeJS.Timeout | undefined;
    const setTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(giveBack, Math.max(0, this.#slotTimeout - took()));
    };
    const giveBack = (): void => {
      clearTimeout(timer);
      if (this.#timers.delete(setTimer)) this.#taken[priority] -= 1;
      this.beginNext();
    };
    this.#timers.add(setTimer);
    setTimer();
    return { succeeded: () => this.#learn(took()), giveBack };
  }

  /** A start that takes twice as long as usual hangs, most likely. */
  get #slotTimeout(): number {
    const { slotTimeoutMs } = this.limits;
    const usual = this.#usual ?? slotTimeoutMs;
    return Math.min(slotTimeoutMs, Math.max(minSlotTimeoutMs, 2 * usual));
  }

  /** A start that failed says nothing: most fail at once, or never. */
  #learn(took: number): void {
    const usual = this.#usual ?? took;
    this.#usual = usual + (Math.min(took, this.limits.slotTimeoutMs) - usual) / 4;
    for (const setTimer of this.#timers) setTimer();
  }
}

/** Milliseconds; no server is waited for longer, however long it took before. */
const longestLimit = 600_000;

/** The starts of one server: their priority in the queue of the host, and how long they take. */
export class ServerStarts {
  readonly #took = signal<number | undefined>(undefined);
  #priority: StartPriority = 'background';

  constructor(
    private readonly queue: StartQueue,
    private readonly launch: ResolvedLaunch,
    took: number | undefined,
  ) {
    this.#took.value = took;
  }

  /** Milliseconds of the last start that went well without a debugger, also one of an earlier host. */
  get took(): ReadonlySignal<number | undefined> {
    return this.#took;
  }

  /** A limit for the next start, in milliseconds, that leaves a slow server twice its time. */
  limit(usual: number): number {
    const { value: took = 0 } = this.#took;
    return Math.max(usual, Math.min(2 * took, longestLimit));
  }

  /** Makes the waiting start, or the next one, an awaited one. */
  prioritize(): void {
    if (this.#priority === 'awaited') return;
    this.#priority = 'awaited';
    this.queue.beginNext();
  }

  /**
   * Runs a start when it is its turn: at once if it starts no process, otherwise after `onQueued`. The time of one that
   * `isDebugged` is a person's, not the server's. Rejects as {@link StartQueue.run} does.
   */
  async run<T>(
    abort: AbortSignal,
    onQueued: () => void,
    start: () => Promise<T>,
    isDebugged = false,
  ): Promise<T> {
    const timed = async (): Promise<T> => {
      const began = performance.now();
      const result = await start();
      if (!isDebugged) this.#took.value = Math.round(performance.now() - began);
      return result;
    };
    try {
      if (this.launch.type !== 'stdio') return await timed();
      onQueued();
      return await this.queue.run(() => this.#priority, abort, timed);
    } finally {
      this.#priority = 'background';
    }
  }
}
