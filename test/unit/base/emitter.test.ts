import { expect, test } from 'vitest';
import { Emitter } from '../../../src/base/emitter';

test('an emitter tells each subscription, also of the same function, until it ends', () => {
  const emitter = new Emitter<number>();
  const seen: number[] = [];
  const listener = (value: number): number => seen.push(value);
  const first = emitter.event(listener);
  emitter.event(listener);
  emitter.fire(1);
  first.dispose();
  emitter.fire(2);
  expect(seen).toEqual([1, 1, 2]);
});
