import { expect, test } from 'vitest';
import { pinModeOf, toolBudgetOf } from '../../../../src/config/settings/toolPolicy';

test.each([
  [undefined, undefined, 'changed'],
  ['off', undefined, 'off'],
  ['off', 'strict', 'strict'],
  ['off', 'changed', 'changed'],
  ['strict', 'off', 'strict'],
  ['strict', 'changed', 'strict'],
  [undefined, 'off', 'changed'],
  ['nonsense', 7, 'changed'],
])('the person says %s, the workspace %s: %s', (user, workspace, mode) => {
  expect(pinModeOf(user, workspace)).toBe(mode);
});

test.each([
  [undefined, undefined, 20],
  [5, undefined, 5],
  [0, undefined, 0],
  [5, 3, 3],
  [5, 9, 5],
  [5, 0, 5],
  [0, 9, 9],
  [undefined, 0, 20],
  [undefined, 9, 9],
  [-1, 'x', 20],
])('of %j and the %j of a workspace %j counts', (user, workspace, wanted) => {
  expect(toolBudgetOf(user, workspace, 20)).toBe(wanted);
});
