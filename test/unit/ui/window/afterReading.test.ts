import { expect, onTestFinished, test, vi } from 'vitest';
import { afterReading } from '../../../../src/ui/window/afterReading';

test('a command waits until the configuration is read', async () => {
  let end: () => void = () => undefined;
  const idle = () => new Promise<void>((resolve) => (end = resolve));
  const handle = vi.fn(() => Promise.resolve());
  const done = afterReading({ idle }, handle)();
  // Whatever it does without a wait is done after that.
  await new Promise(setImmediate);
  expect(handle).not.toHaveBeenCalled();
  end();
  await done;
  expect(handle).toHaveBeenCalledOnce();
});

test('a command goes on where the drive of the configuration hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const handle = vi.fn((_server: string) => Promise.resolve());
  const done = afterReading({ idle: () => new Promise<void>(() => {}) }, handle)('till');
  await vi.runAllTimersAsync();
  await done;
  expect(handle).toHaveBeenCalledExactlyOnceWith('till');
});
