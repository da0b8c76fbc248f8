import { afterEach, expect, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { UserError } from '../../src/base/errors';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { attach, declarations, newHost, stateOf, type Launches } from '../support/hostFixture';

const hosts: Host[] = [];
const clients: HostClient[] = [];

function host(): Host {
  const made = newHost({
    restart: {
      firstDelay: 50,
      maxDelay: 200,
      maxCrashes: 3,
      window: 60_000,
      stableAfter: 60_000,
    },
  });
  hosts.push(made);
  return made;
}

async function client(of: Host, launches: Launches, graceSeconds?: number): Promise<HostClient> {
  const made = await attach(of, launches, graceSeconds);
  clients.push(made);
  return made;
}

const call = (server: string, tool: string, args: Record<string, unknown> = {}) => ({
  server,
  tool,
  arguments: args,
  gesture: true,
});

afterEach(async () => {
  for (const made of clients.splice(0)) made.dispose();
  await Promise.all(hosts.splice(0).map((made) => made.stop()));
  expect([...liveStores()]).toEqual([]);
});

test('a server is started, listed, called and stopped', async () => {
  const window = await client(host(), {
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
  const shared = host();
  const [first, second] = await Promise.all([
    client(shared, { 'folder:a/echo': fakeStdio() }),
    client(shared, { 'folder:a/echo': fakeStdio(), 'user/echo': fakeStdio({ prompts: ['p'] }) }),
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
  const shared = host();
  const launches = { 'folder:a/echo': fakeStdio() };
  const before = await client(shared, launches);
  await before.start('folder:a/echo', false);
  const pid = before.servers.peek().get('folder:a/echo')?.pid;
  before.dispose();
  const after = await client(shared, launches);
  await after.start('folder:a/echo', false);
  expect(after.servers.peek().get('folder:a/echo')?.pid).toBe(pid);
});

test('after the grace no process is left, grandchildren included', async () => {
  const pidFile = newPidFile();
  const launch = fakeStdio({ pidFile, grandchild: true, ignoreStdinEnd: true });
  const window = await client(host(), { 'folder:a/tree': launch }, 0);
  await window.start('folder:a/tree', false);
  const { pid, grandchild = 0 } = await vi.waitFor(() => readPids(pidFile));
  expect([isRunning(pid), isRunning(grandchild)]).toEqual([true, true]);
  window.dispose();
  await vi.waitFor(() => expect([isRunning(pid), isRunning(grandchild)]).toEqual([false, false]));
});

test('a killed server says how it ended, comes back, and says how often', async () => {
  const launch = fakeStdio({ stderr: ['last words with s3cret-value'] });
  const window = await client(host(), { 'folder:a/echo': launch });
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

test('a server that keeps crashing is given up with the reason', async () => {
  const window = await client(host(), { 'folder:a/bad': fakeStdio({ exitAtStart: 3 }) });
  await window.start('folder:a/bad', false);
  await vi.waitFor(() =>
    expect(stateOf(window, 'folder:a/bad')).toMatchObject({
      kind: 'failed',
      error: { code: 'crashLoop', args: { count: 3 }, cause: { code: 'exited' } },
    }),
  );
});

test('a missing command fails once, without retries', async () => {
  const launch = { ...fakeStdio(), command: 'no-such-command-here' };
  const window = await client(host(), { 'folder:a/none': launch });
  await window.start('folder:a/none', false);
  expect(stateOf(window, 'folder:a/none')).toMatchObject({
    kind: 'failed',
    error: { code: 'notFound' },
  });
});

test('stop ends a start that hangs', async () => {
  const pidFile = newPidFile();
  const launch = fakeStdio({ hangInitialize: true, pidFile });
  const window = await client(host(), { 'folder:a/hang': launch });
  const start = window.start('folder:a/hang', false);
  const { pid } = await vi.waitFor(() => readPids(pidFile));
  expect(stateOf(window, 'folder:a/hang').kind).toBe('starting');
  await window.stop('folder:a/hang');
  await start;
  expect(stateOf(window, 'folder:a/hang').kind).toBe('idle');
  expect(isRunning(pid)).toBe(false);
});

test('what is in the way of a start is shown and told to a caller', async () => {
  const launches: Launches = {
    'folder:a/new': { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } },
  };
  const window = await client(host(), launches);
  await window.start('folder:a/new', false);
  expect(stateOf(window, 'folder:a/new')).toMatchObject({ kind: 'blocked', need: 'trust' });
  await expect(window.callTool(call('new', 'echo'))).rejects.toMatchObject({ code: 'notApproved' });
});

test('only what changed is launched anew, and what was removed ends', async () => {
  const launches: Launches = {
    'folder:a/one': fakeStdio(),
    'folder:a/two': fakeStdio({ prompts: ['old'] }),
    'folder:a/three': fakeStdio({ prompts: ['gone'] }),
  };
  const window = await client(host(), launches);
  await Promise.all(Object.keys(launches).map((id) => window.start(id, false)));
  const before = window.servers.peek();
  const three = before.get('folder:a/three')?.pid ?? 0;
  launches['folder:a/two'] = fakeStdio({ prompts: ['new'] });
  delete launches['folder:a/three'];
  await window.declare(declarations(launches));
  await vi.waitFor(() => {
    const two = window.servers.peek().get('folder:a/two');
    expect(two?.state.kind).toBe('running');
    expect(two?.pid).not.toBe(before.get('folder:a/two')?.pid);
    expect(isRunning(three)).toBe(false);
  });
  expect(window.servers.peek().get('folder:a/one')?.pid).toBe(before.get('folder:a/one')?.pid);
  expect(window.servers.peek().has('folder:a/three')).toBe(false);
});

test('unknown servers and tools are answered with the valid names', async () => {
  const window = await client(host(), { 'folder:a/echo': fakeStdio({ tools: ['echo'] }) });
  await expect(window.callTool(call('ecko', 'echo'))).rejects.toMatchObject({
    code: 'unknownServer',
    args: { valid: ['echo'] },
  });
  const error: unknown = await window.callTool(call('echo', 'ecko')).catch((caught) => caught);
  expect((error as UserError).args['valid']).toEqual(['echo']);
});

test('cancelling a call reaches the server, and progress reaches the caller', async () => {
  const window = await client(host(), {
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
