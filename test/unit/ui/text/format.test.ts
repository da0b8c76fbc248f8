import { expect, test } from 'vitest';
import { format } from '../../../../src/ui/text/format';

test('fills places, joins lists and picks words by number', () => {
  expect(format('{name}: {list}', { name: 'a', list: ['x', 'y'] })).toBe('a: x, y');
  expect(format('{n} {n|tool|tools}', { n: 1 })).toBe('1 tool');
  expect(format('{n} {n|tool|tools}', { n: 0 })).toBe('0 tools');
});

test('leaves out a part whose argument is missing or empty', () => {
  const template = 'ended[ with {exit}][ by {signal}][ ({list})].';
  expect(format(template, { exit: 0 })).toBe('ended with 0.');
  expect(format(template, { signal: 'SIGKILL', list: [] })).toBe('ended by SIGKILL.');
});

test('never reads an argument as a template', () => {
  expect(format('[{a}] {b}', { a: '[{b}]', b: '{a}' })).toBe('[{b}] {a}');
});

test('shows a place that nothing fills', () => {
  expect(format('{what}?')).toBe('{what}?');
});
