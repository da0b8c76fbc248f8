import { expect, test } from 'vitest';
import { readEvents } from '../../../../src/connection/http/events';

test.each([
  ['0', 100],
  ['500', 500],
  ['2147483648', 3_600_000],
  ['9'.repeat(400), 3_600_000],
])('a pause of %s is %i milliseconds', async (wanted, told) => {
  const pauses: number[] = [];
  await readEvents([Buffer.from(`retry: ${wanted}\n\n`)], {
    event: () => undefined,
    retry: (milliseconds) => pauses.push(milliseconds),
  });
  expect(pauses).toEqual([told]);
});
