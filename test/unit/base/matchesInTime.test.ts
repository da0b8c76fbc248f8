import { expect, test } from 'vitest';
import { matchesInTime } from '../../../src/base/matchesInTime';

test('tells whether a text fits', () => {
  expect(matchesInTime('^[a-z]+$', 'till', 1_000)).toBe(true);
  expect(matchesInTime('^[a-z]+$', 'Till', 1_000)).toBe(false);
});

test('what is no expression, or takes for ever, says nothing', () => {
  expect(matchesInTime('(', 'till', 1_000)).toBeUndefined();
  const begun = performance.now();
  expect(matchesInTime('^(a+)+$', `${'a'.repeat(60)}!`, 50)).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(5_000);
});
