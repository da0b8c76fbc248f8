import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { HostLocation } from '../../src/client/hostConnection/reachHost';
import { buildOf, hostIdentity, hostPaths, readRunFile } from '../../src/ipc/runFolder';
import { bundledWindow } from '../support/windows/bundledWindow';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { hostPidOf, hostPlace, sharedHostPid, windowAt } from '../support/realHost';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const bundle = path.join(dist, 'host.js');
const id = 'folder:a/echo';
let home = '';
const clients: HostClient[] = [];

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
});

afterEach(async () => {
  const pids = clients.map(hostPidOf).filter((pid) => pid !== undefined);
  for (const client of clients.splice(0)) client.dispose();
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]));
});

function place(changes: Partial<HostLocation> = {}): HostLocation {
  return { ...hostPlace(home, bundle), ...changes };
}

async function attach(at: HostLocation, launch = fakeStdio(), grace = 0): Promise<HostClient> {
  const client = windowAt(at, () => launch, grace);
  clients.push(client);
  await client.declare([{ id, name: 'echo', launchVersion: '1' }]);
  return client;
}

test('ten windows opened at once make one host and one process for a server', async () => {
  const program = await bundledWindow('windowProcess', home);
  const { dataFolder, env } = place();
  const windows = Array.from({ length: 10 }, () =>
    spawn(process.execPath, [program, bundle, dataFolder], { env }),
  );
  const told = await Promise.all(
    windows.map(
      ({ stdout }) => new Promise<string>((tell) => stdout.once('data', (d) => tell(String(d)))),
    ),
  );
  expect(new Set(told).size).toBe(1);
  const { host, server } = JSON.parse(told[0] ?? '{}') as { host: number; server: number };
  expect([host, server].map(isRunning)).toEqual([true, true]);
  for (const window of windows) window.stdin.end();
  await vi.waitFor(() => expect([host, server].map(isRunning)).toEqual([false, false]));
});

test('the runtime keeps the compiled host for the next start', async () => {
  const window = await attach(place());
  const host = sharedHostPid(window);
  window.dispose();
  await vi.waitFor(() => expect(isRunning(host)).toBe(false));
  const kept = readdirSync(path.join(home, 'run', 'compiled'), { recursive: true });
  expect(kept.length).toBeGreaterThan(1);
});

test('the last window leaving ends host and servers, grandchildren included', async () => {
  const pidFile = newPidFile();
  const window = await attach(place(), fakeStdio({ pidFile, grandchild: true }));
  await window.start(id, false);
  const { pid, grandchild = 0 } = await vi.waitFor(() => readPids(pidFile));
  const host = sharedHostPid(window);
  expect([host, pid, grandchild].map(isRunning)).toEqual([true, true, true]);
  window.dispose();
  await vi.waitFor(() =>
    expect([host, pid, grandchild].map(isRunning)).toEqual([false, false, false]),
  );
});

test('a killed host is replaced, and what was running runs again', async () => {
  const window = await attach(place());
  await window.start(id, false);
  const before = sharedHostPid(window);
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => {
    expect(hostPidOf(window)).not.toBe(before);
    expect(window.servers.peek().get(id)?.state.kind).toBe('running');
  });
});

test('a host that leaves is gone with its servers before the next one starts any', async () => {
  const launch = fakeStdio({ ignoreStdinEnd: true, ignoreSigterm: true });
  const window = await attach(place(), launch);
  await window.start(id, false);
  const host = sharedHostPid(window);
  const server = window.servers.peek().get(id)?.pid ?? 0;
  process.kill(host, 'SIGTERM');
  const left = vi.waitFor(() => expect(isRunning(host)).toBe(false));
  await vi.waitFor(() => {
    const { pid = server, state } = window.servers.peek().get(id) ?? {};
    expect([pid === server, state?.kind]).toEqual([false, 'running']);
  });
  expect(hostPidOf(window)).toBeGreaterThan(0);
  expect(isRunning(server)).toBe(false);
  await left;
});

test('a host that cannot be started leaves the window with its own, and says why', async () => {
  const window = await attach(place({ execPath: path.join(home, 'no-such-program') }));
  await window.start(id, false);
  expect(window.mode.peek()).toMatchObject({
    kind: 'window',
    reason: { code: 'hostStartFailed' },
  });
  expect(window.servers.peek().get(id)?.state.kind).toBe('running');
  await window.stop(id);
});

test('a host that ends before it takes clients tells the window the cause', async () => {
  const at = place();
  const identity = hostIdentity(at.dataFolder, await buildOf(bundle));
  mkdirSync((await hostPaths(path.join(home, 'run'), identity)).runFile);
  const window = await attach(at);
  expect(window.mode.peek()).toMatchObject({
    kind: 'window',
    reason: { code: 'hostStartFailed', args: { message: expect.stringMatching(/EISDIR/) } },
  });
});

test('the run folder and its file are private, and a stranger is not served', async () => {
  const window = await attach(place());
  const run = path.join(home, 'run');
  expect(statSync(run).mode & 0o777).toBe(0o700);
  const name = readdirSync(run).find((file) => file.endsWith('.json')) ?? '';
  expect(statSync(path.join(run, name)).mode & 0o777).toBe(0o600);
  const { address = '' } = (await readRunFile(path.join(run, name))) ?? {};
  const stranger = net.connect(address);
  const closed = new Promise((resolve) => stranger.once('close', resolve));
  stranger.on('error', () => undefined);
  let said = '';
  stranger.on('data', (chunk) => (said += String(chunk)));
  stranger.write(`nonce\n${'0'.repeat(64)}\n`);
  await closed;
  expect(said, 'the host proves itself, and that is all').toMatch(/^\w+ \w+\n$/);
  expect(hostPidOf(window)).toBeGreaterThan(0);
});

test('chat reaches the host at the same port after a full disk, and where the disk refuses', async () => {
  const data = path.join(home, 'data');
  const file = path.join(data, 'gateway-port');
  mkdirSync(data);
  writeFileSync(file, '');
  const { origin = '' } = (await attach(place())).gateway.peek() ?? {};
  expect(readFileSync(file, 'utf8')).toBe(new URL(origin).port);
  const noFolder = await attach(place({ dataFolder: file }));
  expect(noFolder.gateway.peek()?.origin).toBeDefined();
});

test('hosts of other data folders keep apart', async () => {
  const first = await attach(place());
  const second = await attach(place({ dataFolder: path.join(home, 'other') }));
  expect(hostPidOf(first)).not.toBe(hostPidOf(second));
});

/** The bundle of a host of another build. */
function updatedBundle(): string {
  const folder = path.join(home, 'updated');
  cpSync(dist, folder, { recursive: true, filter: (file) => !file.endsWith('.vsix') });
  const updated = path.join(folder, 'host.js');
  appendFileSync(updated, '// another build\n');
  return updated;
}

test('the host of before an update ends its servers as soon as its window has the next one', async () => {
  const updated = updatedBundle();
  const before = await attach(place(), fakeStdio(), 600);
  const stays = await attach(place({ dataFolder: path.join(home, 'other') }));
  await Promise.all([before.start(id, false), stays.start(id, false)]);
  const old = [sharedHostPid(before), before.servers.peek().get(id)?.pid ?? 0];
  before.dispose();
  const after = await attach(place({ bundle: updated }));
  await after.start(id, false);
  await vi.waitFor(() => expect(old.map(isRunning)).toEqual([false, false]));
  const kept = [sharedHostPid(stays), sharedHostPid(after), after.servers.peek().get(id)?.pid ?? 0];
  expect(kept.map(isRunning)).toEqual([true, true, true]);
});

test('a host to which a window came after the next one began waits for that window', async () => {
  const updated = updatedBundle();
  const early = await attach(place());
  const after = await attach(place({ bundle: updated }));
  const late = await attach(place(), fakeStdio(), 600);
  await late.start(id, false);
  const kept = [sharedHostPid(late), late.servers.peek().get(id)?.pid];
  early.dispose();
  late.dispose();
  await after.start(id, false);
  const back = await attach(place());
  await back.start(id, false);
  expect([sharedHostPid(back), back.servers.peek().get(id)?.pid]).toEqual(kept);
});

test('a host whose run folder was removed ends all the same', async () => {
  const window = await attach(place());
  await window.start(id, false);
  const pids = [sharedHostPid(window), window.servers.peek().get(id)?.pid ?? 0];
  rmSync(path.join(home, 'run'), { recursive: true });
  window.dispose();
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]));
});

test('a bug that ends the host leaves no server behind, nor a grandchild', async () => {
  const pidFile = newPidFile();
  const launch = fakeStdio({ pidFile, grandchild: true, ignoreStdinEnd: true });
  const preload = path.join(home, 'bug.cjs');
  writeFileSync(
    preload,
    "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('bug'); }));",
  );
  const program = path.join(home, 'node-with-bug');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" -r "${preload}" "$@"\n`);
  chmodSync(program, 0o755);
  const window = await attach(place({ execPath: program }), launch);
  await window.start(id, false);
  const { pid, grandchild = 0 } = await vi.waitFor(() => readPids(pidFile));
  const host = sharedHostPid(window);
  process.kill(host, 'SIGUSR2');
  await vi.waitFor(() =>
    expect([host, pid, grandchild].map(isRunning)).toEqual([false, false, false]),
  );
  // The next host leaves it for whoever looks for the cause.
  await vi.waitFor(() => expect(sharedHostPid(window)).not.toBe(host), { timeout: 10_000 });
  const run = path.join(home, 'run');
  const logs = readdirSync(run).filter((name) => name.endsWith('.log.old'));
  expect(logs.map((name) => readFileSync(path.join(run, name), 'utf8'))).toEqual([
    expect.stringContaining('Error: bug'),
  ]);
});
