import { expect, test } from 'vitest';
import { canonicalJson, jsonSize } from '../../../src/base/json';

test.each([
  [null],
  ['grüße'],
  [1.5],
  [[]],
  [{}],
  [[1, 'a', [true, null]]],
  [{ content: [{ type: 'text', text: 'ok' }], isError: false }],
])('as much as JSON takes: %j', (value) => {
  expect(jsonSize(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
});

test('of a long array the first items stand for all', () => {
  const rows = Array.from({ length: 100_000 }, (_row, at) => ({ id: 100_000 + at, name: 'row' }));
  expect(jsonSize({ rows })).toBe(Buffer.byteLength(JSON.stringify({ rows })));
});

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
    canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
  );
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});
