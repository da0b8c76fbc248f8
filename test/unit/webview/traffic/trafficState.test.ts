import { expect, test } from 'vitest';
import type { TrafficRecord } from '../../../../src/ipc/traffic';
import type { FromTraffic } from '../../../../src/ui/traffic/trafficMessages';
import { TrafficState } from '../../../../src/webview/traffic/trafficState';

function state() {
  const sent: FromTraffic[] = [];
  const traffic = new TrafficState((message) => sent.push(message));
  const shows = (...records: TrafficRecord[]): void =>
    traffic.handle({ kind: 'traffic', records, all: true });
  /** Answers the latest request for messages. */
  const answers = (text?: string): void => {
    const asked = sent.findLast((message) => message.kind === 'messages');
    if (!asked) throw new Error('no messages were requested');
    const { number, time } = asked;
    const messages = text === undefined ? undefined : { request: { text, isCut: false } };
    traffic.handle({ kind: 'messages', number, time, messages });
  };
  return { traffic, sent, shows, answers };
}

function record(number: number, more: Partial<TrafficRecord> = {}): TrafficRecord {
  const server = { id: 'till', name: 'till' };
  const about = { from: 'client', method: 'tools/call', outcome: 'ok', size: 2 } as const;
  return { number, server, time: 1_000 + number, ...about, ...more };
}

test('a pinned record is shown whatever the list has, with the messages that the host has dropped', () => {
  const { traffic, shows, answers } = state();
  shows(record(1), record(2));
  traffic.pin(record(1));
  answers('one');
  shows(record(2));
  traffic.open(record(1));
  answers();
  expect(traffic.shown.value).toEqual(record(1));
  expect(traffic.messagesOf(record(1))?.request.text).toBe('one');
  traffic.open(record(2));
  answers();
  expect(traffic.messagesOf(record(2))).toBeNull();
});

test('a pinned record gets the response that comes later', () => {
  const { traffic, sent, shows } = state();
  shows(record(1, { outcome: 'open' }));
  traffic.pin(record(1, { outcome: 'open' }));
  const before = sent.length;
  traffic.handle({ kind: 'traffic', records: [record(1)], all: false });
  expect(traffic.pinned.value).toEqual([record(1)]);
  expect(sent.slice(before)).toEqual([
    { kind: 'messages', server: 'till', number: 1, time: record(1).time },
  ]);
});

test('a record that comes late stands where it belongs by its number', () => {
  const { traffic, shows } = state();
  shows(record(2), record(4));
  traffic.handle({ kind: 'traffic', records: [record(1), record(3), record(4)], all: false });
  expect(traffic.records.value.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('what a page has stored of its pins is pinned again, but not as a record of another host', () => {
  const first = state();
  first.traffic.pin(record(1));
  const { traffic, shows } = state();
  traffic.restorePins(JSON.parse(JSON.stringify(first.traffic.pinned.value)));
  expect(traffic.isPinned(record(1))).toBe(true);
  const other = record(1, { time: 9_000, method: 'ping' });
  shows(other);
  expect(traffic.isPinned(other)).toBe(false);
  expect(traffic.pinned.value).toEqual([record(1)]);
  traffic.restorePins('no list');
  expect(traffic.pinned.value).toEqual([record(1)]);
});

test('records are compared with a pinned one until it is unpinned', () => {
  const { traffic } = state();
  traffic.pin(record(1));
  traffic.compareWith(record(1));
  expect(traffic.compared.value).toEqual(record(1));
  traffic.unpin(record(1));
  expect(traffic.compared.value).toBeUndefined();
});

test('pins are bounded, and so are the messages of all that was looked at', () => {
  const { traffic, answers } = state();
  for (let number = 0; traffic.canPin; number++) {
    traffic.pin(record(number));
    answers(`pin ${number}`);
  }
  const pins = traffic.pinned.value.length;
  traffic.pin(record(500));
  expect(traffic.pinned.value).toHaveLength(pins);
  for (let number = 1_000; number < 1_100; number++) {
    traffic.open(record(number));
    answers(`one ${number}`);
  }
  expect(traffic.messagesOf(record(1_000))).toBeUndefined();
  expect(traffic.messagesOf(record(1_099))?.request.text).toBe('one 1099');
  expect(traffic.messagesOf(record(0))?.request.text).toBe('pin 0');
});
