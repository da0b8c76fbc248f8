import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { parseStdoutLine } from '../../../src/connection/stdoutLine';

test.each(['', 'plain', '1', 'null', '"text"', '[]', '{"level":"info"}', '[1]', '{"id":null}'])(
  '%j is no message',
  (line) => {
    expect(parseStdoutLine(line)).toBeUndefined();
  },
);

test('a batch is split', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const pong = { jsonrpc: '2.0', id: 2, result: { vendor: true } };
  expect(parseStdoutLine(JSON.stringify([ping, pong]))).toEqual([ping, pong]);
});

test('a result with an empty error beside it is a result', () => {
  expect(parseStdoutLine('{"jsonrpc":"2.0","id":1,"result":{"a":1},"error":null}')).toEqual([
    { jsonrpc: '2.0', id: 1, result: { a: 1 } },
  ]);
});

test('a sloppy error is still an error', () => {
  expect(parseStdoutLine('{"id":"1","error":{"code":"E_BAD","data":[1]}}')).toEqual([
    {
      jsonrpc: '2.0',
      id: '1',
      error: { code: -32603, message: '{"code":"E_BAD","data":[1]}', data: [1] },
    },
  ]);
});

test('a result that is no object fails its request', () => {
  const [message] = parseStdoutLine('{"jsonrpc":"2.0","id":1,"result":[1]}') ?? [];
  const failure: unknown = message && 'error' in message ? message.error.data : undefined;
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({ code: 'protocolError' });
});
