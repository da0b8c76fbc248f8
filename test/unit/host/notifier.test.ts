import { expect, test, vi } from 'vitest';
import type { LogEntry } from '../../../src/ipc/contract';
import { LogNotifier } from '../../../src/host/notifier';

const line = (id: string, text: string): LogEntry => ({ id, time: 1, level: 'info', text });

/** A notifier whose client was sent one line and reads no other until a `taken` is called. */
async function blockedNotifier() {
  const told: LogEntry[][] = [];
  const taken: (() => void)[] = [];
  const notifier = new LogNotifier((entries) => {
    told.push(entries);
    return new Promise((resolve) => taken.push(resolve));
  });
  notifier.add(line('a', 'first'));
  await vi.waitFor(() => expect(told).toHaveLength(1));
  return { notifier, told, taken };
}

test('what waits for a client that does not read is bounded, and a note says what is missing', async () => {
  const { notifier, told, taken } = await blockedNotifier();
  const text = 'x'.repeat(900);
  for (let count = 0; count < 10_000; count++) notifier.add(line('a', text));
  notifier.add(line('b', text));
  expect(told).toHaveLength(1);
  taken.shift()?.();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  const lines = told[1]?.filter(({ reason }) => !reason) ?? [];
  expect(lines).toHaveLength(4_000);
  const notes = told[1]?.filter(({ reason }) => reason).map(({ id, reason }) => [id, reason]);
  expect(notes).toEqual([
    ['a', { code: 'logLinesLeftOut', args: { count: 6_000 } }],
    ['b', { code: 'logLinesLeftOut', args: { count: 1 } }],
  ]);
  notifier.add(line('a', 'last'));
  taken.shift()?.();
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told[2]).toEqual([line('a', 'last')]);
  notifier.dispose();
});

test('what reasons say counts as well', async () => {
  const { notifier, told, taken } = await blockedNotifier();
  const cause = { code: 'exited', args: { output: ['x'.repeat(1_000_000)] } };
  const reason = { code: 'crashLoop', args: { count: 5 }, cause };
  for (let count = 0; count < 5; count++) notifier.add({ ...line('a', ''), reason });
  taken.shift()?.();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]?.map((entry) => entry.reason?.code)).toEqual([
    'crashLoop',
    'crashLoop',
    'crashLoop',
    'logLinesLeftOut',
  ]);
  notifier.dispose();
});
