import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';

// What the tree says when servers end or do not come up.

const programs = mkdtempSync(join(tmpdir(), 'rh-programs-'));
const pids = { phoenix: newPidFile(), mortal: newPidFile(), mute: newPidFile() };

const editor = editorForFile(() => {
  cpSync(join(root, 'test/support/fakeServer'), programs, { recursive: true });
  const servers = {
    phoenix: entry({ pidFile: pids.phoenix, stderr: ['steam is up', 'boiler at 9 bar'] }),
    mortal: entry(
      { pidFile: pids.mortal, stderr: ['all is well'] },
      join(programs, 'stdioServer.mjs'),
    ),
    mute: entry({ pidFile: pids.mute, hangInitialize: true }),
    broken: entry({ exitAtStart: 4, stderr: ['no coal'] }),
    missing: { command: 'no-such-command' },
  };
  const close = () => rmSync(programs, { recursive: true, force: true });
  return { folder: { servers }, running: ['phoenix', 'mortal'], after: [{ close }] };
});
const { tree } = editor;

function entry(options: FakeStdioOptions, program?: string) {
  const { command, args } = fakeStdio(options);
  return { command, args: program === undefined ? args : [program, ...args.slice(1)] };
}

test('a server that cannot come back keeps its reason in the tree until it can', async () => {
  const [program, away] = [join(programs, 'fakeMcp.mjs'), join(programs, 'gone.mjs')];
  renameSync(program, away);
  process.kill(readPids(pids.mortal).pid, 'SIGKILL');
  await tree.row(/^mortalretrying in \d+ s \(attempt [3-5]\) · exit code 1/).waitFor();
  await screenshot(editor.page, 'servers-gone');
  renameSync(away, program);
  await tree.row('mortalrunning · 1 tool').waitFor();
});

test('a command that does not exist has a reason and what to do', async () => {
  await tree.row(/^missingfailed · not found: no-such-command$/).waitFor();
  const rows = await tree.rows();
  const at = rows.findIndex((row) => row.includes('missing'));

  expect(rows[at + 1]).toMatch(/^ {4}The command "no-such-command" was not found/);
  expect(rows[at + 2]).toBe(
    '    Check the spelling, that it is installed, and that it is on the PATH.',
  );
});

test('a server that always ends at its start is given up with a reason', async () => {
  const reason = /^brokenfailed · exit code 4: no coal · 5 times$/;
  await tree.row(reason).waitFor({ timeout: 60_000 });
});

test('a server that never answers says what it waits for, and Stop ends it', async () => {
  const row = tree.row('mutestarting · waiting for its first answer');
  await row.waitFor();
  const { pid } = readPids(pids.mute);
  expect(isRunning(pid)).toBe(true);
  await row.hover();
  await row.getByRole('button', { name: 'Stop Server' }).click();
  await tree.row('mutestopped').waitFor();

  expect(isRunning(pid)).toBe(false);
});

// Last, when nothing else happens, as it is about time.
test('kill -9 is told within a second, with signal and last line, and the server comes back', async () => {
  const told = tree
    .row(/^phoenixretrying in \d+ s \(attempt \d\)/)
    .filter({ hasText: 'signal SIGKILL: boiler at 9 bar' });
  let elapsed = Infinity;
  // Whatever else the machine does may take that second once.
  for (let kills = 3; kills > 0 && elapsed >= 1_000; kills--) {
    process.kill(readPids(pids.phoenix).pid, 'SIGKILL');
    const killed = performance.now();
    // It stands there for a second, in which such a machine may show nothing.
    const isTold = await told.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isTold) elapsed = performance.now() - killed;
    await screenshot(editor.page, 'servers-killed');
    await tree.row('phoenixrunning · 1 tool').waitFor();
  }

  expect(elapsed).toBeLessThan(1_000);
  expect(isRunning(readPids(pids.phoenix).pid)).toBe(true);
});
