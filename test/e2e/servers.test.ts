import { cpSync, mkdtempDisposableSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { editorForFile } from '../support/editor/fileEditor';
import { notificationIn } from '../support/editor/notifications';
import { hostsOf } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry, fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';

// What a person learns of servers: of those that run, that end, and that do not come up.

const programs = mkdtempDisposableSync(join(tmpdir(), 'rh-programs-'));
const pids = { phoenix: newPidFile(), mortal: newPidFile(), mute: newPidFile() };

const editor = editorForFile(() => {
  cpSync(join(root, 'test/support/fakeServer'), programs.path, { recursive: true });
  const mortal = fakeEntry({ pidFile: pids.mortal, stderr: ['all is well'] });
  const [, ...options] = mortal.args;
  const folder = workspaceFolder({
    phoenix: fakeEntry({ pidFile: pids.phoenix, stderr: ['steam is up', 'boiler at 9 bar'] }),
    mortal: { ...mortal, args: [join(programs.path, 'stdioServer.mjs'), ...options] },
    plain: fakeEntry({ prompts: ['greet'] }),
    changing: { command: process.execPath, args: ['${workspaceFolder}/changing.mjs'] },
    mute: fakeEntry({ pidFile: pids.mute, hangInitialize: true }),
    broken: fakeEntry({ exitAtStart: 4, stderr: ['no coal'] }),
    missing: { command: 'no-such-command' },
    '[free](command:workbench.action.toggleSidebarVisibility)': { command: 'no-such-program' },
  });
  offer(folder, ['old', 'echo']);
  return { folder, running: ['phoenix', 'mortal', 'plain', 'changing'], after: [programs] };
});
const { tree, quick } = editor;

/** Makes the server "changing" one with these tools at its next start; its entry stays the same. */
function offer(folder: WorkspaceFolder, tools: readonly string[]): void {
  const [script = ''] = fakeStdio().args;
  const options = JSON.stringify(JSON.stringify({ tools }));
  const lines = [`process.argv[2] = ${options};`, `await import(${JSON.stringify(script)});`];
  writeFileSync(join(folder.path, 'changing.mjs'), lines.join('\n'));
}

test('pointing at a server tells how it is and what it takes', async () => {
  const tooltip = await tree.tooltip(tree.row('plainrunning'), 'plain · running');
  await screenshot(editor.page, 'server-tooltip');

  // A second look within a minute tells the processor's share as well.
  expect(await tooltip.innerText()).toMatch(
    /^plain · running · 1 tool · 1 prompt\s+up \d+ (?:s|min)\s+pid \d+ · 1 process · [\d.]+ MB(?: · \d+ % CPU)?\s+fake/,
  );
});

test('the list of resources follows the servers, and one that is picked can be stopped', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Show Process Usage');
  await quick.row(/plain.*1 process · \d+ MB · \d+ % CPU · up/).waitFor();
  await quick.widget.getByText(/^\d+ servers · \d+ processes · \d+ MB$/).waitFor();
  await screenshot(editor.page, 'resources');
  await quick.choose('plain');
  await quick.asks('What to do with plain?');
  await quick.choose('Stop');
  await tree.row('plainstopped · 1 tool · 1 prompt from last time').waitFor();
});

test('tools that differ from last time are counted, named and shown', async () => {
  offer(editor.folder, ['echo', 'fresh']);
  const changed = tree.row(/^changingrunning · 2 tools.*, changed/);
  await tree.act(tree.row('changingrunning'), 'Restart Server', changed);
  await tree.expand(tree.row('changingrunning'));
  await tree.row('1 new tool').click();
  const page = new ServerPage(editor);
  await page.title.filter({ hasText: 'changing' }).waitFor();
  await page.body.getByText('fresh').first().waitFor();
  await screenshot(editor.page, 'tools-differ');
});

test('the report says what servers take and which host they have', async () => {
  const report = await editor.copiedReport();
  const [pid] = hostsOf(editor);

  expect(report).toMatch(new RegExp(`^- Host: shared process ${pid}, build \\w+, up \\d+`, 'm'));
  expect(report).toMatch(/^- Now: up \d+ (?:s|min) · 1 process · \d+ MB/m);
});

test('a name that looks like a link is text in a notification', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Start Server');
  await quick.choose('free');
  const toast = notificationIn(editor.page, 'no-such-program');
  await toast.waitFor();
  expect(await toast.locator('.notification-list-item-message a').count()).toBe(0);
  expect(await toast.innerText()).toContain('[free] (command:');
});

test('a server that cannot come back keeps its reason in the tree until it can', async () => {
  const [program, away] = [join(programs.path, 'fakeMcp.mjs'), join(programs.path, 'gone.mjs')];
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
test('kill -9 is told before the next try, with signal and last line, and the server comes back', async () => {
  const told = tree
    .row(/^phoenixretrying in \d+ s \(attempt \d\)/)
    .filter({ hasText: 'signal SIGKILL: boiler at 9 bar' });
  let isTold = false;
  // It stands there until the next try a second later, in which a busy machine may show nothing.
  for (let kills = 3; kills > 0 && !isTold; kills--) {
    process.kill(readPids(pids.phoenix).pid, 'SIGKILL');
    isTold = await told.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    await screenshot(editor.page, 'servers-killed');
    await tree.row('phoenixrunning · 1 tool').waitFor();
  }

  expect(isTold).toBe(true);
  expect(isRunning(readPids(pids.phoenix).pid)).toBe(true);
});
