import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { identityOf } from '../../../../src/base/processIdentity';
import { hostChecks } from '../../../../src/client/diagnosis/hostChecks';
import { runChecks } from '../../../../src/client/diagnosis/check';

const { platform, pid } = process;

function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rh-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function found(folder: string, build?: string) {
  const { signal } = new AbortController();
  const results = await runChecks(hostChecks({ folder, platform, build }), { signal });
  return results.map(({ check, outcome, reason }) => [check, outcome, reason.code, reason.args]);
}

function writeRunFile(folder: string, name: string, run: object): void {
  const whole = { address: join(folder, `${name}.sock`), secret: 's3cret-value', build: 'b1' };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...whole, ...run }));
}

test('no folder, an empty one, and one that is open to others', async () => {
  const folder = runFolder();
  expect(await found(folder)).toEqual([
    ['runFolder', 'ok', 'runFolderPrivate', { folder }],
    ['host', 'ok', 'hostsNone', {}],
  ]);
  chmodSync(folder, 0o755);
  expect(await found(folder)).toEqual([
    ['runFolder', 'failed', 'runFolderUnsafe', { folder }],
    ['host', 'skipped', 'checkSkipped', {}],
  ]);
  rmSync(folder, { recursive: true });
  expect((await found(folder))[0]?.[2]).toBe('runFolderAbsent');
});

test('hosts that answer, also those of another build; what is gone is no host', async () => {
  const folder = runFolder();
  const server = createServer((socket) => socket.destroy()).listen(join(folder, 'one.sock'));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  writeRunFile(folder, 'one', { pid });
  writeRunFile(folder, 'gone', { pid: gone.pid });
  writeRunFile(folder, 'heir', { pid, birth: 'before/1' });
  writeFileSync(join(folder, 'ledger.json'), '{}');
  const pids = [String(pid)];
  expect((await found(folder, 'b1'))[1]).toEqual([
    'host',
    'ok',
    'hostsAnswer',
    { pids, others: [] },
  ]);
  expect((await found(folder, 'b2'))[1]).toEqual([
    'host',
    'ok',
    'hostsAnswer',
    { pids, others: pids },
  ]);
  expect(JSON.stringify(await found(folder))).not.toContain('s3cret-value');
});

test('a process with the id of a host that was killed is nobody to end', async () => {
  const folder = runFolder();
  writeRunFile(folder, 'killed', { pid });
  expect((await found(folder))[1]).toEqual(['host', 'ok', 'hostsNone', {}]);
});

test.skipIf(platform !== 'linux')('a host that runs and takes no connection', async () => {
  const folder = runFolder();
  writeRunFile(folder, 'mute', identityOf(pid));
  expect((await found(folder))[1]).toEqual([
    'host',
    'warning',
    'hostMute',
    { pids: [String(pid)] },
  ]);
});
