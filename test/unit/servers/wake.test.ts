import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeWake, onWake } from '../../../src/servers/wake';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('tells of a sleep of the machine, once and to everyone, and leaves no timer', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const subscriptions = [onWake(first), onWake(second)];
  vi.advanceTimersByTime(600_000);
  expect(first).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(30_000);
  expect([first, second].map((told) => told.mock.calls.length)).toEqual([1, 1]);
  vi.advanceTimersByTime(600_000);
  expect(first).toHaveBeenCalledTimes(1);
  for (const subscription of subscriptions) subscription.dispose();
  expect(vi.getTimerCount()).toBe(0);
});

test('tells at once where somebody asks, and not again after', () => {
  const told = vi.fn<() => void>();
  const subscription = onWake(told);
  noticeWake();
  vi.setSystemTime(Date.now() + 120_000);
  expect(told).not.toHaveBeenCalled();
  noticeWake();
  noticeWake();
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveBeenCalledTimes(1);
  subscription.dispose();
});

test('takes no notice of a clock that is set back, or late by less than a minute', () => {
  const told = vi.fn<() => void>();
  const subscription = onWake(told);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(30_000);
  vi.setSystemTime(Date.now() + 59_000);
  vi.advanceTimersByTime(30_000);
  expect(told).not.toHaveBeenCalled();
  subscription.dispose();
});
