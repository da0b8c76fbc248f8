import { Emitter } from '../base/emitter';
import type { RequestId } from './rpc';

/** Cancelled calls that are remembered; who obeys never answers them. */
const keptCancelled = 64;

/**
 * What the messages of a server show of it: when it spoke last, and whether it goes on with tool calls
 * that were cancelled.
 */
export class LifeSigns {
  readonly #heard = new Emitter<void>();
  /** When each tool call was cancelled, oldest first. */
  readonly #cancelled = new Map<unknown, number>();
  #last = performance.now();
  #ignores = false;

  readonly onHeard = this.#heard.event;

  constructor(
    /** Milliseconds that a server may take to leave a cancelled call. */
    private readonly cancelGrace: number,
    /** Told once, with the seconds that it went on. */
    private readonly onIgnored: (seconds: number) => void,
  ) {}

  /** When the server said anything last, by `performance.now()`. */
  get last(): number {
    return this.#last;
  }

  /** A message came. */
  heard(): void {
    this.#last = performance.now();
    this.#heard.fire();
  }

  /** A request was given up. */
  cancelled(id: RequestId, method: string): void {
    if (method !== 'tools/call') return;
    this.#cancelled.set(id, performance.now());
    const [oldest] = this.#cancelled.keys();
    if (this.#cancelled.size > keptCancelled) this.#cancelled.delete(oldest);
  }

  /** The answer or the progress of a request came that is not open any more. */
  late(id: unknown): void {
    const since = this.#cancelled.get(id);
    if (since === undefined || this.#ignores) return;
    const time = performance.now() - since;
    if (time < this.cancelGrace) return;
    this.#ignores = true;
    this.onIgnored(Math.round(time / 1_000));
  }

  dispose(): void {
    this.#heard.dispose();
  }
}
