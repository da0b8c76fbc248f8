import { expect } from 'vitest';
import type { SoakResult } from './soak';

/** Megabytes an hour by which live memory may grow, and what comes and goes with the moment. */
const growth = { perHour: 20, anyway: 10 };
/** Megabytes: what the heap keeps of the largest results and floods; it levels off far below. */
const mostResident = 600;
/** Descriptors and timers that come and go with the moment. */
const passing = 8;
/** Milliseconds: the limit of a call and a start that it waits for. */
const longestCall = 90_000;

/** What must hold at the end of every soak. */
export function expectSoak(result: SoakResult): void {
  const { gauge, before, after } = result;
  const { tally } = result.turmoil;
  expect(result.notRunning).toEqual([]);
  expect(result.sameHost).toBe(true);
  expect(result.log).toBe('');
  expect(result.strays).toEqual([]);
  expect(result.left).toEqual({ processes: [], ledgers: [] });
  expect(tally.longest).toBeLessThan(longestCall);
  expect([...tally.failures.keys()]).not.toContain('unexpected');
  const grown = gauge.slope(({ live }) => live) * gauge.hours;
  expect(grown).toBeLessThan(growth.anyway + growth.perHour * gauge.hours);
  expect(after.resident).toBeLessThan(mostResident);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + passing);
  for (const [kind, count] of Object.entries(after.resources)) {
    expect(count, kind).toBeLessThanOrEqual((before.resources[kind] ?? 0) + passing);
  }
}
