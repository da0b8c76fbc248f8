import { setTimeout as pause } from 'node:timers/promises';
import type { EventSourceMessage } from 'eventsource-parser';
import { UserError } from '../../base/errors';
import type { RequestId } from '../../protocol/jsonRpc';
import type { TransportEvents } from '../transport';
import { bodyOf } from './body';
import { isMessage, readEvents, tellText } from './events';
import { firstPause, longestPause } from './pauses';

/** Attempts in a row to resume a stream without an event. */
const mostTries = 5;
/** Milliseconds after which a stream that has brought its response is closed. */
const afterAnswer = 1_000;

/** Options of a response stream. */
export interface AnswerStreamOptions {
  readonly id: RequestId;
  readonly events: TransportEvents;
  /** Aborts when the stream is to end and its response is not awaited. */
  readonly end: AbortController;
  /**
   * Resumes the stream after an event, if the era has that (2025-11-25, Streamable HTTP, resumability).
   * @throws UserError
   */
  readonly resume?: ((lastEvent: string, signal: AbortSignal) => Promise<Response>) | undefined;
}

/** The event stream of one request of ours: its response and all messages that belong to it. */
export class AnswerStream {
  #answered = false;
  #lastEvent: string | undefined;
  #retry: number | undefined;
  #garbled: UserError | undefined;
  /** The attempts to resume it since its last event. */
  #vain = 0;

  constructor(private readonly options: AnswerStreamOptions) {}

  /** Reads the stream to its end and resumes it if it breaks. Never rejects. */
  async read(first: Response): Promise<void> {
    const { id, events, end } = this.options;
    let response: Response | undefined = first;
    while (response) {
      await this.#readOne(response);
      if (this.#answered || end.signal.aborted) return;
      response = await this.#resumed();
    }
    if (end.signal.aborted) return;
    events.unanswered(id, this.#garbled ?? new UserError('connectionClosed'));
  }

  async #readOne(response: Response): Promise<void> {
    const { events } = this.options;
    let late: NodeJS.Timeout | undefined;
    try {
      await readEvents(bodyOf(response), {
        event: (event) => {
          const isMessage = this.#take(event);
          if (this.#answered) {
            late ??= setTimeout(() => this.options.end.abort(), afterAnswer).unref();
          }
          return isMessage;
        },
        room: () => events.room?.(),
        retry: (milliseconds) => (this.#retry = milliseconds),
      });
    } catch (error) {
      if (error instanceof UserError && error.code !== 'connectionClosed') this.#garbled = error;
    } finally {
      clearTimeout(late);
    }
  }

  /** @returns true if the event was a message. */
  #take(event: EventSourceMessage): boolean {
    const { id, events } = this.options;
    this.#vain = 0;
    if (event.id !== undefined) this.#lastEvent = event.id;
    if (!isMessage(event)) return false;
    try {
      if (tellText(event.data, events, id)) this.#answered = true;
      return true;
    } catch (error) {
      this.#garbled = error as UserError;
      events.troubled(this.#garbled);
      return false;
    }
  }

  async #resumed(): Promise<Response | undefined> {
    const { resume, end } = this.options;
    const { signal } = end;
    if (!resume || this.#lastEvent === undefined || this.#garbled) return undefined;
    let wait = this.#retry ?? firstPause;
    while (this.#vain < mostTries) {
      this.#vain += 1;
      try {
        await pause(wait, undefined, { signal, ref: false });
        return await resume(this.#lastEvent, signal);
      } catch (error) {
        if (signal.aborted || (error instanceof UserError && isFinal(error))) return undefined;
        wait = Math.min(Math.max(wait, firstPause) * 2, longestPause);
      }
    }
    return undefined;
  }
}

/** True if the server does not know the event. */
function isFinal({ args }: UserError): boolean {
  const status = Number(args['status'] ?? 0);
  return status >= 400 && status < 500 && status !== 429;
}
