import { expect, test } from 'vitest';
import { trafficLine } from '../../../../src/ui/traffic/trafficLine';

const record = {
  number: 7,
  server: { id: 'file 1', name: 'till' },
  time: Date.UTC(2026, 0, 2),
  from: 'client',
  method: 'tools/call',
  subject: 'add',
  caller: 'chat',
  outcome: 'ok',
  size: 2,
  took: 1.5,
} as const;

test('a record is one line with its facts, and its messages as JSON', () => {
  const request = { text: '{"id":1,\n"method":"tools/call"}', isCut: false };
  const line = trafficLine(record, { request, response: { text: '{"id":1', isCut: true } });
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    time: '2026-01-02T00:00:00.000Z',
    server: 'till',
    number: 7,
    from: 'client',
    method: 'tools/call',
    subject: 'add',
    caller: 'chat',
    outcome: 'ok',
    size: 2,
    took: 1.5,
    request: { id: 1, method: 'tools/call' },
    response: '{"id":1',
  });
});

test('no number of a message is rounded', () => {
  const text = '{"id":1,"result":{"n":12345678901234567890}}';
  const line = trafficLine(record, { request: { text, isCut: false } });
  expect(line).toContain(`"request":${text}`);
});
