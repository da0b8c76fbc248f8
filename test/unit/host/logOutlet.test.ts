import { expect, test, vi } from 'vitest';
import type { LogEntry } from '../../../src/ipc/requests';
import { LogOutlet } from '../../../src/host/logOutlet';

const line = (id: string, text: string): LogEntry => ({ id, time: 1, level: 'info', text });

/** An outlet whose client was told one line and reads no other until a `taken` is called. */
async function blockedOutlet() {
  const told: LogEntry[][] = [];
  const taken: (() => void)[] = [];
  const outlet = new LogOutlet((entries) => {
    told.push(entries);
    return new Promise((resolve) => taken.push(resolve));
  });
  outlet.add(line('a', 'first'));
  await vi.waitFor(() => expect(told).toHaveLength(1));
  return { outlet, told, taken };
}

test('what waits for a client that does not read is bounded, and a note says what is missing', async () => {
  const { outlet, told, taken } = await blockedOutlet();
  const text = 'x'.repeat(900);
  for (let count = 0; count < 10_000; count++) outlet.add(line('a', text));
  outlet.add(line('b', text));
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
  outlet.add(line('a', 'last'));
  taken.shift()?.();
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told[2]).toEqual([line('a', 'last')]);
  outlet.dispose();
});

test('what reasons say counts as well', async () => {
  const { outlet, told, taken } = await blockedOutlet();
  const cause = { code: 'exited', args: { output: ['x'.repeat(1_000_000)] } };
  const reason = { code: 'crashLoop', args: { count: 5 }, cause };
  for (let count = 0; count < 5; count++) outlet.add({ ...line('a', ''), reason });
  taken.shift()?.();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]?.map((entry) => entry.reason?.code)).toEqual([
    'crashLoop',
    'crashLoop',
    'crashLoop',
    'logLinesLeftOut',
  ]);
  outlet.dispose();
});
