import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../../src/base/errors';
import { isObject } from '../../../src/base/json';
import { dispatchText } from '../../../src/connection/transports/http/events';
import { messageText } from '../../../src/protocol/messageText';
import { parseMessage } from '../../../src/protocol/parseMessage';
import { Peer } from '../../../src/connection/peer';
import { type RpcMessage, dispatchMessages, idOfLongAnswer } from '../../../src/protocol/jsonRpc';
import type { Transport, TransportEvents } from '../../../src/connection/transports/transport';
import { holds, type Target } from '../target';
import { jsonOf, receivedText } from './pieces';
import { logEntryOf } from '../../../src/connection/logEntries';

/** One message of a server, as stdio and as HTTP have it, up to the requests that wait for it. */
export const messages: Target = {
  name: 'messages',
  reads: 'a message of a server, over stdio and HTTP',
  seeds: [
    '{"jsonrpc":"2.0","id":0,"result":{"tools":[]}}',
    '{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"no","data":{"a":1}}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"x","data":{"a":1}}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":0,"progress":1,"total":2}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}',
    '{"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"?","requestedSchema":{}}}',
    '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"x"},7]',
    '{"jsonrpc":"2.0","error":{"code":1,"message":"x"},"id":null}',
    '{"result":{"id":3},"id":2,"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","method":"x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}',
    '{"jsonrpc":"2.0","id":1,"method":"x","params":{"arguments":{"id":9007199254740993}},"result":null,"error":null}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"1"}],"structuredContent":{"id":9007199254740993}}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"id":9007199254740993,"id":1}}}',
    // Half of a character.
    '{"jsonrpc":"2.0","id":"\ud83d","result":{}}',
    'Listening on port 3000',
  ],
  words: [
    '"jsonrpc":"2.0"',
    '"id":',
    '"method":',
    '"params":',
    '"result":',
    '"error":',
    '"code":-32602',
    '"progressToken":',
    '"_meta":',
    '"arguments":{',
    '"content":[',
    '1234567890123456789',
    '"requestId":',
  ],
  async run(input) {
    const text = receivedText(input.trim());
    const value = jsonOf(text);
    const read = readMessage(text);
    if (read) holds(isDeepStrictEqual(read.value, value), 'the value is not that of the JSON');
    else holds(value === undefined || isLarge(text), 'what is JSON cannot be read');
    nameOfLong(text, value);
    overHttp(text);
    if (read && isObject(read.value)) isWrittenAlike(read.value, value);
    if (read) await heard(read.value);
  },
};

function readMessage(text: string): { value: unknown } | undefined {
  try {
    return { value: parseMessage(text) };
  } catch (error) {
    if (error instanceof UserError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A message that is passed on says the same, in one line. */
function isWrittenAlike(message: Record<string, unknown>, value: unknown): void {
  const { params = {}, result } = message;
  // Who reads messages makes objects of them.
  if (!isObject(params) || ('result' in message && !('method' in message) && !isObject(result)))
    return;
  const text = messageText(message as unknown as RpcMessage);
  holds(!/[\n\r]/.test(text), 'a message has more than one line');
  holds(
    isDeepStrictEqual(rewritten(JSON.parse(text)), rewritten(value)),
    'what is passed on says something else',
  );
}

/** JSON has no negative zero, and no number that is too large, once a program has written it. */
function rewritten(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** May be refused for its size or its depth. */
function isLarge(text: string): boolean {
  return (text.match(/[[{]/g)?.length ?? 0) > 500;
}

/** An answer whose middle is lost is that to its own request or to none. */
function nameOfLong(text: string, value: unknown): void {
  const bytes = Buffer.from(text);
  const id = idOfLongAnswer(bytes.subarray(0, 1_024), bytes.subarray(-1_024));
  // A name that is written in another way is not looked for.
  if (id === undefined || !isObject(value) || /\\u|"id".*"id"/s.test(text)) return;
  holds(id === value['id'], 'the id is another one', () => [id, value['id']]);
}

function overHttp(text: string): void {
  try {
    dispatchText(text, { ...silent, message: isWellFormed }, 1);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

function isWellFormed(message: RpcMessage): void {
  if ('method' in message) {
    holds(typeof message.method === 'string', 'a method is no text');
    const { params } = message;
    holds(params === undefined || isObject(params), 'params are no object');
  } else if ('error' in message) {
    const { code, message: said } = message.error;
    holds(Number.isSafeInteger(code) && typeof said === 'string', 'an error is malformed');
  } else holds(isObject(message.result), 'a result is no object');
}

const silent: TransportEvents = {
  message: () => undefined,
  unanswered: () => undefined,
  troubled: () => undefined,
  closed: () => undefined,
};

/** A client with three open requests hears it, and is asked what it asks. */
async function heard(value: unknown): Promise<void> {
  const troubles: Error[] = [];
  let wire: TransportEvents = silent;
  const transport: Transport = {
    kind: 'stdio',
    start: async (events) => void (wire = events),
    send: async (message) => void JSON.stringify(message),
    setProtocolVersion: () => undefined,
    close: async () => wire.closed(),
  };
  const peer = new Peer(transport, {
    notified: ({ method, params = {} }) => {
      if (method === 'notifications/message') logEntryOf(params);
    },
    requested: async () => ({ result: {} }),
    troubled: (error) => troubles.push(error),
    closed: () => undefined,
  });
  await peer.start();
  const { signal } = new AbortController();
  const waiting = [0, 1, 2].map((at) =>
    peer.request('tools/list', {}, { signal, notifiesCancel: true, onProgress: () => at }).then(
      (result) => holds(isObject(result), 'a result is no object'),
      (error: unknown) => {
        if (!(error instanceof UserError)) throw error;
      },
    ),
  );
  try {
    dispatchMessages(value, wire);
  } catch (error) {
    // A batch may be too long.
    if (!(error instanceof UserError && Array.isArray(value))) throw error;
  }
  // Replies go out in the next turns of the queue.
  await Promise.resolve();
  await transport.close();
  await Promise.all(waiting);
  const odd = troubles.find((error) => !(error instanceof UserError));
  if (odd) throw odd;
}
