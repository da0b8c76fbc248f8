import { expect, test } from 'vitest';
import { allowed, receiveBigResult } from '../support/bigResults';
import { bigResultCosts, wellWithin } from '../support/bigResultCosts';

const bytes = 100_000_000;

test('a window stays responsive while 100 MB come to it or pass it by', async () => {
  const result = await receiveBigResult(bytes);
  expect(result.received).toBe(bytes);
  expect(result.beside).toBeLessThan(allowed(result));
  // A model is given the ends of it.
  expect(result.calling.got).toBe(1_000_000);
  expect(result.calling.stood).toBeLessThan(allowed(result));
  expect(result.reading.got).toBe(bytes);
  expect(result.reading.stood).toBeLessThan(allowed(result));
});

test('100 MB cost little more than a line of that size costs everybody', async () => {
  for (const { name, floor, ours } of await bigResultCosts(bytes, 3)) {
    expect(ours.received, name).toBe(bytes);
    expect(ours.time, `${name}, time`).toBeLessThan(wellWithin * floor.time);
    // Megabytes; where the floor's own were collected meanwhile, those of the text count.
    const memory = Math.max(floor.memory, (2 * bytes) / 1_000_000);
    expect(ours.memory, `${name}, memory`).toBeLessThan(wellWithin * memory);
  }
});
