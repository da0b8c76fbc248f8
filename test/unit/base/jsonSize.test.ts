import { expect, test } from 'vitest';
import { jsonSize } from '../../../src/base/jsonSize';

test.each([
  [null],
  ['grüße'],
  [1.5],
  [[]],
  [{}],
  [[1, 'a', [true, null]]],
  [{ content: [{ type: 'text', text: 'ok' }], isError: false }],
])('the size of a result is as much as JSON takes: %j', (value) => {
  expect(jsonSize(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
});

test('of a long array the first items stand for all', () => {
  const rows = Array.from({ length: 100_000 }, (_row, at) => ({ id: 100_000 + at, name: 'row' }));
  expect(jsonSize({ rows })).toBe(Buffer.byteLength(JSON.stringify({ rows })));
});

test('of a long text the beginning stands for all', () => {
  for (const line of ['One line of a log.\n', '一行日志。\n', 'größer als zuvor\n']) {
    const text = line.repeat(10_000);
    const share =
      jsonSize({ text }) / Buffer.byteLength(JSON.stringify({ text }).replaceAll('\\n', '\n'));
    expect(share).toBeCloseTo(1, 2);
  }
});
