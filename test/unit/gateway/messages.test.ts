import { expect, it } from 'vitest';
import { progressTo, readPosted } from '../../../src/gateway/messages';

it('sorts a batch into requests, notifications and answers', () => {
  const posted = readPosted([
    { jsonrpc: '2.0', id: 0, method: 'a', params: { x: 1 } },
    { jsonrpc: '2.0', method: 'b' },
    { jsonrpc: '2.0', id: 5, result: { y: 1 } },
    { jsonrpc: '2.0', id: 6, error: { code: -1, message: 'no', data: 1 } },
    { jsonrpc: '2.0', id: 7, result: 'none' },
    { jsonrpc: '2.0', id: {}, result: {} },
    { jsonrpc: '2.0', id: '', method: 'c' },
  ]);
  expect(posted).toEqual({
    requests: [
      { jsonrpc: '2.0', id: 0, method: 'a', params: { x: 1 } },
      { jsonrpc: '2.0', id: '', method: 'c', params: {} },
    ],
    notifications: [{ jsonrpc: '2.0', method: 'b', params: {} }],
    answers: [
      { jsonrpc: '2.0', id: 5, result: { y: 1 } },
      { jsonrpc: '2.0', id: 6, error: { code: -1, message: 'no', data: 1 } },
      { jsonrpc: '2.0', id: 7, error: { code: -32600, message: 'Malformed answer' } },
    ],
    isBatch: true,
  });
});

it.each([
  [null],
  [1],
  [[]],
  [[1]],
  [{}],
  [{ id: 1, method: 'a' }],
  [{ jsonrpc: '2.0', id: null, method: 'a' }],
  [{ jsonrpc: '2.0', id: {}, method: 'a' }],
  [{ jsonrpc: '2.0', id: 2 ** 53, method: 'a' }],
  [{ jsonrpc: '2.0', id: -Infinity, method: 'a' }],
  [{ jsonrpc: '2.0', id: 1, method: 2 }],
  [{ jsonrpc: '2.0' }],
])('refuses %j', (body) => {
  expect(readPosted(body)).toBeUndefined();
});

it('takes params that are null for none', () => {
  expect(readPosted({ jsonrpc: '2.0', id: 1, method: 'a', params: null })).toMatchObject({
    requests: [{ id: 1, method: 'a', params: {} }],
  });
  expect(readPosted({ jsonrpc: '2.0', method: 'b', params: null })).toMatchObject({
    notifications: [{ method: 'b', params: {} }],
  });
});

it.each([
  [[], 'x'],
  ['a', 0],
  [false, undefined],
])('says of the params %j that they are no object, under the id of the message', (params, id) => {
  const error = { code: -32602, message: 'Params are an object' };
  expect(readPosted({ jsonrpc: '2.0', id, method: 'a', params })).toEqual({
    jsonrpc: '2.0',
    id,
    error,
  });
});

it.each([
  ['a', 1],
  [-0.5, 1],
  [2 ** 53 - 1, 1],
  [2 ** 53, 0],
  [undefined, 0],
])('sends progress under the token %s as often as %i', (progressToken, times) => {
  const sent: string[] = [];
  progressTo({ _meta: { progressToken } }, (message) => sent.push(message))({ progress: 1 });
  const params = { progress: 1, progressToken };
  const message = { jsonrpc: '2.0', method: 'notifications/progress', params };
  expect(sent).toEqual(Array.from({ length: times }, () => JSON.stringify(message)));
});
