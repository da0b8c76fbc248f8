import { expect, test, vi } from 'vitest';
import { DelayedWriter } from '../../../src/base/delayedWriter';

test('changes of a while are written once', async () => {
  vi.useFakeTimers();
  try {
    const write = vi.fn(() => Promise.resolve());
    const writer = new DelayedWriter(1_000, write);
    writer.schedule();
    writer.schedule();
    await vi.advanceTimersByTimeAsync(999);
    expect(write).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(write).toHaveBeenCalledOnce();
    writer.schedule();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

test('flush writes only what is scheduled, after the write that is under way, and outlives a refusal', async () => {
  const order: string[] = [];
  let finish = (): void => undefined;
  const writer = new DelayedWriter(60_000, async () => {
    order.push('begins');
    await new Promise<void>((resolve) => (finish = resolve));
    order.push('ends');
    throw new Error('disk full');
  });
  await writer.flush();
  expect(order).toEqual([]);
  writer.schedule();
  const first = writer.flush();
  await vi.waitFor(() => expect(order).toEqual(['begins']));
  writer.schedule();
  const second = writer.flush();
  finish();
  await first;
  await vi.waitFor(() => expect(order).toEqual(['begins', 'ends', 'begins']));
  finish();
  await second;
  expect(order).toEqual(['begins', 'ends', 'begins', 'ends']);
});

test('a write that failed is tried again by the next flush', async () => {
  const write = vi.fn<() => Promise<void>>();
  write.mockRejectedValueOnce(new Error('disk full')).mockResolvedValue();
  const writer = new DelayedWriter(60_000, write);
  writer.schedule();
  await writer.flush();
  await writer.flush();
  await writer.flush();
  expect(write).toHaveBeenCalledTimes(2);
});
