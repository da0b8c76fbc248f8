import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Grace } from '../../../src/servers/grace';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('what waits ends when its time is over, unless its client is back', () => {
  const grace = new Grace();
  const [ended, kept] = [vi.fn(), vi.fn()];
  grace.start(ended);
  const waits = grace.start(kept);
  grace.time = 1;
  vi.advanceTimersByTime(29_999);
  expect(ended).not.toHaveBeenCalled();
  waits.dispose();
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledOnce();
  expect(kept).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('another host that takes the clients ends at once all that waits for them', () => {
  const listeners: (() => void)[] = [];
  const dispose = vi.fn();
  const grace = new Grace((listener) => {
    listeners.push(listener);
    return { dispose };
  });
  const ended = vi.fn();
  grace.start(ended);
  grace.start(ended);
  expect(listeners).toHaveLength(1);
  listeners[0]?.();
  expect(ended).toHaveBeenCalledTimes(2);
  expect(dispose).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
  grace.start(ended).dispose();
  expect(listeners).toHaveLength(2);
  expect(dispose).toHaveBeenCalledTimes(2);
});
