import { expect, test } from 'vitest';
import { Queue } from '../../../src/base/queue';

test('it gives its items in their order, however they come and go', () => {
  const queue = new Queue<number>();
  const plain: number[] = [];
  for (let step = 0; step < 1_000; step++) {
    if (step % 3 === 2 || step > 800) expect(queue.shift()).toBe(plain.shift());
    else {
      queue.push(step);
      plain.push(step);
    }
    expect(queue.length).toBe(plain.length);
    if (step % 100 === 0) expect(queue.toArray()).toEqual(plain);
  }
  while (plain.length > 0) expect(queue.shift()).toBe(plain.shift());
  expect([queue.shift(), queue.length, queue.toArray()]).toEqual([undefined, 0, []]);
});
