import { expect } from 'vitest';
import { allowed, receiveBigResult, resourceShare } from './bigResults';
import { bigResultCosts, wellWithin } from './bigResultCosts';

/** A result of so many bytes leaves the window responsive, whether it comes to it or passes it by. */
export async function expectResponsiveWindow(bytes: number): Promise<void> {
  const result = await receiveBigResult(bytes);
  expect(result.received).toBe(bytes);
  expect(result.beside).toBeLessThan(allowed(result));
  // A model is given the ends of it.
  expect(result.calling.got).toBeGreaterThanOrEqual(1_000_000);
  expect(result.calling.got).toBeLessThan(1_001_000);
  expect(result.calling.stood).toBeLessThan(allowed(result));
  expect(result.reading.got).toBe(bytes * resourceShare);
  expect(result.reading.stood).toBeLessThan(allowed(result));
}

/** A result of so many bytes costs little more than a line of that size costs everybody. */
export async function expectLittleCost(bytes: number, rounds: number): Promise<void> {
  for (const { name, raw, ours } of await bigResultCosts(bytes, rounds)) {
    expect(ours.received, name).toBe(bytes);
    expect(ours.time, `${name}, time`).toBeLessThan(wellWithin * raw.time);
    // Megabytes; where the floor's own were collected meanwhile, those of the text count.
    const memory = Math.max(raw.memory, (2 * bytes) / 1_000_000);
    expect(ours.memory, `${name}, memory`).toBeLessThan(wellWithin * memory);
  }
}
