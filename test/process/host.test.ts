import { expect, test, vi } from 'vitest';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { restartsAfter, stateOf } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const hosts = testHosts({ restart: restartsAfter(50, 200, 3) });

const call = (server: string, tool: string, args: Record<string, unknown> = {}) => ({
  server,
  tool,
  arguments: args,
  gesture: true,
});

test('a server is started, listed, called and stopped', async () => {
  const window = await hosts.attach(hosts.host(), {
    'folder:a/echo': fakeStdio({ tools: ['echo'], pages: 3 }),
  });
  await window.start('folder:a/echo', true);
  expect(stateOf(window, 'folder:a/echo').kind).toBe('running');
  await vi.waitFor(() =>
    expect(window.catalog('folder:a/echo').value?.tools.map(({ name }) => name)).toContain('echo'),
  );
  const result = await window.callTool(call('echo', 'echo', { text: 'hello' }));
  expect(result['content']).toEqual([{ type: 'text', text: 'hello' }]);
  const { pid = 0 } = window.servers.peek().get('folder:a/echo') ?? {};
  await window.stop('folder:a/echo');
  expect(stateOf(window, 'folder:a/echo')).toEqual({ kind: 'idle', cached: true });
  expect(isRunning(pid)).toBe(false);
  const noted = (await window.send('logs', { id: 'folder:a/echo' })).flatMap(
    ({ reason }) => reason?.code ?? [],
  );
  expect(noted).toEqual(['serverReady', 'serverStopped']);
});

test('windows with an equal launch share one process; another launch gets its own', async () => {
  const shared = hosts.host();
  const [first, second] = await Promise.all([
    hosts.attach(shared, { 'folder:a/echo': fakeStdio() }),
    hosts.attach(shared, {
      'folder:a/echo': fakeStdio(),
      'user/echo': fakeStdio({ prompts: ['p'] }),
    }),
  ]);
  await Promise.all([
    first.start('folder:a/echo', false),
    second.start('folder:a/echo', false),
    second.start('user/echo', false),
  ]);
  const pid = (window: HostClient, id: string) => window.servers.peek().get(id)?.pid;
  expect(pid(first, 'folder:a/echo')).toBeGreaterThan(0);
  expect(pid(second, 'folder:a/echo')).toBe(pid(first, 'folder:a/echo'));
  expect(pid(second, 'user/echo')).not.toBe(pid(first, 'folder:a/echo'));
  await first.stop('folder:a/echo');
  await vi.waitFor(() => expect(stateOf(second, 'folder:a/echo').kind).toBe('idle'));
});

test('a client that comes back within the grace finds the same process', async () => {
  const shared = hosts.host();
  const launches = { 'folder:a/echo': fakeStdio() };
  const before = await hosts.attach(shared, launches);
  await before.start('folder:a/echo', false);
  const pid = before.servers.peek().get('folder:a/echo')?.pid;
  before.dispose();
  const after = await hosts.attach(shared, launches);
  await after.start('folder:a/echo', false);
  expect(after.servers.peek().get('folder:a/echo')?.pid).toBe(pid);
});

test('the servers of a window that left end after the grace, those of others go on', async () => {
  const shared = hosts.host();
  const pidFile = newPidFile();
  const family = fakeStdio({ pidFile, grandchild: true });
  const stays = await hosts.attach(shared, { 'folder:b/echo': fakeStdio() }, 0);
  const leaves = await hosts.attach(shared, { 'folder:a/family': family }, 0);
  await Promise.all([stays.start('folder:b/echo', false), leaves.start('folder:a/family', false)]);
  const { pid, grandchild = 0 } = await vi.waitFor(() => readPids(pidFile));
  expect([pid, grandchild].map(isRunning)).toEqual([true, true]);
  leaves.dispose();
  await vi.waitFor(() => expect([pid, grandchild].map(isRunning)).toEqual([false, false]));
  expect(stateOf(stays, 'folder:b/echo').kind).toBe('running');
});

test('a killed server says how it ended, comes back, and says how often', async () => {
  const launch = fakeStdio({ stderr: ['last words with s3cret-value'] });
  const window = await hosts.attach(hosts.host(), { 'folder:a/echo': launch });
  await window.start('folder:a/echo', false);
  const before = window.servers.peek().get('folder:a/echo');
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => {
    const now = window.servers.peek().get('folder:a/echo');
    expect(now?.lastFailure?.reason).toMatchObject({ code: 'exited', args: { signal: 'SIGKILL' } });
    expect(now?.state.kind).toBe('running');
    expect(now?.restarts).toBe(1);
    expect(now?.pid).not.toBe(before?.pid);
  });
  const { reason } = window.servers.peek().get('folder:a/echo')?.lastFailure ?? {};
  expect(JSON.stringify(reason)).toContain('last words with •••');
  const log = await window.send('logs', { id: 'folder:a/echo' });
  expect(log.map(({ text }) => text)).toContain('last words with •••');
});

test('cancelling a call reaches the server, and progress reaches the caller', async () => {
  const window = await hosts.attach(hosts.host(), {
    'folder:a/slow': fakeStdio({ tools: ['slow', 'progress', 'echo'] }),
  });
  const seen: number[] = [];
  await window.callTool({
    ...call('slow', 'progress'),
    onProgress: ({ progress }) => void seen.push(progress),
  });
  expect(seen.length).toBeGreaterThan(0);
  const abort = new AbortController();
  const pending = window.callTool(call('slow', 'slow'), abort.signal);
  const ended = expect(pending).rejects.toThrow();
  // The server reads in order: once this is answered, the slow call has arrived.
  await window.callTool(call('slow', 'echo', { text: 'after' }));
  abort.abort();
  await ended;
  await vi.waitFor(async () => {
    const log = await window.send('logs', { id: 'folder:a/slow' });
    expect(log.some(({ text }) => text.includes('cancelled'))).toBe(true);
  });
});
