import { expect, test, vi } from 'vitest';
import { TurnBatch } from '../../../src/host/turnBatch';

interface State {
  readonly id: string;
  readonly value: number;
}

/** A batch whose messages are taken only when the test says so. */
function slowBatch() {
  const told: State[][] = [];
  const taken: (() => void)[] = [];
  const batch = new TurnBatch<State>(
    ({ id }) => id,
    (items) => {
      told.push(items);
      return new Promise((resolve) => taken.push(resolve));
    },
  );
  return { batch, told, take: () => taken.shift()?.() };
}

test('one turn makes one message with the last of each key', async () => {
  const { batch, told } = slowBatch();
  batch.add({ id: 'a', value: 1 });
  batch.add({ id: 'b', value: 1 });
  batch.add({ id: 'a', value: 2 });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toEqual([
    { id: 'a', value: 2 },
    { id: 'b', value: 1 },
  ]);
  batch.dispose();
});

test('while a message is not taken no other follows, and then the latest does', async () => {
  const { batch, told, take } = slowBatch();
  batch.add({ id: 'a', value: 0 });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  for (let value = 1; value <= 1_000; value++) {
    batch.add({ id: 'a', value });
    if (value % 100 === 0) await new Promise(setImmediate);
  }
  expect(told).toHaveLength(1);
  take();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual([{ id: 'a', value: 1_000 }]);
  batch.dispose();
});

test('a flush does not wait for what is on its way, and nothing follows a disposal', async () => {
  const { batch, told, take } = slowBatch();
  batch.add({ id: 'a', value: 1 });
  batch.flush();
  batch.add({ id: 'a', value: 2 });
  batch.flush();
  expect(told).toHaveLength(2);
  batch.add({ id: 'a', value: 3 });
  batch.dispose();
  take();
  take();
  await new Promise(setImmediate);
  expect(told).toHaveLength(2);
});
