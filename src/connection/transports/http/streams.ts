import { setTimeout as pause } from 'node:timers/promises';
import type { Abortable, Aborter } from '../../../base/abort';
import type { Disposable } from '../../../base/disposable';
import { hasCode, UserError } from '../../../base/errors';
import type { RequestId } from '../../../protocol/jsonRpc';
import { Gaps } from '../../gaps';
import type { TransportEvents } from '../transport';
import { isMessage, readMessages } from './events';
import type { HttpResponse } from './httpResponse';

/** The first and the longest pause before a stream is reopened, in milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** Attempts in a row to resume a stream without an event, none of which stayed open. */
const mostTries = 5;
/** Milliseconds after which a stream has stayed open: the server is there, whatever cuts it later, as a gateway. */
const steadyTime = 5_000;
/** Milliseconds after which a stream that has brought its response is closed. */
const afterAnswer = 1_000;

/** Options of a response stream. */
export interface ResponseStreamOptions {
  readonly id: RequestId;
  readonly events: TransportEvents;
  /** Aborts when the stream is to end and its response is not awaited. */
  readonly end: Aborter;
  /**
   * Resumes the stream after an event, if the era has that (2025-11-25, Streamable HTTP, resumability).
   * @throws UserError
   */
  readonly resume?: ((lastEvent: string, signal: Abortable) => Promise<HttpResponse>) | undefined;
}

/**
 * The event stream of one request of ours: its response and all messages that belong to it. In the legacy era a
 * broken stream is resumed after its last event, in a few tries. In the modern era its response is lost.
 */
export class ResponseStream {
  #answered = false;
  #lastEvent: string | undefined;
  #retry: number | undefined;
  #garbled: UserError | undefined;
  /** The attempts to resume it since its last event, or since it stayed open. */
  #vain = 0;

  constructor(private readonly options: ResponseStreamOptions) {}

  /** Reads the stream to its end and resumes it if it breaks. Never rejects. */
  async read(first: HttpResponse): Promise<void> {
    const { id, events, end } = this.options;
    let response: HttpResponse | undefined = first;
    while (response) {
      const since = performance.now();
      await this.#readOne(response);
      if (this.#answered || end.aborted) return;
      if (performance.now() - since >= steadyTime) this.#vain = 0;
      response = await this.#resumed();
    }
    if (end.aborted) return;
    events.unanswered(id, this.#garbled ?? new UserError('connectionClosed'));
  }

  async #readOne(response: HttpResponse): Promise<void> {
    const { id, events, end } = this.options;
    let late: NodeJS.Timeout | undefined;
    try {
      await readMessages(response, events, {
        during: id,
        onEvent: (event) => {
          this.#vain = 0;
          if (event.id !== undefined) this.#lastEvent = event.id;
          return false;
        },
        onMessages: (answered) => {
          if (!answered) return;
          this.#answered = true;
          late ??= setTimeout(() => end.abort(), afterAnswer).unref();
        },
        onMalformed: (error) => (this.#garbled = error),
        retry: (milliseconds) => (this.#retry = milliseconds),
      });
    } catch (error) {
      if (error instanceof UserError && error.code !== 'connectionClosed') this.#garbled = error;
    } finally {
      clearTimeout(late);
    }
  }

  async #resumed(): Promise<HttpResponse | undefined> {
    const { resume, end } = this.options;
    if (!resume || this.#lastEvent === undefined || this.#garbled) return undefined;
    let wait = this.#retry ?? firstPause;
    while (this.#vain < mostTries) {
      this.#vain += 1;
      try {
        await pause(wait, undefined, { signal: end.signal, ref: false });
        return await resume(this.#lastEvent, end);
      } catch (error) {
        if (end.aborted || isFinal(error)) return undefined;
        wait = Math.min(Math.max(wait, firstPause) * 2, longestPause);
      }
    }
    return undefined;
  }
}

/** True if another try is refused too; not by a server that has yet to notice the end of the stream before (409). */
function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && ![408, 409, 429].includes(status);
}

/** The status of an answer; 0 where there was none. */
function statusOf(error: unknown): number {
  return error instanceof UserError ? Number(error.args['status'] ?? 0) : 0;
}

/** The end of an attempt: `refused` for good, `failed` for now, or `ended` after it was open. */
type End = 'refused' | 'failed' | 'ended';

/**
 * The stream for messages of a legacy server that belong to no request (2025-11-25, Streamable HTTP, listening). It
 * is reopened after growing pauses as long as the session lasts. An answer of the server ends a pause, because then
 * the server is back.
 */
export class SessionStream implements Disposable {
  readonly #end = new AbortController();
  #started = false;
  #lastEvent: string | undefined;
  #retry = 0;
  #pause = firstPause;
  /** Ends a pause after a failure; set during one. */
  #wake: AbortController | undefined;
  #triedAt = 0;
  #wasOpen = false;
  readonly #gaps: Gaps;

  constructor(
    private readonly events: TransportEvents,
    /** @throws UserError if it cannot be opened. */
    private readonly open: (
      lastEvent: string | undefined,
      signal: AbortSignal,
    ) => Promise<HttpResponse>,
  ) {
    this.#gaps = new Gaps(() => events.missed?.());
  }

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
    this.#gaps.dispose();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      this.#triedAt = performance.now();
      const end = await this.#once();
      if (end === 'refused' || signal.aborted) return;
      // A server that ends each stream at once would get requests for ever.
      const isSteady = end === 'ended' && performance.now() - this.#triedAt >= steadyTime;
      if (isSteady) this.#pause = firstPause;
      await this.#rest(end);
    }
  }

  async #once(): Promise<End> {
    try {
      const response = await this.open(this.#lastEvent, this.#end.signal);
      this.#opened();
      await this.#read(response);
      return 'ended';
    } catch (error) {
      if (this.#end.signal.aborted) return 'refused';
      // Servers need not have this stream.
      if ([405, 501].includes(statusOf(error))) return 'refused';
      this.events.troubled(error as Error);
      if (!isFinal(error) && !hasCode(error, 'protocolError')) return 'failed';
      if (!this.#wasOpen) return 'refused';
      // There is such a stream. The server may not know the last event any more.
      this.#lastEvent = undefined;
      return 'failed';
    }
  }

  /** Tells of a gap: without ids of events a server does not send again what it sent while the stream was closed. */
  #opened(): void {
    if (this.#wasOpen && this.#lastEvent === undefined) this.#gaps.tell();
    this.#wasOpen = true;
  }

  #read(response: HttpResponse): Promise<void> {
    return readMessages(response, this.events, {
      onEvent: (event) => {
        if (event.id !== undefined) this.#lastEvent = event.id;
        if (isMessage(event)) this.#pause = firstPause;
        return false;
      },
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
