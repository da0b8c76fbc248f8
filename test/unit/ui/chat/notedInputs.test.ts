import { expect, test } from 'vitest';
import { NotedInputs } from '../../../../src/ui/chat/notedInputs';

const call = { server: 'till', tool: 'pay', arguments: { amount: 3 } };

test('what was noted counts for one call with this very input', () => {
  const inputs = new NotedInputs<string>();
  inputs.note(call, 'first');
  inputs.note(structuredClone(call), 'second');
  expect(inputs.take({ ...call, arguments: { amount: 4 } })).toBeUndefined();
  const { arguments: given, ...others } = call;
  const taken = [0, 1, 2].map(() => inputs.take({ arguments: given, ...others }));
  expect(taken).toEqual(['first', 'second', undefined]);
});

test('it can be forgotten, or taken back', () => {
  const inputs = new NotedInputs<string>();
  inputs.note(call, 'first');
  inputs.forget(call);
  const second = inputs.note(call, 'second');
  inputs.note(call, 'third');
  second.dispose();
  expect([inputs.take(call), inputs.take(call)]).toEqual(['third', undefined]);
});

test('only so many wait for their calls', () => {
  const inputs = new NotedInputs<boolean>();
  for (let at = 0; at <= 100; at++) inputs.note({ at }, true);
  expect([inputs.take({ at: 0 }), inputs.take({ at: 1 })]).toEqual([undefined, true]);
});
