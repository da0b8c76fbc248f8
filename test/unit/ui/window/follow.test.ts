import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from '../../../../src/ui/window/follow';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst of changes is read and shown once', () => {
  const count = signal(0);
  const read = vi.fn(() => count.value);
  const show = vi.fn();
  const following = follow(read, show);
  vi.advanceTimersByTime(100);
  expect(show.mock.calls).toEqual([[0]]);
  for (let n = 1; n <= 100; n++) count.value = n;
  expect(read).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(100);
  expect(read).toHaveBeenCalledTimes(2);
  expect(show.mock.calls).toEqual([[0], [100]]);
  following.dispose();
});

test('a stream of changes is shown with a rest, and the first after it at once', () => {
  const count = signal(0);
  const shown: number[] = [];
  const following = follow(
    () => count.value,
    () => shown.push(Math.round(performance.now() - begun)),
    300,
  );
  const begun = performance.now();
  for (let n = 0; n < 100; n++) {
    vi.advanceTimersByTime(10);
    count.value += 1;
  }
  expect(shown).toEqual([40, 340, 640, 940]);
  vi.advanceTimersByTime(2_000);
  expect(shown).toHaveLength(5);
  count.value += 1;
  vi.advanceTimersByTime(40);
  expect(shown).toHaveLength(6);
  following.dispose();
});

test('what is let go of is neither read nor shown', () => {
  const count = signal(0);
  const read = vi.fn(() => count.value);
  const following = follow(read, () => undefined);
  vi.advanceTimersByTime(100);
  count.value = 1;
  following.dispose();
  count.value = 2;
  vi.advanceTimersByTime(100);
  expect(read).toHaveBeenCalledOnce();
});
