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

test('an exchange over HTTP has its own status, version and times', () => {
  const exchange = { status: 202, body: 'events', version: '2', waited: 4.5 } as const;
  const over: TrafficRecord = { ...record, era: 'legacy', session: '…950e', turn: 't', exchange };
  const har: unknown = JSON.parse(
    trafficHar([{ record: over, messages: { request: { text: '{}', isCut: false } } }]),
  );
  expect(har).toMatchObject({
    log: {
      entries: [
        {
          request: { httpVersion: 'HTTP/2', headers: [] },
          response: { status: 202, httpVersion: 'HTTP/2', headers: [] },
          timings: { wait: 4.5, receive: 8 },
          _era: 'legacy',
          _session: '…950e',
          _turn: 't',
          _body: 'events',
        },
      ],
    },
  });
});

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

test('half a character does not break the archive', () => {
  const request = { text: '{}', isCut: false };
  const halved = { ...record, subject: 'a:\uD83D', server: { id: 'till', name: '\uDE00' } };
  expect(trafficHar([{ record: halved, messages: { request } }])).toContain(
    'mcp://%EF%BF%BD/tools/call/a%3A%EF%BF%BD',
  );
});
