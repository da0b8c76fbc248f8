import { expect, test } from 'vitest';
import { readOptions, UsageError } from '../../../src/terminal/options';

test('a set is of a window, so it goes with no files', () => {
  expect(readOptions(['connect', '--set', 'daily'])).toMatchObject({ set: 'daily' });
  expect(readOptions(['connect', '--config', 'mcp.json'])).toMatchObject({ configs: ['mcp.json'] });
  const both = ['connect', '--set', 'daily', '--config', 'mcp.json'];
  expect(() => readOptions(both)).toThrow(UsageError);
});
