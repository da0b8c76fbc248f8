import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { UserError } from '../../base/errors';
import { PieceDecoder } from '../../base/pieceDecoder';
import { TextSize } from '../../base/textSize';
import { FairShare } from '../fairShare';
import { largestMessage, parseMessage } from '../parseMessage';
import type { RequestId } from '../rpc';
import { tellMessages } from '../tellMessages';
import type { TransportEvents } from '../transport';
import { discard, tooLong, withoutMark, type Chunks } from './body';

/** The shortest and the longest pause that a server can ask for, in milliseconds. */
const shortestRetry = 100;
const longestRetry = 3_600_000;

/** Takes what a stream of events tells. */
export interface EventSink {
  /** Whether it was worth its time. */
  event(event: EventSourceMessage): boolean;
  /** See {@link TransportEvents.room}. */
  room?(): Promise<void> | undefined;
  /** How long to wait before the stream is resumed, in milliseconds that a timer takes. */
  retry?(milliseconds: number): void;
}

/**
 * Tells the events of a body in time linear in its length, as its {@link FairShare} allows; an event without an end is
 * dropped. Comments are.
 * @throws UserError `answerTooLong` (megabytes); what reading the body throws.
 */
export async function readEvents(body: Chunks, sink: EventSink): Promise<void> {
  let isTooLong = false;
  let isFirst = true;
  /** Of the events of one part; a part of an event is. */
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
  /** That of the part before, where that ended with one. */
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
  for await (const chunk of body) await share.use(chunk, take);
}

function hasLineEnd(part: Uint8Array): boolean {
  return part.includes(0x0a) || part.includes(0x0d);
}

/**
 * Makes one kind of line end of three. The parser waits for what follows a carriage return, which after the last
 * event may be nothing, and looks for the next one through the whole rest of a piece, at each line of it.
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

/** Whether an event brings messages: those of other kinds do not concern us, nor those without data. */
export function isMessage({ event = 'message', data }: EventSourceMessage): boolean {
  return event === 'message' && data !== '';
}

/**
 * Tells the messages of a text, and gives whether the answer to the request was among them.
 * @throws UserError `protocolError` where the text is not JSON-RPC; that of {@link parseMessage}.
 */
export function tellText(text: string, events: TransportEvents, during?: RequestId): boolean {
  let answered = false;
  events.reading?.(text.length);
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
    return parseMessage(text);
  } catch (error) {
    if (error instanceof UserError) throw error;
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
