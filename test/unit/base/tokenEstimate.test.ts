import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/base/tokenEstimate';

const table = Array.from(
  { length: 300 },
  (_row, at) => `${at},2026-01-${10 + (at % 20)},open,${at * 7.31}`,
);

test.each([
  ['prose', readFileSync('docs/tools.md', 'utf8')],
  ['JSON', readFileSync('package.json', 'utf8')],
  ['code', readFileSync('src/servers/figures.ts', 'utf8')],
  ['Chinese', Object.values(JSON.parse(readFileSync('package.nls.zh-cn.json', 'utf8'))).join('\n')],
  ['a table', table.join('\n')],
  [
    'numbers and identifiers',
    JSON.stringify(
      Array.from({ length: 99 }, (_n, at) => ({
        id: `a${at * 7_919}-f${at}`,
        value: Math.sin(at),
      })),
    ),
  ],
])('%s is within a quarter of what the tokenizer counts', (_kind, text) => {
  const share = estimateTokens([text]) / countTokens(text);
  expect(share).toBeGreaterThan(0.75);
  expect(share).toBeLessThan(1.25);
});

test('the sample stands for the rest, however long', () => {
  const line = 'One line of a log that goes on and on.\n';
  const [some, many] = [50, 50_000].map((count) => estimateTokens([line.repeat(count)]));
  expect((many ?? 0) / (some ?? 1)).toBeCloseTo(1_000, -1);
  expect(estimateTokens(Array<string>(500).fill(line))).toBeCloseTo((some ?? 0) * 10, -2);
  expect(estimateTokens(['one', 'more'])).toBe(estimateTokens(['one']) + estimateTokens(['more']));
  expect(estimateTokens([])).toBe(0);
  expect(estimateTokens([''])).toBe(0);
  expect(estimateTokens(['a'])).toBe(1);
});
