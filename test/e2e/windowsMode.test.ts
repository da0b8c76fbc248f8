import { mkdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import type { EditorOptions, TestEditor } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { statusItem } from '../support/editor/statusBar';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// A window that runs its servers itself, because a shared host cannot be had or is not wished.

const pidFile = newPidFile();

interface Mode {
  name: string;
  options: (folder: WorkspaceFolder) => Partial<EditorOptions>;
  status: string;
  warns: boolean;
  report: RegExp;
}

/** Everyone may look into it, so no host may put its secret there. */
function openRunFolder(folder: WorkspaceFolder): string {
  const path = `${folder.path}/run`;
  mkdirSync(path, { mode: 0o755, recursive: true });
  return path;
}

const modes: Mode[] = [
  {
    name: 'fallback',
    options: (folder) => ({ env: { ROUNDHOUSE_HOME: openRunFolder(folder) } }),
    status: '1 of 1 · this window only',
    warns: true,
    report: /^- Host: this window \(The run folder .*\/run belongs to someone else or is open to/m,
  },
  {
    name: 'note',
    options: () => ({ machineSettings: { 'roundhouse.host': 'window' } }),
    status: '1 of 1',
    warns: false,
    report: /^- Host: this window$/m,
  },
];

describe.each(modes)('a window with the host inside: $name', (mode) => {
  const editor = editorForFile(() => {
    const { command, args } = fakeStdio({ grandchild: true, pidFile });
    const folder = workspaceFolder({ fake: { command, args } });
    // The last test closes the window.
    return { folder, running: ['fake'], agrees: false, ...mode.options(folder) };
  });
  const { tree, chat } = editor;

  test('runs the servers and says where', async () => {
    await tree.row('fakerunning · 1 tool').waitFor();
    const item = statusItem(editor.page);
    await item.getByText(mode.status, { exact: true }).waitFor();
    await screenshot(editor.page, `window-${mode.name}`);

    const classes = (await item.getAttribute('class')) ?? '';
    expect(classes.includes('warning-kind')).toBe(mode.warns);
    expect(processesNaming('dist/host.js').filter(isOurs)).toEqual([]);
    expect(await copiedReport(editor)).toMatch(mode.report);
  });

  test('stops and starts a server', async () => {
    const before = readPids(pidFile);
    await runCommand(editor.page, 'MCP Roundhouse: Stop All Servers');
    await tree.row('fakestopped').waitFor();
    expect([before.pid, before.grandchild ?? 0].filter(isRunning)).toEqual([]);
    await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
    await tree.row('fakerunning').waitFor();

    expect(processesNaming(pidFile)).toEqual([readPids(pidFile).pid]);
    expect(readPids(pidFile).pid).not.toBe(before.pid);
  });

  test('gives its tools to the chat agent', async () => {
    await chat.open();
    await chat.send('call echo {"text": "steam"}');
    await chat.allow();

    await chat.answerWith('Result: steam');
  });

  test('leaves no process when it closes', async () => {
    const { pid, grandchild = 0 } = readPids(pidFile);
    expect([pid, grandchild].filter(isRunning)).toEqual([pid, grandchild]);
    await editor.page.goto('about:blank');

    await vi.waitFor(() => expect([pid, grandchild].filter(isRunning)).toEqual([]), {
      timeout: 30_000,
      interval: 200,
    });
    expect(processesNaming(pidFile)).toEqual([]);
  });

  function isOurs(pid: number): boolean {
    return processesNaming(editor.home).includes(pid);
  }
});

async function copiedReport({ page }: TestEditor): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await runCommand(page, 'MCP Roundhouse: Copy Report');
  await page.getByText('The report was copied to the clipboard.').first().waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}
