import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runningHosts } from '../../../src/ipc/runFolder';

test('finds the hosts of all builds that run, and nothing else that lies there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rh-run-'));
  const ended = spawn(process.execPath, ['--version']);
  await once(ended, 'exit');
  const run = (pid = 0) => JSON.stringify({ pid, address: 'x', secret: 's', build: 'b1' });
  writeFileSync(join(folder, 'one.json'), run(process.pid));
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
