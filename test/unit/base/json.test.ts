import { expect, test } from 'vitest';
import {
  canonicalJson,
  inexactNumber,
  mayBeRounded,
  parsedJson,
  withoutValues,
} from '../../../src/base/json';

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
    canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
  );
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['{"a":', undefined],
  ['', undefined],
])('the value of %j', (text, value) => {
  expect(parsedJson(text)).toEqual(value);
});

test.each([
  ['{"a":9007199254740993}', '9007199254740993'],
  ['[1, -90071992547409931 ]', '-90071992547409931'],
  ['[1e400]', '1e400'],
  // A double holds this one, but is written as 36028797018963970.
  ['[36028797018963968]', '36028797018963968'],
  ['[9007199254740992, 12345678901234567000, -0, 1E5, 1e300, 0.12345678901234567890]', undefined],
  ['{"9007199254740993":"9007199254740993 \\" 9007199254740993"}', undefined],
])('the number of %j that cannot be held', (json, number) => {
  expect(inexactNumber(json)).toBe(number);
});

test.each([
  ['{"ids": [{"id": 9007199254740993}]}', true],
  ['-12345678901234567890', true],
  ['[9007199254740991, 0.10000000000000000055, "9007199254740993", null]', false],
])('a value may be rounded where a number of its JSON is beyond 2^53: %s', (json, is) => {
  expect(mayBeRounded(JSON.parse(json))).toBe(is);
});

test('values are left out with the lists that hold one of them', () => {
  const value = { a: 1, b: { c: 'x', d: ['x', 2] }, e: [{ f: 'x' }, 'y'], g: null };
  const left = { a: 1, b: {}, e: [{}, 'y'], g: null };
  expect(withoutValues(value, (one) => one === 'x')).toEqual(left);
  expect(withoutValues(value, (_, key) => key === 'c')).toEqual({ ...value, b: { d: ['x', 2] } });
  expect(withoutValues('x', (one) => one === 'x')).toBeUndefined();
});
