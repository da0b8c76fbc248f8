import { expect, test } from 'vitest';
import type { TrafficRecord } from '../../../../src/ipc/traffic';
import { trafficHar } from '../../../../src/ui/traffic/trafficHar';

const record: TrafficRecord = {
  number: 1,
  server: { id: 'till', name: 'my till' },
  time: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  from: 'client',
  method: 'tools/call',
  subject: 'a/b c',
  caller: 'chat',
  outcome: 'isError',
  size: 2,
  responseSize: 4,
  took: 12.5,
};

test('requests with their responses, and notifications without', () => {
  const request = { text: '{"id":1}', isCut: false };
  const notification = { ...record, outcome: 'notification', took: undefined } as const;
  const har: unknown = JSON.parse(
    trafficHar([
      { record, messages: { request, response: { text: '{"id":1,"result":{}}', isCut: false } } },
      { record: notification, messages: { request } },
    ]),
  );
  expect(har).toMatchObject({
    log: {
      version: '1.2',
      entries: [
        {
          startedDateTime: '2026-01-02T03:04:05.006Z',
          time: 12.5,
          request: {
            method: 'POST',
            url: 'mcp://my%20till/tools/call/a%2Fb%20c',
            postData: { mimeType: 'application/json', text: '{"id":1}' },
          },
          response: { status: 500, content: { text: '{"id":1,"result":{}}' } },
          timings: { send: 0, wait: 12.5, receive: 0 },
        },
        { time: 0, response: { status: 0 } },
      ],
    },
  });
});
