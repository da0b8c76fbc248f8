import { expect, test } from 'vitest';
import { parseMessage } from '../../../src/protocol/parseMessage';
import { readClientLine } from '../../../src/terminal/clientLine';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

function read(line: string) {
  const refused: unknown[] = [];
  const messages = readClientLine(line, parseMessage, (failure) => refused.push(failure));
  return { messages, refused };
}

test.each([
  ['a message', JSON.stringify(ping), [ping]],
  ['a batch', JSON.stringify([ping, ping]), [ping, ping]],
  ['an empty line', ' ', []],
])('of %s there are the messages', (_, line, messages) => {
  expect(read(line)).toEqual({ messages, refused: [] });
});

test.each([
  ['what is not JSON', '{"id":1', -32700],
  ['what is too deep', '['.repeat(600) + ']'.repeat(600), -32600],
  ['a batch of too many messages', `[${Array(1_001).fill(JSON.stringify(ping)).join()}]`, -32600],
])('%s is answered by an error', (_, line, code) => {
  expect(read(line)).toMatchObject({ messages: [], refused: [{ id: null, error: { code } }] });
});
