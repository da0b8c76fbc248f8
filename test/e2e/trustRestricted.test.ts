import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newPidFile } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// Restricted Mode: even where trust in the workspace would be enough, nothing happens without it.

const pidFile = newPidFile();
let folder: WorkspaceFolder;
let editor: TestEditor;
let tree: Tree;

beforeAll(async () => {
  const { command, args } = fakeStdio({ pidFile });
  folder = workspaceFolder({});
  const asks = { command, args, env: { TOKEN: '${input:token}' } };
  const inputs = [{ id: 'token', type: 'promptString' }];
  writeFileSync(
    join(folder.path, '.vscode', 'mcp.json'),
    JSON.stringify({ inputs, servers: { plain: { command, args }, asks } }),
  );
  editor = await openEditor({
    folder: folder.path,
    trusted: false,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'security.workspace.trust.startupPrompt': 'never',
    },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  tree = new Tree(editor.page);
  await tree.open();
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

const questions = () => editor.page.locator('.monaco-dialog-box, .quick-input-widget:visible');

test('the tree says that the workspace is restricted and nothing runs', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'restricted-failed'));
  for (const name of ['plain', 'asks']) {
    await tree.row(`${name}disabled · Restricted Mode`).waitFor();
  }
  await editor.page.getByText('Restricted Mode: no server is started').waitFor();
  await screenshot(editor.page, 'restricted');

  expect(existsSync(pidFile)).toBe(false);
  expect(processesNaming(`${editor.home}/run`)).toEqual([]);
  await expect.poll(() => questions().count()).toBe(0);
});

test('commands that start something say why they do not', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'restricted-start-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  const why = 'This workspace is in Restricted Mode, so no server is started.';
  await editor.page.locator('.notifications-toasts').getByText(why).waitFor();
  await screenshot(editor.page, 'restricted-start');

  await expect.poll(() => questions().count()).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
});

test('trust given later starts what needs no more', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'restricted-trusted-failed'));
  await runCommand(editor.page, 'Workspaces: Manage Workspace Trust');
  await editor.page.getByRole('button', { name: 'Trust', exact: true }).click();
  await tree.row('plainrunning').waitFor({ timeout: 60_000 });
  await tree.row('asksblocked · needs a value from you').waitFor();

  expect(await questions().count()).toBe(0);
  expect(processesNaming(pidFile)).toHaveLength(1);
});
