import { expect, test } from 'vitest';
import { tellMessages } from '../../../src/connection/tellMessages';

/** What is told of a value: messages, the ids of requests that have no answer, and how many there are. */
function told(value: unknown): { readonly count: number; readonly heard: readonly unknown[] } {
  const heard: unknown[] = [];
  const count = tellMessages(
    value,
    {
      message: (message, during) => heard.push(during === undefined ? message : [message, during]),
      unanswered: (id, why) => heard.push({ id, why: why.code }),
    },
    undefined,
  );
  return { count, heard };
}

test.each([1, null, 'text', [], { level: 'info' }, [1], { id: null }, undefined])(
  '%j is no message',
  (value) => {
    expect(told(value)).toEqual({ count: 0, heard: [] });
  },
);

test('a batch is split', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const pong = { jsonrpc: '2.0', id: 2, result: { vendor: true } };
  expect(told([ping, pong])).toEqual({ count: 2, heard: [ping, pong] });
});

test('of a batch with something else in it nothing is told', () => {
  expect(told([{ jsonrpc: '2.0', id: 1, method: 'ping' }, 7])).toEqual({ count: 0, heard: [] });
});

test('a result with an empty error beside it is a result', () => {
  expect(told({ jsonrpc: '2.0', id: 1, result: { a: 1 }, error: null }).heard).toEqual([
    { jsonrpc: '2.0', id: 1, result: { a: 1 } },
  ]);
});

test('a sloppy error is still an error', () => {
  expect(told({ id: '1', error: { code: 'E_BAD', data: [1] } }).heard).toEqual([
    {
      jsonrpc: '2.0',
      id: '1',
      error: { code: -32603, message: '{"code":"E_BAD","data":[1]}', data: [1] },
    },
  ]);
});

test('a result that is no object fails its request', () => {
  expect(told({ jsonrpc: '2.0', id: 1, result: [1] }).heard).toEqual([
    { id: 1, why: 'protocolError' },
  ]);
});
