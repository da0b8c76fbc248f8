import { expect, test } from 'vitest';
import type { TrafficRecord } from '../../../../src/ipc/traffic';
import { waterfallOf } from '../../../../src/ui/traffic/waterfall';

const began = Date.UTC(2026, 0, 2);

function record(number: number, at: number, more: Partial<TrafficRecord> = {}): TrafficRecord {
  return {
    number,
    server: { id: 'till', name: 'till' },
    time: began + at,
    from: 'client',
    method: 'tools/call',
    outcome: 'ok',
    size: 2,
    took: 10,
    ...more,
  };
}

test('requests are in the order of their beginning, each followed by those that it caused', () => {
  const { rows } = waterfallOf(
    [
      record(1, 0, { took: 100 }),
      record(2, 20, { took: 30 }),
      record(3, 5, { from: 'server', method: 'elicitation/create', cause: 1, took: 80 }),
      record(4, 6, { from: 'server', method: 'notifications/message', outcome: 'notification' }),
      record(5, 120, { cause: 99 }),
    ],
    began + 500,
  );
  expect(rows.map(({ record: { number }, depth, start }) => [number, depth, start])).toEqual([
    [1, 0, 0],
    [3, 1, 5],
    [2, 0, 20],
    [5, 0, 120],
  ]);
  expect(rows[1]?.cause?.number).toBe(1);
});

test('an open request lasts until now', () => {
  const open = record(1, 0, { outcome: 'open', took: undefined });
  expect(waterfallOf([open], began + 250)).toMatchObject({ span: 250, rows: [{ took: 250 }] });
});

test.each([
  [1, [0, 0.5, 1]],
  [87, [0, 50]],
  [100, [0, 50, 100]],
  [370, [0, 100, 200, 300]],
  [12_000, [0, 5_000, 10_000]],
])('the axis of %s ms is labelled at few round times', (took, ticks) => {
  expect(waterfallOf([record(1, 0, { took })], began).ticks).toEqual(ticks);
});

test('nothing makes an empty axis, and a circle ends', () => {
  expect(waterfallOf([], began).rows).toEqual([]);
  const circle = [record(1, 0, { cause: 2 }), record(2, 0, { cause: 1 }), record(3, 0)];
  expect(waterfallOf(circle, began).rows.length).toBeGreaterThanOrEqual(1);
});
