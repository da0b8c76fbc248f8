import { describe, expect, test } from 'vitest';
import type { RpcMessage } from '../../../src/protocol/jsonRpc';
import { messageText } from '../../../src/protocol/messageText';
import { parseMessage } from '../../../src/protocol/parseMessage';

const read = (text: string) => parseMessage(text) as RpcMessage;
const calling = (given: string, others = '') =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${given}${others}}}`;
const answering = (fields: string) => `{"jsonrpc":"2.0","id":1,"result":{${fields}}}`;
const long = 'x'.repeat(1_000);

describe('is passed on as it came', () => {
  test.each([
    ['arguments with a number that no value holds', calling('{"id":9007199254740993}')],
    [
      'arguments with a number that is too large for a value',
      calling('{"a":1234567890123456e400}'),
    ],
    [
      'a long text with other signs than we would write',
      calling(`{"a":"\\u0041\\/${long}","b":1.0}`),
    ],
    [
      'arguments with a number of which the point is in the middle',
      calling('{"a":123456789.123456789012}'),
    ],
    ['arguments with a number that is too small for a value', calling('{"a":1e-400}')],
    [
      'a request with fields of an answer',
      '{"jsonrpc":"2.0","id":1,"method":"x","result":null,"error":null,"params":{"arguments":{"id":9007199254740993}}}',
    ],
    ['arguments within arguments', calling('{"arguments":{"arguments":[1234567890123456789]}}')],
    ['a name with a bracket, a comma and a colon', calling('{"]},:\\"":[1234567890123456789]}')],
    ['arguments before another field', calling('{"id":9007199254740993}', ',"_meta":{"a":1}')],
    [
      'a result in all its parts',
      answering(
        '"content":[{"type":"text","text":"1234567890123456"}],"structuredContent":{"id":-0.12345678901234567890},"isError":false',
      ),
    ],
    ['a list as structured content', answering('"structuredContent":[12345678901234567890]')],
    [
      'what a model is asked',
      '{"jsonrpc":"2.0","id":"1","method":"sampling/createMessage","params":{"messages":[12345678901234567890]}}',
    ],
  ])('%s', (_name, text) => {
    expect(messageText(read(text))).toBe(text);
  });

  test('also when all around it is another', () => {
    const { params, ...request } = read(calling('{"id":9007199254740993}')) as never as {
      params: object;
    };
    const sent = { ...request, id: 7, params: { ...params, name: 'y', task: undefined } };
    expect(messageText(sent as never)).toBe(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"y","arguments":{"id":9007199254740993}}}',
    );
  });

  test('but in one line', () => {
    const pretty = '{\r\n  "id": 9007199254740993,\n  "text": "a\\nb"\n}';
    expect(messageText(read(calling(pretty)))).toBe(
      calling('{    "id": 9007199254740993,   "text": "a\\nb" }'),
    );
  });
});

describe('is written anew', () => {
  const anew = (text: string) => JSON.stringify(JSON.parse(text));

  test.each([
    ['an object that has a name twice', calling('{"id":1234567890123456789,"id":1}')],
    ['one with such an object in it', calling('{"a":[{"b":1234567890123456789,"b":2}]}')],
    ['arguments that come twice', calling('{"a":1234567890123456789}', ',"arguments":{"a":2}')],
    [
      'arguments that come twice under another spelling',
      calling('{"a":1234567890123456789}', ',"argument\\u0073":{"a":2}'),
    ],
    [
      'the arguments of params that come twice',
      `${calling('{"a":1234567890123456789}').slice(0, -1)},"p\\u0061rams":{"arguments":{"a":2}}}`,
    ],
    ['a name twice that differs in its spelling', calling('{"a":1234567890123456789,"\\u0061":2}')],
    [
      'what stands elsewhere',
      answering(
        '"other":{"id":1234567890123456789},"_meta":{"content":{"id":1234567890123456789}}',
      ),
    ],
    ['a short text with short numbers', calling('{ "a" : 1.0 }')],
  ])('%s', (_name, text) => {
    expect(messageText(read(text))).toBe(anew(text));
  });

  test('a value that was copied', () => {
    const { result } = read(
      answering('"structuredContent":{"id":1234567890123456789}'),
    ) as never as {
      result: { structuredContent: object };
    };
    const copy = { ...result.structuredContent, more: true };
    const message = { jsonrpc: '2.0', id: 1, result: { structuredContent: copy } } as const;
    expect(messageText(message)).toBe(JSON.stringify(message));
  });

  test('a value that may be changed, in what a program makes of it', () => {
    const { params } = read(calling('{"id":9007199254740993}')) as never as { params: object };
    expect(structuredClone(params)).toEqual({
      name: 'x',
      arguments: { id: 9_007_199_254_740_992 },
    });
    expect(JSON.stringify(params)).toBe('{"name":"x","arguments":{"id":9007199254740992}}');
  });
});
