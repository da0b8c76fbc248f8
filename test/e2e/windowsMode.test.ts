import { mkdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { statusItem } from '../support/editor/statusBar';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// A window that runs its servers itself, because everyone may look into the run folder: no host may put its secret there.

const pidFile = newPidFile();

const editor = editorForFile(() => {
  const folder = workspaceFolder({ fake: fakeEntry({ grandchild: true, pidFile }) });
  const run = `${folder.path}/run`;
  mkdirSync(run, { mode: 0o755, recursive: true });
  // The last test closes the window.
  return { folder, running: ['fake'], agrees: false, env: { ROUNDHOUSE_HOME: run } };
});
const { tree, chat } = editor;

test('it says that it does, and why', async () => {
  await tree.row('fakerunning · 1 tool').waitFor();
  const item = statusItem(editor.page);
  await item.getByText('1 of 1 · this window only', { exact: true }).waitFor();
  await screenshot(editor.page, 'window-fallback');

  expect(await item.getAttribute('class')).toContain('warning-kind');
  const ours = processesNaming(editor.home);
  expect(processesNaming('dist/host.js').filter((pid) => ours.includes(pid))).toEqual([]);
  expect(await editor.copiedReport()).toMatch(
    /^- Host: this window \(The run folder .*\/run belongs to someone else or is open to/m,
  );
});

test('it stops and starts a server', async () => {
  const before = readPids(pidFile);
  await runCommand(editor.page, 'MCP Roundhouse: Stop All Servers');
  await tree.row('fakestopped').waitFor();
  expect([before.pid, before.grandchild ?? 0].filter(isRunning)).toEqual([]);
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await tree.row('fakerunning').waitFor();

  expect(processesNaming(pidFile)).toEqual([readPids(pidFile).pid]);
  expect(readPids(pidFile).pid).not.toBe(before.pid);
});

test('it gives its tools to the chat agent', async () => {
  await chat.open();
  await chat.send('call echo {"text": "steam"}');
  await chat.allow();
  await chat.answerWith('Result: steam');
});

test('it leaves no process when it closes', async () => {
  const { pid, grandchild = 0 } = readPids(pidFile);
  expect([pid, grandchild].filter(isRunning)).toEqual([pid, grandchild]);
  await editor.page.goto('about:blank');

  await vi.waitFor(() => expect([pid, grandchild].filter(isRunning)).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  });
  expect(processesNaming(pidFile)).toEqual([]);
});
