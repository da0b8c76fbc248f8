import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { UserError } from '../../base/errors';
import type { RequestId } from '../rpc';
import { tellMessages } from '../tellMessages';
import type { TransportEvents } from '../transport';
import { discard, tooLong, type Chunks } from './body';

/** The largest message in bytes: no text of JavaScript has more than twice as many characters. */
export const largestMessage = 256 * 1024 * 1024;

/** The shortest and the longest pause that a server can ask for, in milliseconds. */
const shortestRetry = 100;
const longestRetry = 3_600_000;

/** Takes what a stream of events tells. */
export interface EventSink {
  event(event: EventSourceMessage): void;
  /** How long to wait before the stream is resumed, in milliseconds that a timer takes. */
  retry?(milliseconds: number): void;
}

/**
 * Tells the events of a body in time linear in its length; an event without an end is dropped. Comments are.
 * @throws UserError `answerTooLong` (megabytes); what reading the body throws.
 */
export async function readEvents(body: Chunks, sink: EventSink): Promise<void> {
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: largestMessage,
    onEvent: (event) => sink.event(event),
    onRetry: (milliseconds) =>
      sink.retry?.(Math.min(Math.max(milliseconds, shortestRetry), longestRetry)),
    onError: ({ type }) => (isTooLong ||= type === 'max-buffer-size-exceeded'),
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLong) throw tooLong(largestMessage);
  }
}

/** Whether an event brings messages: those of other kinds do not concern us, nor those without data. */
export function isMessage({ event = 'message', data }: EventSourceMessage): boolean {
  return event === 'message' && data !== '';
}

/**
 * Tells the messages of a text, and gives whether the answer to the request was among them.
 * @throws UserError `protocolError` where the text is not JSON-RPC.
 */
export function tellText(text: string, events: TransportEvents, during?: RequestId): boolean {
  let answered = false;
  const told = tellMessages(
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
  if (told === 0) throw new UserError('protocolError', { message: 'The answer is not JSON-RPC.' });
  return answered;
}

/** Some servers make a text of a number. */
function isSame(id: RequestId | null | undefined, ours: RequestId | undefined): boolean {
  return ours !== undefined && String(id) === String(ours);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error would quote the text.
    throw new UserError('protocolError', { message: 'The answer is not JSON.' });
  }
}

/** The type of a body without its parameters. */
export function mediaType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** A body of a type that is no answer; it is left. */
export function unexpected(response: Response): UserError {
  void discard(response);
  const message = `The answer is of the type "${mediaType(response)}".`;
  return new UserError('protocolError', { message });
}
