import { expect, test } from 'vitest';
import { canonicalJson, parsedJson } from '../../../src/base/json';

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
