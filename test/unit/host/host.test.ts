import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Gateway } from '../../../src/gateway/gateway';
import { externalClientRequests } from '../../../src/ipc/externalClients';
import { attach, newHost, reachOf, windowOf } from '../../support/hostFixture';
import { scriptedConnect } from '../../support/scriptedConnection';

const echo = [{ id: 'folder:a/echo', name: 'echo', launchVersion: '1' }];

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

test('a window has the origin that lasts, also where another host has its port', async () => {
  const earlier = newHost({
    startGateway: (access) => Gateway.start({ access, describe: ({ code }) => code }),
  });
  await earlier.open();
  const before = windowOf(earlier);
  await before.declare(echo);
  const lastingOrigin = before.gateway.peek()?.origin ?? '';
  const preferredPort = Number(new URL(lastingOrigin).port);
  const otherHosts = {
    areThere: () => Promise.resolve(true),
    onChange: () => ({ dispose: () => undefined }),
  };
  const later = newHost({
    startGateway: (access) =>
      Gateway.start({ access, preferredPort, otherHosts, describe: ({ code }) => code }),
  });
  await later.open();
  const after = windowOf(later);
  await after.declare(echo);
  expect(before.gateway.peek()).toMatchObject({ lastingOrigin });
  expect(after.gateway.peek()).toMatchObject({ lastingOrigin });
  expect(after.gateway.peek()?.origin).not.toBe(lastingOrigin);
  for (const window of [before, after]) await window.end();
  for (const host of [earlier, later]) await host.stop();
});

test('a gateway that cannot be opened is noted with the cause', async () => {
  const warn = vi.fn();
  const host = newHost({ startGateway: () => Promise.reject(new Error('no port')), warn });
  await host.open();
  expect(warn.mock.calls).toEqual([
    [{ code: 'chatNoGateway', cause: { code: 'unexpected', args: { message: 'no port' } } }],
  ]);
  await host.stop();
});

test('external clients that look for a window keep no host alive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const onDeserted = vi.fn();
  const host = newHost({ onDeserted });
  host.awaitClients();
  for (const passed of [20_000, 9_000]) {
    vi.advanceTimersByTime(passed);
    const { channel } = reachOf(host);
    channel.listen();
    expect(await channel.send(externalClientRequests.visit, { folder: '/app' })).toBeNull();
    onTestFinished(() => channel.dispose());
  }
  vi.advanceTimersByTime(999);
  expect(onDeserted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDeserted).toHaveBeenCalledOnce();
  await host.stop();
});

test('a window that leaves has the whole grace to come back, however long the host waited for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const onDeserted = vi.fn();
  const host = newHost({ onDeserted });
  host.awaitClients();
  vi.advanceTimersByTime(20_000);
  const window = windowOf(host);
  await window.declare(echo);
  window.dispose();
  while (!host.isDeserted) await nextTurn();
  vi.advanceTimersByTime(29_999);
  expect(onDeserted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDeserted).toHaveBeenCalledOnce();
  await host.stop();
});

test('a grace of many days is not over at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const onDeserted = vi.fn();
  const host = newHost({ onDeserted });
  host.setGrace(9_999_999);
  host.awaitClients();
  vi.advanceTimersByTime(60_000);
  expect(onDeserted).not.toHaveBeenCalled();
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
  await window.declare(echo);
  expect(host.isDeserted).toBe(false);
  expect(watchSuccessor).not.toHaveBeenCalled();
  window.dispose();
  await vi.waitFor(() => expect(onDeserted).toHaveBeenCalledOnce());
  await host.stop();
});

test('a line that the log of a server has does not come again after it', async () => {
  const { connect, opened } = scriptedConnect();
  const host = newHost({ connect });
  onTestFinished(() => host.stop());
  const id = 'folder:a/echo';
  const command = { command: 'echo', args: [], cwd: '/', env: {}, baseEnv: {} };
  const client = await attach(host, { [id]: { type: 'stdio', ...command } });
  onTestFinished(() => client.end());
  await client.start(id, true);
  const came: string[] = [];
  client.onLog(({ text }) => void came.push(text));
  const asked = client.send('logs', { id }).then((stored) => {
    came.push('answer');
    return stored.map(({ text }) => text);
  });
  for (let line = 0; line < 20; line++) {
    opened[0]?.options.onLog({ level: 'info', text: `line ${line}` });
    await nextTurn();
  }
  await vi.waitFor(() => expect(came).toContain('line 19'));
  const stored = await asked;
  expect(came.filter((text, at) => at >= came.indexOf('answer') && stored.includes(text))).toEqual(
    [],
  );
});

test.each(['', 'echo'])(
  'a search for "%s" cuts at its limit among the servers that are asked for',
  async (query) => {
    const { connect } = scriptedConnect();
    const host = newHost({ connect });
    onTestFinished(() => host.stop());
    const command = { command: 'echo', args: [], cwd: '/', env: {}, baseEnv: {} };
    const [first, second] = ['folder:a/echo', 'folder:b/echo'];
    const launch = { type: 'stdio', ...command } as const;
    const client = await attach(host, { [first]: launch, [second]: launch });
    onTestFinished(() => client.end());
    for (const id of [first, second]) await client.start(id, true);
    const found = async (servers?: string[]): Promise<string[]> =>
      (await client.send('searchTools', { query, limit: 1, servers })).map(({ server }) => server);
    expect(await found()).toEqual([first]);
    expect(await found([second])).toEqual([second]);
    expect(await found([])).toEqual([]);
  },
);
