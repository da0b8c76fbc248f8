import path from 'node:path';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  lchownSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  hasLaterHost,
  hostIdentity,
  hostPaths,
  isPrivateFolder,
  onRunFolderChange,
  openRunFolder,
  removeDeadRunFiles,
  removeOldCompiled,
  runFolder,
  runningHosts,
} from '../../../src/ipc/runFolder';
import { withFileLock } from '../../../src/base/fileLock';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The address of a host that takes connections. */
async function listening(folder: string): Promise<string> {
  const address = path.join(folder, 'host.sock');
  const server = createServer((socket) => socket.destroy()).listen(address);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return address;
}

test('code that was compiled long ago is removed', async () => {
  const compiled = newFolder();
  const folder = path.join(compiled, 'v24');
  mkdirSync(folder);
  for (const [name, days] of [
    ['old', 31],
    ['recent', 29],
  ] as const) {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    const time = Date.now() / 1_000 - days * 86_400;
    utimesSync(file, time, time);
  }
  await removeOldCompiled(compiled);
  expect(readdirSync(folder)).toEqual(['recent']);
  await removeOldCompiled(path.join(compiled, 'none'));
});

/** A link of another user's to a private folder of this user. */
function foreignLink(): string {
  // The system's own, which leads to this process's files; only root can give a link away.
  if (process.getuid?.() !== 0) return '/dev/fd';
  const link = path.join(newFolder(), 'link');
  symlinkSync(newFolder(), link);
  lchownSync(link, 12_345, 12_345);
  return link;
}

/** A private folder of another user. */
function foreignFolder(): string {
  if (process.getuid?.() !== 0) return '/root';
  const folder = newFolder();
  chownSync(folder, 12_345, 12_345);
  return folder;
}

test.skipIf(process.platform !== 'linux')(
  'a private folder of somebody else is not ours, nor behind a link of our own',
  async () => {
    const folder = foreignFolder();
    const link = path.join(newFolder(), 'link');
    symlinkSync(folder, link);
    for (const named of [folder, link]) {
      expect(await isPrivateFolder(named)).toBe(false);
      await expect(openRunFolder(named)).rejects.toMatchObject({ code: 'runFolderUnsafe' });
    }
  },
);

test.skipIf(process.platform !== 'linux')(
  'a private folder behind a link of somebody else is not ours',
  async () => {
    const link = foreignLink();
    expect(await isPrivateFolder(link)).toBe(false);
    await expect(openRunFolder(link)).rejects.toMatchObject({
      code: 'runFolderUnsafe',
      args: { folder: link },
    });
  },
);

test.skipIf(process.platform === 'win32')('a link of our own may lead to it', async () => {
  const link = path.join(newFolder(), 'link');
  symlinkSync(newFolder(), link);
  expect(await isPrivateFolder(link)).toBe(true);
});

test('the run folder is made private, and one that others can read is refused', async () => {
  const folder = path.join(newFolder(), 'a', 'run');
  await openRunFolder(folder);
  expect(await isPrivateFolder(folder)).toBe(true);
  if (process.platform === 'win32') return;
  chmodSync(folder, 0o750);
  await expect(openRunFolder(folder)).rejects.toMatchObject({ code: 'runFolderUnsafe' });
});

test('it is the one that is named, else one of the session or the user', () => {
  const named = { ROUNDHOUSE_HOME: path.resolve('home'), XDG_RUNTIME_DIR: path.resolve('session') };
  expect(runFolder(named)).toBe(path.resolve('home'));
  expect(runFolder({ ...named, ROUNDHOUSE_HOME: '' })).toBe(
    path.join(path.resolve('session'), 'mcp-roundhouse'),
  );
  expect(path.dirname(runFolder({}))).toBe(tmpdir());
});

test('hosts differ by the data folder and by the build', () => {
  const pairs = [['a', 'b1'] as const, ['a', 'b2'] as const, ['c', 'b1'] as const];
  const identities = pairs.map(([folder, build]) => hostIdentity(folder, build));
  expect(new Set(identities).size).toBe(3);
  expect(hostIdentity('a', 'b1')).toBe(identities[0]);
});

test.skipIf(process.platform === 'win32')('a path too long for a socket is refused', async () => {
  const folder = newFolder();
  expect(path.dirname((await hostPaths(folder, 'x')).address)).toBe(folder);
  const exact = path.join(folder, 'x'.repeat(81 - folder.length));
  expect((await hostPaths(exact, 'x')).address).toHaveLength(100);
  const long = `${exact}x`;
  await expect(hostPaths(long, 'x')).rejects.toMatchObject({
    code: 'runFolderTooLong',
    args: { folder: long },
  });
});

test('finds the hosts of all builds that run, and nothing else that lies there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rh-run-'));
  const ended = spawn(process.execPath, ['--version']);
  await once(ended, 'exit');
  const address = await listening(newFolder());
  const run = (pid = 0) => JSON.stringify({ pid, address, secret: 's', build: 'b1' });
  writeFileSync(join(folder, 'one.json'), run(process.pid));
  const killed = { ...JSON.parse(run(process.pid)), address: join(folder, 'killed.sock') };
  writeFileSync(join(folder, 'killed.json'), JSON.stringify(killed));
  utimesSync(join(folder, 'one.json'), 1_000, 1_000);
  writeFileSync(join(folder, 'ended.json'), run(ended.pid));
  const heir = { ...JSON.parse(run(process.pid)), birth: 'before/1' };
  writeFileSync(join(folder, 'heir.json'), JSON.stringify(heir));
  writeFileSync(join(folder, 'broken.json'), '{');
  writeFileSync(join(folder, 'one.log'), '');
  try {
    expect(await runningHosts({ ROUNDHOUSE_HOME: folder })).toEqual([
      { pid: process.pid, build: 'b1', since: 1_000_000 },
    ]);
    expect(await runningHosts({ ROUNDHOUSE_HOME: join(folder, 'none') })).toEqual([]);
    // Who may write there could pass for a host.
    if (process.platform !== 'win32') {
      chmodSync(folder, 0o777);
      expect(await runningHosts({ ROUNDHOUSE_HOME: folder })).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the run files of hosts that were killed are removed, whoever has their ids', async () => {
  const folder = newFolder();
  const write = (name: string, address: string): void =>
    writeFileSync(
      path.join(folder, `${name}.json`),
      JSON.stringify({ pid: process.pid, address, secret: 's', build: 'b1' }),
    );
  write('living', await listening(newFolder()));
  write('killed', path.join(folder, 'killed.sock'));
  write('beginning', path.join(folder, 'killed.sock'));
  await withFileLock(path.join(folder, 'beginning.lock'), new AbortController().signal, () =>
    removeDeadRunFiles(folder),
  );
  expect(readdirSync(folder).toSorted()).toEqual(['beginning.json', 'living.json']);
  await removeDeadRunFiles(path.join(folder, 'none'));
});

test.skipIf(process.platform === 'win32')(
  'a run folder that cannot be watched is looked at again and again',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const listener = vi.fn();
    const watching = onRunFolderChange(folder, listener);
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(6_000);
    expect(listener).toHaveBeenCalledTimes(3);
    watching.dispose();
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('a later host of the same data folder takes its windows, and no other does', async () => {
  const folder = newFolder();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other, 'spawn');
  const address = await listening(newFolder());
  const since = Date.now() - 60_000;
  const write = (dataFolder: string, build: string, pid = other.pid, at = since + 1_000): void => {
    const file = path.join(folder, `${hostIdentity(dataFolder, build)}.json`);
    writeFileSync(file, JSON.stringify({ pid, address, secret: 's', build }));
    utimesSync(file, at / 1_000, at / 1_000);
  };
  write('data', 'own', process.pid);
  write('data', 'earlier', other.pid, since - 1_000);
  write('other', 'new');
  expect(await hasLaterHost(folder, 'data', since)).toBe(false);
  expect(await hasLaterHost(path.join(folder, 'none'), 'data', since)).toBe(false);
  const listener = vi.fn();
  const watching = onRunFolderChange(folder, listener);
  onTestFinished(() => watching.dispose());
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  write('data', 'new');
  await vi.waitFor(() => expect(listener.mock.calls.length).toBeGreaterThan(1));
  expect(await hasLaterHost(folder, 'data', since)).toBe(true);
});
