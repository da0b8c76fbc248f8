import { expect, test } from 'vitest';
import { placeAfter, tabStop } from '../../../../src/webview/shared/rowSteps';

test.each<[key: string, at: number, next: number | undefined]>([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowRight', 0, undefined],
  ['Enter', 0, undefined],
])('%s leads from row %i of three to %s', (key, at, next) => {
  expect(placeAfter(key, at, 3)).toBe(next);
});

test('a list has one stop of the Tab key, also where its row is gone', () => {
  expect(tabStop(['a', 'b'], 'b')).toBe('b');
  expect(tabStop(['a', 'b'], 'c')).toBe('a');
  expect(tabStop(['a', 'b'], undefined)).toBe('a');
  expect(tabStop([], 'a')).toBeUndefined();
});
