import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { Chat } from '../support/editor/chat';
import { openEditor, type EditorOptions, type TestEditor } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { statusItem } from '../support/editor/statusBar';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// A window that runs its servers itself, because a shared host cannot be had or is not wished.

const pidFile = newPidFile();
let folder: WorkspaceFolder;

beforeAll(() => {
  const { command, args } = fakeStdio({ grandchild: true, pidFile });
  folder = workspaceFolder({ fake: { command, args } });
});

afterAll(() => folder?.remove());

interface Mode extends Partial<EditorOptions> {
  name: string;
  status: string;
  warns: boolean;
  report: RegExp;
}

/** Everyone may look into it, so no host may put its secret there. */
function openRunFolder(): string {
  const path = `${folder.path}/run`;
  mkdirSync(path, { mode: 0o755, recursive: true });
  return path;
}

const modes: (() => Mode)[] = [
  () => ({
    name: 'fallback',
    env: { ROUNDHOUSE_HOME: openRunFolder() },
    status: '1 of 1 · this window only',
    warns: true,
    report: /^- Host: this window \(The run folder .*\/run belongs to someone else or is open to/m,
  }),
  () => ({
    name: 'wish',
    machineSettings: { 'roundhouse.host': 'window' },
    status: '1 of 1',
    warns: false,
    report: /^- Host: this window$/m,
  }),
];

describe.each(modes)('a window with the host inside, case %#', (modeOf) => {
  let mode: Mode;
  let editor: TestEditor;

  beforeAll(async () => {
    mode = modeOf();
    editor = await openEditor({
      folder: folder.path,
      settings: {
        'roundhouse.owner': 'roundhouse',
        'roundhouse.trust': 'workspace',
        // As the choice of the owner sets it; a copy that VS Code starts would write the same file.
        'chat.mcp.autostart': 'never',
      },
      ...mode,
    });
  });

  afterAll(() => editor?.close());

  test('runs the servers and says where', async () => {
    onTestFailed(() => pictureOfFailure(editor.page, `window-${mode.name}-failed`));
    const tree = new Tree(editor.page);
    await tree.open();
    await tree.row('fakerunning · 1 tool').waitFor({ timeout: 60_000 });
    const item = statusItem(editor.page);
    await item.getByText(mode.status, { exact: true }).waitFor();
    await screenshot(editor.page, `window-${mode.name}`);

    const classes = (await item.getAttribute('class')) ?? '';
    expect(classes.includes('warning-kind')).toBe(mode.warns);
    expect(processesNaming('dist/host.js').filter(isOurs)).toEqual([]);
    expect(await copiedReport(editor)).toMatch(mode.report);
  });

  test('stops and starts a server', async () => {
    onTestFailed(() => pictureOfFailure(editor.page, `window-${mode.name}-start-failed`));
    const before = readPids(pidFile);
    const tree = new Tree(editor.page);
    await runCommand(editor.page, 'MCP Roundhouse: Stop All Servers');
    await tree.row('fakestopped').waitFor();
    expect([before.pid, before.grandchild ?? 0].filter(isRunning)).toEqual([]);
    await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
    await tree.row('fakerunning').waitFor();

    expect(processesNaming(pidFile)).toEqual([readPids(pidFile).pid]);
    expect(readPids(pidFile).pid).not.toBe(before.pid);
  });

  test('gives its tools to the chat agent', async () => {
    onTestFailed(() => pictureOfFailure(editor.page, `window-${mode.name}-chat-failed`));
    const chat = new Chat(editor.page);
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
