import { test } from 'vitest';
import { expectLittleCost, expectResponsiveWindow } from '../support/bigResults';

const bytes = 20_000_000;

test('a window stays responsive while 20 MB come to it or pass it by', () =>
  expectResponsiveWindow(bytes));

test(
  '20 MB cost little more than a line of that size costs everybody',
  () => expectLittleCost(bytes, 2),
  90_000,
);
