import { expect, test } from 'vitest';
import { AskedInputs } from '../../../src/vscode/askedInputs';

test('a call counts as asked about where its very input was, the last time', () => {
  const inputs = new AskedInputs();
  const call = { server: 'till', tool: 'pay', arguments: { amount: 3 } };
  inputs.note(call, true);
  expect(inputs.has(structuredClone(call))).toBe(true);
  expect(inputs.has({ ...call, arguments: { amount: 4 } })).toBe(false);
  inputs.note(call, false);
  expect(inputs.has(call)).toBe(false);
});

test('only so many wait for their calls', () => {
  const inputs = new AskedInputs();
  for (let at = 0; at <= 100; at++) inputs.note({ at }, true);
  expect([inputs.has({ at: 0 }), inputs.has({ at: 1 })]).toEqual([false, true]);
});
