import { setTimeout as pause } from 'node:timers/promises';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { TransportEvents } from '../transport';
import { bodyOf } from './body';
import { isMessage, readEvents, tellText } from './events';
import { firstPause, longestPause } from './pauses';

/** The end of an attempt: `refused` for good, `failed` for now, or `ended` after it was open. */
type End = 'refused' | 'failed' | 'ended';

/**
 * The stream for messages of a legacy server that belong to no request (2025-11-25, Streamable HTTP,
 * listening). It is reopened after growing pauses as long as the session lasts.
 */
export class StandbyStream implements Disposable {
  readonly #end = new AbortController();
  #started = false;
  #lastEvent: string | undefined;
  #retry = 0;
  #pause = firstPause;
  /** Ends a pause after a failure; set during one. */
  #wake: AbortController | undefined;
  #triedAt = 0;

  constructor(
    private readonly events: TransportEvents,
    /** @throws UserError if it cannot be opened. */
    private readonly open: (
      lastEvent: string | undefined,
      signal: AbortSignal,
    ) => Promise<Response>,
  ) {}

  /** Opens the stream once. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#run();
  }

  /** Ends a pause, because the server has just answered. */
  retrySoon(): void {
    if (this.#wake && performance.now() - this.#triedAt >= firstPause) this.#wake.abort();
  }

  dispose(): void {
    this.#end.abort();
    this.#wake?.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      this.#triedAt = performance.now();
      const end = await this.#once();
      if (end === 'refused' || signal.aborted) return;
      // Who ends each stream as soon as it is open would be asked for ever.
      const isSteady = end === 'ended' && performance.now() - this.#triedAt >= longestPause;
      if (isSteady) this.#pause = firstPause;
      await this.#rest(end);
    }
  }

  async #once(): Promise<End> {
    try {
      const response = await this.open(this.#lastEvent, this.#end.signal);
      await this.#read(response);
      return 'ended';
    } catch (error) {
      if (this.#end.signal.aborted) return 'refused';
      const status = error instanceof UserError ? Number(error.args['status'] ?? 0) : 0;
      // It is optional.
      if (status === 405 || status === 501) return 'refused';
      this.events.troubled(error as Error);
      const isFinal = status >= 400 && status < 500 && status !== 429 && status !== 408;
      const isWrong = error instanceof UserError && error.code === 'protocolError';
      return isFinal || isWrong ? 'refused' : 'failed';
    }
  }

  async #read(response: Response): Promise<void> {
    await readEvents(bodyOf(response), {
      event: (event) => {
        if (event.id !== undefined) this.#lastEvent = event.id;
        if (!isMessage(event)) return false;
        this.#pause = firstPause;
        try {
          tellText(event.data, this.events);
          return true;
        } catch (error) {
          this.events.troubled(error as Error);
          return false;
        }
      },
      room: () => this.events.room?.(),
      retry: (milliseconds) => (this.#retry = milliseconds),
    });
  }

  async #rest(after: End): Promise<void> {
    const wake = new AbortController();
    if (after === 'failed') this.#wake = wake;
    const wait = Math.max(this.#pause, this.#retry);
    this.#pause = Math.min(this.#pause * 2, longestPause);
    const signal = after === 'failed' ? wake.signal : this.#end.signal;
    await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    this.#wake = undefined;
  }
}
