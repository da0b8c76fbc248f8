import { expect, test } from 'vitest';
import type { TrafficRecord } from '../../../../src/ipc/traffic';
import { recordedCallOf } from '../../../../src/webview/traffic/recordedCall';

const record: TrafficRecord = {
  number: 1,
  server: { id: 'till', name: 'till' },
  time: 1_000,
  from: 'client',
  method: 'tools/call',
  subject: 'add',
  outcome: 'ok',
  size: 2,
};

function callOf(args: string, result = '{"content":[]}', more: Partial<TrafficRecord> = {}) {
  const request = { text: `{"id":1,"params":{"arguments":${args}}}`, isCut: false };
  const response = { text: `{"id":1,"result":${result}}`, isCut: false };
  return recordedCallOf({ ...record, ...more }, { request, response });
}

test('a call has its arguments and its result', () => {
  expect(callOf('{"a":1,"b":1e300,"c":12345678901234567000}')).toEqual({
    server: record.server,
    tool: 'add',
    arguments: { a: 1, b: 1e300, c: 12345678901234567000 },
    result: { content: [] },
    isExact: true,
  });
  expect(callOf('{"a":')).toBeUndefined();
  expect(callOf('{}', '{}', { from: 'server' })).toBeUndefined();
  expect(callOf('{}', '{}', { method: 'prompts/get' })).toBeUndefined();
});

test('a call with masked or rounded values is not exact, and has no such arguments', () => {
  const call = callOf(
    '{"a":1,"b":"Bearer •••","c":{"d":9007199254740993,"e":1e400,"f":"x"},"g":["--token","•••"]}',
  );
  expect(call).toMatchObject({ arguments: { a: 1, c: { f: 'x' } }, isExact: false });
  expect(Object.keys(call?.arguments ?? {})).toEqual(['a', 'c']);
  for (const value of ['"•••"', '9007199254740993'])
    expect(callOf('{"a":1}', `{"structuredContent":{"a":${value}}}`)).toMatchObject({
      arguments: { a: 1 },
      isExact: false,
    });
});
