import { expect, it } from 'vitest';
import { isAtOrBelow } from '../../../src/base/contains';

it.each([
  ['file:///a', 'file:///a', true],
  ['file:///a/b', 'file:///a', true],
  ['file:///a/b/c', 'file:///a/', true],
  ['file:///abc', 'file:///a', false],
  ['file:///a', 'file:///a/', false],
  ['file:///a', 'file:///a/b', false],
])('%s at or below %s: %s', (uri, whole, expected) => {
  expect(isAtOrBelow(uri, whole)).toBe(expected);
});
