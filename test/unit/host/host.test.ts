import { expect, onTestFinished, test, vi } from 'vitest';
import { newHost, reachOf, windowOf } from '../../support/hostFixture';

test('a host waits for its first client from when clients can come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const onDeserted = vi.fn();
  const watchSuccessor = vi.fn();
  const host = newHost({ onDeserted, watchSuccessor });
  vi.advanceTimersByTime(60_000);
  expect(onDeserted).not.toHaveBeenCalled();
  host.awaitClients();
  vi.advanceTimersByTime(29_999);
  expect(onDeserted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDeserted).toHaveBeenCalledOnce();
  expect(watchSuccessor).not.toHaveBeenCalled();
  await host.stop();
});

test('a client that only dials is not the window for which a host waits', async () => {
  const watchSuccessor = vi.fn();
  const host = newHost({ onDeserted: vi.fn(), watchSuccessor });
  host.awaitClients();
  const { channel } = reachOf(host);
  expect(host.isDeserted).toBe(false);
  channel.dispose();
  await vi.waitFor(() => expect(host.isDeserted).toBe(true));
  expect(watchSuccessor).not.toHaveBeenCalled();
  await host.stop();
});

test('a host without a client ends as soon as another one takes its windows', async () => {
  const onDeserted = vi.fn();
  const watchSuccessor = vi.fn((listener: () => void) => {
    queueMicrotask(listener);
    return { dispose: () => undefined };
  });
  const host = newHost({ onDeserted, watchSuccessor });
  host.awaitClients();
  const window = windowOf(host);
  await window.declare([{ id: 'folder:a/echo', name: 'echo', launchVersion: '1' }]);
  expect(host.isDeserted).toBe(false);
  expect(watchSuccessor).not.toHaveBeenCalled();
  window.dispose();
  await vi.waitFor(() => expect(onDeserted).toHaveBeenCalledOnce());
  await host.stop();
});
