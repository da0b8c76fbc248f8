import { expect, test } from 'vitest';
import { idOfLongAnswer, idOfLongRequest } from '../../../src/protocol/jsonRpc';

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
