import { test } from 'vitest';
import { expectLittleCost, expectResponsiveWindow } from '../support/bigResults';

const bytes = 100_000_000;

test('a window stays responsive while 100 MB come to it or pass it by', () =>
  expectResponsiveWindow(bytes));

test('100 MB cost little more than a line of that size costs everybody', () =>
  expectLittleCost(bytes, 3));
