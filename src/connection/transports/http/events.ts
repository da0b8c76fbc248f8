import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { UserError } from '../../../base/errors';
import { ownValue } from '../../../base/json';
import { TextSize, PieceDecoder } from '../../../base/largeText';
import type { HttpExchange } from '../../../ipc/traffic';
import { type RequestId, dispatchMessages } from '../../../protocol/jsonRpc';
import { largestMessage, parseMessage } from '../../../protocol/parseMessage';
import { FairShare } from '../fairShare';
import type { TransportEvents } from '../transport';
import { discard, readBody, tooLong, withoutMark, type BodySource } from './body';
import type { HttpResponse } from './httpResponse';

/** The bounds of the pause that a server can request, in milliseconds. */
const shortestRetry = 100;
const longestRetry = 3_600_000;

/** Receives the events of a stream. */
export interface EventSink {
  /** @returns true if the event was useful. */
  event(event: EventSourceMessage): boolean;
  /** See {@link TransportEvents.room}. */
  room?(): Promise<void> | undefined;
  /** Sets the pause before the stream is resumed, in milliseconds. */
  retry?(milliseconds: number): void;
}

/**
 * Reads the events of a body in time linear in its length, as its {@link FairShare} allows. Comments and an
 * unfinished event are dropped.
 * @throws UserError `answerTooLong` (megabytes); what reading the body throws.
 */
export async function readEvents(source: BodySource, sink: EventSink): Promise<void> {
  let isTooLong = false;
  let isFirst = true;
  /** True if an event of the current part was useful; `undefined` before the first one. */
  let worth: boolean | undefined;
  const parser = createParser({
    maxBufferSize: largestMessage,
    onEvent: (event) => {
      worth = sink.event(event) || worth === true;
    },
    onRetry: (milliseconds) =>
      sink.retry?.(Math.min(Math.max(milliseconds, shortestRetry), longestRetry)),
    onError: ({ type }) => (isTooLong ||= type === 'max-buffer-size-exceeded'),
  });
  const decoder = new PieceDecoder();
  const share = new FairShare(() => sink.room?.());
  const lineEnds = new LineEnds();
  const size = new TextSize();
  /** The line end of the previous part, if it ended with one. */
  let lineEnd = '';
  const take = (part: Uint8Array): boolean => {
    worth = undefined;
    const text = lineEnds.plain(decoder.write(part) + (hasLineEnd(part) ? decoder.drain() : ''));
    if (text === '') return true;
    parser.feed(isFirst ? withoutMark(text) : text);
    isFirst = false;
    // After an empty line there is nothing left of an event. Its end may come in a part of its own.
    const lines = lineEnd + text;
    const end = lines.lastIndexOf('\n\n');
    if (end !== -1) size.clear();
    size.add(end === -1 ? text : lines.slice(end + 2));
    lineEnd = text.endsWith('\n') ? '\n' : '';
    if (isTooLong || size.bytes > largestMessage) throw tooLong(largestMessage);
    return worth ?? true;
  };
  await readBody(source, (chunk) => share.use(chunk, take));
}

function hasLineEnd(part: Uint8Array): boolean {
  return part.includes(0x0a) || part.includes(0x0d);
}

/**
 * Normalizes line ends. After a carriage return the parser would wait for more, which may never come. It would also
 * search the whole rest of a part for the next one, at each line.
 */
class LineEnds {
  #isAfterReturn = false;

  plain(text: string): string {
    if (text === '') return text;
    const rest = this.#isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#isAfterReturn = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  }
}

/** Receives what an event stream has besides its messages. */
interface StreamSink {
  /** The request of ours that the stream belongs to. */
  readonly during?: RequestId | undefined;
  /** Called before the messages of an event are dispatched; true if it was handled. */
  onEvent?(event: EventSourceMessage): boolean | undefined;
  /** Called after the messages of an event; `answered`: the response was among them. */
  onMessages?(answered: boolean): void;
  /** Called for an event whose text is not a message; `events` are notified as well. */
  onMalformed?(error: UserError): void;
  retry?(milliseconds: number): void;
}

/** Dispatches the messages of an event stream until its end; throws as {@link readEvents} does. */
export async function readMessages(
  source: BodySource,
  events: TransportEvents,
  sink: StreamSink = {},
): Promise<void> {
  await readEvents(source, {
    event: (event) => {
      if (sink.onEvent?.(event)) return true;
      if (!isMessage(event)) return false;
      try {
        const answered = dispatchText(event.data, events, sink.during);
        sink.onMessages?.(answered);
        return true;
      } catch (error) {
        sink.onMalformed?.(error as UserError);
        events.troubled(error as Error);
        return false;
      }
    },
    room: () => events.room?.(),
    retry: (milliseconds) => sink.retry?.(milliseconds),
  });
}

/** True if an event carries messages: it has the default type and is not empty. */
export function isMessage({ event = 'message', data }: EventSourceMessage): boolean {
  return event === 'message' && data !== '';
}

/**
 * Dispatches the messages of a text.
 * @returns true if the response to the request was among them.
 * @throws UserError `protocolError` where the text is not JSON-RPC; that of {@link parseMessage}.
 */
export function dispatchText(text: string, events: TransportEvents, during?: RequestId): boolean {
  let answered = false;
  events.received?.(text);
  const count = dispatchMessages(
    parsed(text),
    {
      message: (message, from) => {
        answered ||= !('method' in message) && isSame(message.id, during);
        events.message(message, from);
      },
      unanswered: (id, why) => {
        answered ||= isSame(id, during);
        events.unanswered(id, why);
      },
      troubled: (error) => events.troubled(error),
    },
    during,
  );
  if (count === 0) throw new UserError('protocolError', { message: 'The answer is not JSON-RPC.' });
  return answered;
}

/** Some servers make a text of a number. */
function isSame(id: RequestId | null | undefined, ours: RequestId | undefined): boolean {
  return ours !== undefined && String(id) === String(ours);
}

function parsed(text: string): unknown {
  try {
    return parseMessage(text);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // The error would quote the text.
    throw new UserError('protocolError', { message: 'The answer is not JSON.' });
  }
}

const bodies: Readonly<Record<string, HttpExchange['body']>> = {
  'application/json': 'json',
  'text/event-stream': 'events',
  // As some servers call JSON.
  'text/plain': 'json',
  '': 'json',
};

/** The facts of a response for the record of traffic; `since`: when its request began, by `performance.now()`. */
export function exchangeOf(response: HttpResponse, since: number): HttpExchange {
  const { status, version } = response;
  // Most servers name a type of the body that a notification does not get.
  const body = status === 202 || status === 204 ? 'none' : ownValue(bodies, response.mediaType);
  return {
    status,
    body: body ?? 'none',
    version,
    waited: performance.now() - since,
  };
}

/** The error of a response with an unexpected media type; its body is discarded. */
export function unexpected(response: HttpResponse): UserError {
  void discard(response);
  const message = `The answer is of the type "${response.mediaType}".`;
  return new UserError('protocolError', { message });
}
