import { expect, test } from 'vitest';
import { Sequencer } from '../../../src/base/sequencer';

test('a sequencer runs one after another, past a failure', async () => {
  const sequencer = new Sequencer();
  const order: string[] = [];
  const failing = sequencer.run(async () => {
    order.push('first');
    throw new Error('first fails');
  });
  const second = sequencer.run(async () => order.push('second'));
  await expect(failing).rejects.toThrow('first fails');
  await second;
  expect(order).toEqual(['first', 'second']);
});
