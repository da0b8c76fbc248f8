import { Emitter } from '../base/emitter';
import type { RequestId } from '../protocol/jsonRpc';

/** The number of cancelled calls that are remembered, because an obedient server never answers them. */
const keptCancelled = 64;

/** Tracks the messages of a server: the time of the last one, and answers to cancelled tool calls. */
export class LifeSigns {
  readonly #heard = new Emitter<void>();
  /** The time of cancellation by request id, oldest first. */
  readonly #cancelled = new Map<unknown, number>();
  #last = performance.now();
  #ignores = false;

  readonly onHeard = this.#heard.event;

  constructor(
    /** Milliseconds in which a server may still answer a cancelled call. */
    private readonly cancelGrace: number,
    /** Called once, with the seconds after the cancellation. */
    private readonly onIgnored: (seconds: number) => void,
  ) {}

  /** The time of the last message, by `performance.now()`. */
  get last(): number {
    return this.#last;
  }

  heard(): void {
    this.#last = performance.now();
    this.#heard.fire();
  }

  cancelled(id: RequestId, method: string): void {
    if (method !== 'tools/call') return;
    this.#cancelled.set(id, performance.now());
    const [oldest] = this.#cancelled.keys();
    if (this.#cancelled.size > keptCancelled) this.#cancelled.delete(oldest);
  }

  /** Takes a response to, or progress of, a request that is closed. */
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
