import { expect, test } from 'vitest';
import { pinModeOf } from '../../../../src/config/settings/toolPolicy';

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
