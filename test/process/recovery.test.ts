import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResolvedStdio } from '../../src/ipc/launch';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { HostLocation } from '../../src/client/hostConnection/reachHost';
import { identityOf, type ProcessIdentity } from '../../src/base/processIdentity';
import { watchdogCommand } from '../../src/processes/watchdog';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';
import { hostPidOf, hostPlace, sharedHostPid, windowAt } from '../support/realHost';
import { entryLine, ledgerName, ownerLine } from '../../src/processes/ledger';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const stubborn: FakeStdioOptions = {
  ignoreSigterm: true,
  descendants: ['group', 'session', 'daemon'],
};
/** Goes on whatever becomes of the server in it, and does not mind SIGTERM. */
const wrapper = `trap '' TERM; "$0" "$@"; sleep 600`;

let home = '';
let run = '';
const started: number[] = [];

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  run = path.join(home, 'run');
});

afterEach(() => {
  for (const pid of started.splice(0)) if (isRunning(Math.abs(pid))) process.kill(pid, 'SIGKILL');
});

/** A host with servers that run, and no window that would replace it. */
interface Standing {
  readonly host: number;
  /** Of all servers, with everything they started. */
  readonly servers: readonly number[];
  readonly watchdog: number;
}

function place(data: string, folder = dist): HostLocation {
  return { ...hostPlace(home, path.join(folder, 'host.js')), dataFolder: path.join(home, data) };
}

function attach(at: HostLocation, launches: ReadonlyMap<string, ResolvedStdio>): HostClient {
  return windowAt(at, (id) => launches.get(id), 60);
}

async function stand(options: readonly FakeStdioOptions[], at = place('data')): Promise<Standing> {
  const files = options.map(newPidFile);
  const launches = new Map(
    options.map((one, index) => [
      `folder:a/${index}`,
      launchOf({ ...one, pidFile: files[index] ?? '' }),
    ]),
  );
  const window = attach(at, launches);
  await window.declare(
    [...launches.keys()].map((id) => ({ id, name: path.basename(id), launchVersion: '1' })),
  );
  await Promise.all([...launches.keys()].map((id) => window.start(id, false)));
  const host = sharedHostPid(window);
  const leaders = [...window.servers.peek().values()].map(({ pid = 0 }) => pid);
  const servers = [...leaders, ...files.flatMap((file) => readPids(file).descendants ?? [])];
  started.push(host, ...servers);
  expect([host, ...servers].map(isRunning)).not.toContain(false);
  window.dispose();
  return { host, servers, watchdog: watchdogOf(host) };
}

function launchOf(options: FakeStdioOptions): ResolvedStdio {
  const launch = fakeStdio(options);
  if (!options.ignoreSigterm) return launch;
  return { ...launch, command: '/bin/sh', args: ['-c', wrapper, launch.command, ...launch.args] };
}

/** The only process that has the ledger of a host in its command line. */
function watchdogOf(host: number): number {
  const [watchdog = 0, ...more] = processesNaming(`${run}/${host}-`);
  expect(more).toEqual([]);
  expect(watchdog).toBeGreaterThan(0);
  return watchdog;
}

function ledgers(): string[] {
  return readdirSync(run).filter((name) => name.includes('.ledger') && !name.endsWith('.key'));
}

/** Opens a window, so that a host comes up in place of those that were killed. */
async function nextHost(data = 'data'): Promise<HostClient> {
  const window = attach(place(data), new Map([['folder:a/0', fakeStdio()]]));
  await window.declare([{ id: 'folder:a/0', name: '0', launchVersion: '1' }]);
  await window.start('folder:a/0', false);
  const host = hostPidOf(window);
  if (host !== undefined) started.push(host);
  expect(window.servers.peek().get('folder:a/0')?.state.kind).toBe('running');
  return window;
}

function notes(): string {
  const logs = readdirSync(run).filter((name) => name.endsWith('.log'));
  return logs.map((name) => readFileSync(path.join(run, name), 'utf8')).join('');
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]));
}

test('a host killed with its group takes even the most stubborn servers with it', async () => {
  const { host, servers, watchdog } = await stand([stubborn, stubborn, {}]);
  process.kill(-host, 'SIGKILL');
  await expectGone([...servers, watchdog]);
  expect(ledgers()).toEqual([]);
});

test('neither an update that removes the extension nor a lost run folder disarms the watchdog', async () => {
  const folder = path.join(home, 'extension');
  cpSync(dist, folder, { recursive: true, filter: (file) => !file.endsWith('.vsix') });
  const { host, servers, watchdog } = await stand([stubborn], place('data', folder));
  rmSync(folder, { recursive: true });
  rmSync(run, { recursive: true });
  process.kill(host, 'SIGKILL');
  await expectGone([...servers, watchdog]);
});

test('a lost watchdog is replaced', async () => {
  const { host, servers, watchdog } = await stand([stubborn]);
  process.kill(watchdog, 'SIGKILL');
  const next = await vi.waitFor(() => {
    const found = watchdogOf(host);
    expect(found).not.toBe(watchdog);
    return found;
  });
  process.kill(host, 'SIGKILL');
  await expectGone([...servers, next]);
});

test('a watchdog knows nothing of the secrets in the environment of its host', async () => {
  const at = place('data');
  const secret = { PRIVATE_TOKEN: 's3cret-of-the-host' };
  const { host, watchdog } = await stand([{}], { ...at, env: { ...at.env, ...secret } });
  const environment = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8');
  expect(environment(host)).toContain('s3cret-of-the-host');
  expect(environment(watchdog)).not.toContain('s3cret-of-the-host');
  expect(environment(watchdog)).toContain('PATH=');
  process.kill(host, 'SIGTERM');
  await vi.waitFor(() => expect([host, watchdog].filter(isRunning)).toEqual([]));
});

test('a host that ends by itself leaves no ledger and no watchdog', async () => {
  const { host, servers, watchdog } = await stand([{}]);
  expect(ledgers()).toHaveLength(1);
  process.kill(host, 'SIGTERM');
  await vi.waitFor(() => expect([host, watchdog, ...servers].filter(isRunning)).toEqual([]));
  expect(ledgers()).toEqual([]);
});

test('what a host and its watchdog left behind is ended by the next host, and nothing else', async () => {
  const lost = await stand([stubborn, { ...stubborn, descendants: [] }]);
  const living = await stand([stubborn], place('other'));
  const bystander = startTwin(lost.servers[1] ?? 0);
  process.kill(lost.watchdog, 'SIGSTOP');
  process.kill(lost.host, 'SIGKILL');
  process.kill(lost.watchdog, 'SIGKILL');
  await vi.waitFor(() => expect(isRunning(lost.host)).toBe(false));
  expect(lost.servers.filter(isRunning)).toEqual(lost.servers);
  const kept = ledgers().filter((name) => name.startsWith(`${living.host}-`));

  const window = await nextHost();
  // It starts no server before.
  expect(lost.servers.filter(isRunning)).toEqual([]);
  expect([bystander, living.watchdog, ...living.servers].map(isRunning)).not.toContain(false);
  expect(ledgers()).toEqual(expect.arrayContaining(kept));
  expect(ledgers().filter((name) => name.startsWith(`${lost.host}-`))).toEqual([]);
  await vi.waitFor(() => expect(notes()).toMatch(/Ended \d+ processes/));
  window.dispose();
});

/** A process with the command of another one, which nobody has started for us. */
function startTwin(of: number): number {
  const [command = '', ...args] = readFileSync(`/proc/${of}/cmdline`, 'utf8')
    .replace(/\0$/, '')
    .split('\0');
  const { pid = 0 } = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  started.push(-pid);
  return pid;
}

test('a process that got the id of a server survives, and broken ledgers do no harm', async () => {
  mkdirSync(run, { mode: 0o700 });
  const decoy = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  started.push(decoy.pid ?? 0, stranger.pid ?? 0);
  const gone = spawn(process.execPath, ['--version']);
  const owner = { ...identityOf(gone.pid ?? 0), at: Date.now() };
  await new Promise((resolve) => gone.once('close', resolve));
  const { birth = '' } = identityOf(decoy.pid ?? 0);
  const earlier = birth.replace(/\d+$/, (start) => String(Number(start) - 1));
  const entry = { at: Date.now(), mark: '0123456789abcdef/1', command: '0:' };
  const text = [
    ownerLine(owner),
    entryLine({ ...entry, pid: decoy.pid ?? 0, birth: earlier }),
    entryLine({ ...entry, ...identityOf(stranger.pid ?? 0) }).slice(0, 40),
  ];
  writeFileSync(path.join(run, ledgerName(owner.pid, '0123456789abcdef')), text.join(''));
  writeFileSync(path.join(run, ledgerName(owner.pid, 'fedcba9876543210')), '\0\0{"owner":');
  writeFileSync(path.join(run, 'what.ledger'), 'not ours');

  const window = await nextHost();
  const host = sharedHostPid(window);
  expect(ledgers().toSorted()).toEqual([expect.stringMatching(`^${host}-`), 'what.ledger']);
  expect([decoy.pid, stranger.pid].map((pid) => isRunning(pid ?? 0))).toEqual([true, true]);
  expect(notes()).toBe('');
  window.dispose();
});

test('the ledger is private and says nothing of what was launched', async () => {
  const { servers } = await stand([{ stderr: ['token-in-an-argument'] }]);
  const [name = ''] = ledgers();
  const text = readFileSync(path.join(run, name), 'utf8');
  expect(text).toContain(String(servers[0]));
  expect(text).not.toMatch(/token-in-an-argument|stdioServer/);
  for (const file of [name, 'ledger.key'])
    expect(statSync(path.join(run, file)).mode & 0o777).toBe(0o600);
});

test('servers of a killed terminal end too', async () => {
  const pidFile = newPidFile();
  const { command, args } = launchOf({ ...stubborn, tools: ['slow'], pidFile });
  const config = path.join(home, 'mcp.json');
  writeFileSync(config, JSON.stringify({ servers: { slow: { command, args } } }));
  const cli = [path.join(dist, 'cli.js'), 'call', 'slow', 'slow', '--config', config];
  const terminal = spawn(process.execPath, cli, { env: { ...process.env, ROUNDHOUSE_HOME: run } });
  const { pid, descendants = [] } = await vi.waitFor(() => readPids(pidFile));
  started.push(pid, ...descendants);
  const watchdog = watchdogOf(terminal.pid ?? 0);
  terminal.kill('SIGKILL');
  await expectGone([pid, ...descendants, watchdog]);
});

test('without a run folder of its own a terminal says so and works', async () => {
  mkdirSync(run, { mode: 0o777 });
  chmodSync(run, 0o777);
  const { command, args } = fakeStdio();
  const config = path.join(home, 'mcp.json');
  writeFileSync(config, JSON.stringify({ servers: { echo: { command, args } } }));
  const cli = [path.join(dist, 'cli.js'), 'call', 'echo', 'echo', '--config', config];
  const terminal = spawn(process.execPath, [...cli, '--args', '{"text":"hello"}'], {
    env: { ...process.env, ROUNDHOUSE_HOME: run },
  });
  const [said, warned] = await Promise.all([text(terminal.stdout), text(terminal.stderr)]);
  expect(said).toBe('hello\n');
  expect(warned).toContain('its servers may go on running. The run folder');
  expect(readdirSync(run)).toEqual([]);
});

describe('a watchdog that waits itself, as on Windows', () => {
  async function waiting(owner: ProcessIdentity): Promise<[ChildProcess, number]> {
    mkdirSync(run, { mode: 0o700 });
    const server = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const kept = identityOf(server.pid ?? 0);
    started.push(kept.pid);
    const record = { ...owner, at: Date.now() };
    const ledger = path.join(run, ledgerName(owner.pid, '0123456789abcdef'));
    const entry = { ...kept, at: Date.now(), mark: '0123456789abcdef/1', command: '0:' };
    writeFileSync(ledger, ownerLine(record) + entryLine(entry));
    const [file, args] = watchdogCommand(
      path.join(dist, 'watchdog.js'),
      { owner: record, ledger },
      'win32',
    );
    return [spawn(file, args, { stdio: ['pipe', 'ignore', 'inherit'] }), kept.pid];
  }

  test('ends the servers when its stdin does', async () => {
    const [watchdog, server] = await waiting({ pid: 2_147_483_646, birth: 'none/1' });
    watchdog.stdin?.end();
    await once(watchdog, 'exit');
    expect(isRunning(server)).toBe(false);
    expect(ledgers()).toEqual([]);
  });

  test('leaves them alone after a farewell, and while their owner lives', async () => {
    const [bidden, server] = await waiting({ pid: 2_147_483_646, birth: 'none/1' });
    bidden.stdin?.end('\n');
    await once(bidden, 'exit');
    expect(isRunning(server)).toBe(true);
    rmSync(run, { recursive: true });
    const [mistaken, other] = await waiting(identityOf(process.pid));
    mistaken.stdin?.end();
    await once(mistaken, 'exit');
    expect(isRunning(other)).toBe(true);
  });
});
