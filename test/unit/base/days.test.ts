import { expect, test } from 'vitest';
import { dayOf, dayStart, lastDays } from '../../../src/base/days';

const noon = new Date(2026, 10, 5, 12).getTime();

test('a day is a local date, with texts in the order of time', () => {
  expect(dayOf(noon)).toBe('2026-11-05');
  expect(dayOf(new Date(2026, 0, 1).getTime())).toBe('2026-01-01');
  expect(dayOf(new Date(2026, 0, 1).getTime() - 1)).toBe('2025-12-31');
});

test('a day ends where the next begins', () => {
  expect(dayOf(dayStart(noon))).toBe('2026-11-05');
  expect(dayOf(dayStart(noon, 1) - 1)).toBe('2026-11-05');
  expect(dayOf(dayStart(noon, 1))).toBe('2026-11-06');
});

test('the last days, each once, also where clocks change', () => {
  expect(lastDays(noon, 3)).toEqual(['2026-11-03', '2026-11-04', '2026-11-05']);
  const days = lastDays(noon, 366);
  expect(new Set(days).size).toBe(366);
  expect(days).toEqual(days.toSorted());
});
