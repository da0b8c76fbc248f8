import { expect, test } from 'vitest';
import { callArguments } from '../../../../src/ui/chat/callArguments';

test.each([
  [undefined, {}],
  [null, {}],
  [[], {}],
  [{ a: 1 }, { a: 1 }],
  ['{"a": {"b": 1}}', { a: { b: 1 } }],
  ['{"a": 12345678901234567890}', undefined],
  ['[1]', undefined],
  ['a', undefined],
  ['', undefined],
  [[{ a: 1 }], undefined],
  [7, undefined],
])('%j means %j', (given, wanted) => {
  expect(callArguments(given)).toEqual(wanted);
});
