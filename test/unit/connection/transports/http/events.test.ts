import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readEvents } from '../../../../../src/connection/transports/http/events';
import { processorTime } from '../../../../support/processorTime';

test.each([
  ['0', 100],
  ['500', 500],
  ['2147483648', 3_600_000],
  ['9'.repeat(400), 3_600_000],
])('a pause of %s is %i milliseconds', async (wanted, told) => {
  const pauses: number[] = [];
  await readEvents(
    { body: Readable.from([Buffer.from(`retry: ${wanted}\n\n`)]) },
    {
      event: () => true,
      retry: (milliseconds) => pauses.push(milliseconds),
    },
  );
  expect(pauses).toEqual([told]);
});

test.each([
  [['data: a\r\r'], ['a']],
  [['data: a\r', '\ndata: b\r\n', '\r\n'], ['a\nb']],
  [
    ['data: a\r', '', '\n\r', '\ndata: b\n\n'],
    ['a', 'b'],
  ],
])('every kind of line end ends a line, as soon as it is there: %j', async (pieces, wanted) => {
  const told: string[] = [];
  const body = pieces.map((piece) => Buffer.from(piece));
  await readEvents({ body: Readable.from(body) }, { event: ({ data }) => told.push(data) > 0 });
  expect(told).toEqual(wanted);
});

test('lines of two kinds of ends take time in proportion to them', async () => {
  const taken = processorTime();
  await readEvents(
    { body: Readable.from([Buffer.from(`${'\n'.repeat(1_000_000)}\r`)]) },
    { event: () => true },
  );
  // Milliseconds; where each line looks for the end of the last one it is half a minute.
  expect(taken()).toBeLessThan(3_000);
});

test('many events are no long one, also where the empty line after each comes by itself', async () => {
  const event = Buffer.from(`data: ${'x'.repeat(16_000_000)}\n`);
  const body = Array.from({ length: 8 }, () => [event, Buffer.from('\n')]).flat();
  let told = 0;
  await readEvents({ body: Readable.from(body) }, { event: () => (told += 1) > 0 });
  expect(told).toBe(8);
});

test('an event of megabytes is put together from parts that split its characters', async () => {
  const text = '🚂'.repeat(600_000);
  const bytes = Buffer.from(`\uFEFFdata: ${text}\n\ndata: next\n\n`);
  const parts = Array.from({ length: Math.ceil(bytes.length / 65_537) }, (_, at) =>
    bytes.subarray(at * 65_537, (at + 1) * 65_537),
  );
  const told: string[] = [];
  await readEvents({ body: Readable.from(parts) }, { event: ({ data }) => told.push(data) > 0 });
  expect(told.map((data) => data === text || data)).toEqual([true, 'next']);
});
