import { expect, test } from 'vitest';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { lastGood } from '../../../../src/ui/window/lastGood';

const source = {
  id: 'user',
  file: '/home/ann/mcp.json',
  dialect: 'vscode' as const,
  level: 0,
  readByEditor: true,
};
const whole = parseConfig('{"servers": {"a": {"command": "a"}, "b": {"command": "b"}}}', source);
const halfTyped = parseConfig('{"servers": {"a": {"command": "a"}, "b": {"comm', source);

test('a half-typed file keeps its definitions and shows its new problems', () => {
  const kept = lastGood(whole, halfTyped);
  expect(kept.definitions.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(kept.problems).toEqual(halfTyped.problems);
  expect(kept.problems.length).toBeGreaterThan(0);
});

test('a whole file counts as it is, and so does the first text of all', () => {
  const fewer = parseConfig('{"servers": {"a": {"command": "a"}}}', source);
  expect(lastGood(whole, fewer)).toBe(fewer);
  expect(lastGood(undefined, halfTyped)).toBe(halfTyped);
});
