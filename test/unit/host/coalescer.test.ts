import { expect, test, vi } from 'vitest';
import { Coalescer } from '../../../src/host/coalescer';

interface State {
  readonly id: string;
  readonly value: number;
}

/** A coalescer whose messages are taken only when the test says so. */
function slowCoalescer() {
  const told: State[][] = [];
  const taken: (() => void)[] = [];
  const coalescer = new Coalescer<State>(
    ({ id }) => id,
    (items) => {
      told.push(items);
      return new Promise((resolve) => taken.push(resolve));
    },
  );
  return { coalescer, told, take: () => taken.shift()?.() };
}

test('one turn makes one message with the last of each key', async () => {
  const { coalescer, told } = slowCoalescer();
  coalescer.add({ id: 'a', value: 1 });
  coalescer.add({ id: 'b', value: 1 });
  coalescer.add({ id: 'a', value: 2 });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toEqual([
    { id: 'a', value: 2 },
    { id: 'b', value: 1 },
  ]);
  coalescer.dispose();
});

test('while a message is not taken no other follows, and then the latest does', async () => {
  const { coalescer, told, take } = slowCoalescer();
  coalescer.add({ id: 'a', value: 0 });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  for (let value = 1; value <= 1_000; value++) {
    coalescer.add({ id: 'a', value });
    if (value % 100 === 0) await new Promise(setImmediate);
  }
  expect(told).toHaveLength(1);
  take();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual([{ id: 'a', value: 1_000 }]);
  coalescer.dispose();
});

test('a flush does not wait for what is on its way, and nothing follows a disposal', async () => {
  const { coalescer, told, take } = slowCoalescer();
  coalescer.add({ id: 'a', value: 1 });
  coalescer.flush();
  coalescer.add({ id: 'a', value: 2 });
  coalescer.flush();
  expect(told).toHaveLength(2);
  coalescer.add({ id: 'a', value: 3 });
  coalescer.dispose();
  take();
  take();
  await new Promise(setImmediate);
  expect(told).toHaveLength(2);
});

test('messages keep their pause, and the last item arrives', async () => {
  vi.useFakeTimers();
  try {
    const told: State[] = [];
    const coalescer = new Coalescer<State>(
      ({ id }) => id,
      async (items) => void told.push(...items),
      30,
    );
    for (let value = 1; value <= 200; value++) {
      coalescer.add({ id: 'a', value });
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(30);
    expect(told.length).toBeGreaterThan(3);
    expect(told.length).toBeLessThan(10);
    expect(told.at(-1)).toEqual({ id: 'a', value: 200 });
    coalescer.dispose();
  } finally {
    vi.useRealTimers();
  }
});
