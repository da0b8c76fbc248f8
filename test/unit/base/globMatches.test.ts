import { expect, test } from 'vitest';
import { globMatches } from '../../../src/base/globMatches';

test.each([
  ['echo', 'echo', true],
  ['echo', 'Echo', false],
  ['echo', 'echoes', false],
  ['ech', 'echo', false],
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['**', 'x', true],
  ['get_*', 'get_issue', true],
  ['get_*', 'get_', true],
  ['get_*', 'forget_it', false],
  ['*_issue', 'get_issue', true],
  ['*_issue', 'get_issues', false],
  ['*ab*ab', 'abab', true],
  ['*ab*ab', 'ab', false],
  ['*aab', 'aaab', true],
  ['a*b*c', 'a1b2b3c', true],
  ['?', 'a', true],
  ['?', '', false],
  ['?', '🙂', true],
  ['??', '🙂', false],
  ['*??', '🙂', false],
  ['*?🙂', 'a🙂🙂', true],
  ['gr?p', 'grep', true],
  ['*?', '', false],
  ['*?b', 'ab', true],
  ['a.c', 'abc', false],
  ['[ab]', 'a', false],
  ['(a+)+$', '(a+)+$', true],
])('%j and %j: %s', (glob, name, fits) => {
  expect(globMatches(glob, name)).toBe(fits);
});

test('a glob that almost fits a long name takes no more steps than their lengths multiplied', () => {
  const name = 'a'.repeat(200_000);
  // A matcher that goes back to every star would need steps without end here.
  expect(globMatches(`${'*a'.repeat(20)}*b`, name)).toBe(false);
});
