import { expect, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { dispatchMessages, idOfLongAnswer, idOfLongRequest } from '../../../src/protocol/jsonRpc';

/** What is told of a value: messages, the ids of requests that have no answer, and how many there are. */
function told(
  value: unknown,
  during?: number,
): { readonly count: number; readonly heard: readonly unknown[] } {
  const heard: unknown[] = [];
  const count = dispatchMessages(
    value,
    {
      message: (message, during) => heard.push(during === undefined ? message : [message, during]),
      unanswered: (id, why) => heard.push({ id, why: why.code }),
      troubled: (error) => heard.push(error.message),
    },
    during,
  );
  return { count, heard };
}

test.each([
  1,
  null,
  'text',
  [],
  { level: 'info' },
  [1],
  { id: null },
  { id: {}, method: 'ping' },
  { id: [1], result: {} },
  { result: {} },
  { error: { message: 'a line of a log' } },
  undefined,
])('%j is no message', (value) => {
  expect(told(value)).toEqual({ count: 0, heard: [] });
});

test('a batch is split', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const pong = { jsonrpc: '2.0', id: 2, result: { vendor: true } };
  expect(told([ping, pong])).toEqual({ count: 2, heard: [ping, pong] });
});

test('of a batch with something else in it the rest is told', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const { count, heard } = told([7, ping, { id: 2 }, null]);
  expect(count).toBe(2);
  const trouble = expect.stringContaining('protocolError') as string;
  expect(heard).toEqual([ping, { id: 2, why: 'protocolError' }, trouble]);
});

test.each([null, [1], 'text', 7, false])('the params %j are none', (params) => {
  const method = 'notifications/message';
  expect(told({ jsonrpc: '2.0', method, params }).heard).toEqual([{ jsonrpc: '2.0', method }]);
});

test('an error without an id is that of the request on whose stream it came', () => {
  const error = { code: -32700, message: 'Parse error' };
  expect(told({ jsonrpc: '2.0', id: null, error }, 4).heard).toEqual([
    [{ jsonrpc: '2.0', id: 4, error }, 4],
  ]);
  expect(told({ jsonrpc: '2.0', error }).heard).toEqual([{ jsonrpc: '2.0', id: undefined, error }]);
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

test.each([
  [['s3cret'], 'array'],
  ['s3cret', 'string'],
  [null, 'null'],
  [undefined, 'undefined'],
])('the result %j, which is no object, fails its request, and is not quoted', (result, kind) => {
  const unanswered = vi.fn();
  const unheard = { message: vi.fn(), troubled: vi.fn() };
  dispatchMessages({ jsonrpc: '2.0', id: 1, result }, { ...unheard, unanswered });
  const args = { message: `The result is not an object: ${kind}` };
  expect(unanswered).toHaveBeenCalledWith(1, new UserError('protocolError', args));
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const end = '"}]}}';

test.each<[string, string, string, string | number | undefined]>([
  ['before the result', '{"jsonrpc":"2.0","id":7,"result":{"content":[{"id":9,"text":"x', end, 7],
  ['as a text', '{ "id" : "a\\"b" , "result":{', end, 'a"b'],
  ['after the result', '{"result":{"id":9,"text":"x', '"},"id":7}', 7],
  ['before the version', '{"result":{"x":"', '"},"id": 7 , "jsonrpc":"2.0"}\r', 7],
  ['only further in', '{"result":{"id":9,"text":"x', '"id":8}}', undefined],
  ['in a text', '{"result":{"text":"{\\"id\\":7', end, undefined],
  ['of a request of the server', '{"id":7,"method":"roots/list","params":{"x":"', end, undefined],
  ['of a notification', '{"method":"notifications/message","params":{"id":7,"x":"', end, undefined],
  ['nowhere', 'x'.repeat(1_000), 'y'.repeat(1_000), undefined],
])('an id %s', (_where, head, tail, id) => {
  expect(idOfLongAnswer(bytes(head), bytes(tail))).toBe(id);
});

test('the id of a request is told, wherever it stands, and none of an answer', () => {
  const call = '"method":"tools/call","params":{"x":"';
  expect(idOfLongRequest(bytes(`{"id":7,${call}`), bytes(end))).toBe(7);
  expect(idOfLongRequest(bytes(`{${call}`), bytes('"},"jsonrpc":"2.0","id":7}'))).toBe(7);
  expect(idOfLongRequest(bytes('{"id":7,"result":{"x":"'), bytes(end))).toBeUndefined();
});
