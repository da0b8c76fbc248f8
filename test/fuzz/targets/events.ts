import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { EventSourceMessage } from 'eventsource-parser';
import { UserError } from '../../../src/base/errors';
import {
  isMessage,
  readEvents,
  dispatchText,
} from '../../../src/connection/transports/http/events';
import { holds, type Target } from '../target';
import { bytesOf, piecesOf } from './pieces';

interface Told {
  readonly events: readonly EventSourceMessage[];
  readonly retries: readonly number[];
}

/** The framing of HTTP: events are the same however their bytes come, and as the standard has them. */
export const events: Target = {
  name: 'events',
  reads: 'a stream of server-sent events',
  seeds: [
    'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    'id: 1\r\nretry: 3000\r\ndata: a\r\ndata: b\r\n\r\n: ping\r\n\r\n',
    'data\n\ndata\ndata\n\ndata:test\r\r',
    '\xef\xbb\xbfdata: \xe2\x82\xac\n\nevent: endpoint\ndata: /messages?id=1\n\n',
    'data: {"jsonrpc":"2.0",\ndata: "method":"x"}\n\nid\n\nid: \0\nevent:\ndata:\n\nretry: 12a\n\n',
  ],
  words: [
    'data: ',
    'data:',
    'event: ',
    'id: ',
    'retry: ',
    ':',
    '\n\n',
    '\r\r',
    '\r\n\r\n',
    '\r',
    '\n',
  ],
  // The parser makes an error of each line that it does not know, with a stack.
  patience: { base: 150, each: 10 },
  async run(input) {
    const bytes = bytesOf(input);
    const whole = await toldOf([bytes]);
    const parted = await toldOf(piecesOf(bytes));
    holds(isDeepStrictEqual(whole, parted), 'pieces make other events', () => [whole, parted]);
    const wanted = wantedOf(new TextDecoder().decode(bytes));
    holds(
      isDeepStrictEqual(
        whole.events.map(({ data }) => data),
        wanted,
      ),
      'other events',
      () => [whole.events, wanted],
    );
    holds(
      whole.retries.every((time) => time >= 100 && time <= 3_600_000),
      'no time to wait',
    );
    for (const event of whole.events) if (isMessage(event)) tell(event.data);
  },
};

async function toldOf(parts: Iterable<Uint8Array>): Promise<Told> {
  const found: EventSourceMessage[] = [];
  const retries: number[] = [];
  await readEvents(
    { body: Readable.from(parts) },
    {
      event: (event) => found.push(event) > 0,
      retry: (time) => retries.push(time),
    },
  );
  return { events: found, retries };
}

/** The data of each event, by the words of the HTML standard ("Interpreting an event stream"). */
function wantedOf(text: string): readonly string[] {
  const found: string[] = [];
  let data: string[] = [];
  // What follows the last line end is no line.
  for (const line of text.split(/\r\n|\r|\n/).slice(0, -1)) {
    if (line === '') {
      if (data.length > 0) found.push(data.join('\n'));
      data = [];
    } else if (line === 'data') data.push('');
    else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
  }
  return found;
}

function tell(text: string): void {
  const nothing = (): void => undefined;
  try {
    dispatchText(text, {
      message: nothing,
      unanswered: nothing,
      troubled: nothing,
      closed: nothing,
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}
