import { expect, test } from 'vitest';
import { runWithTimeout } from '../../../src/base/runWithTimeout';

test('gives what the work gives', () => {
  expect(runWithTimeout(1_000, () => 3)).toEqual({ value: 3 });
  expect(runWithTimeout(1_000, () => undefined)).toEqual({ value: undefined });
});

test('throws what the work throws', () => {
  const error = new RangeError('x');
  expect(() =>
    runWithTimeout(1_000, () => {
      throw error;
    }),
  ).toThrow(error);
});

test.each([
  ['a loop', () => loop()],
  ['an expression', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)],
])('breaks off %s that takes for ever, and goes on after it', (_name, work) => {
  expect(runWithTimeout(50, work)).toBeUndefined();
  expect(runWithTimeout(1_000, () => 'next')).toEqual({ value: 'next' });
});

function loop(): never {
  for (;;);
}
