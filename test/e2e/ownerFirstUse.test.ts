import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { answerOwner, chooseOwner, dialog } from '../support/editor/chooseOwner';
import { listedServers } from '../support/editor/mcpServers';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { everythingStdio, everythingTools } from '../support/fakeServer/everything';
import { processesNaming } from '../support/processList';

// A person who just installed Roundhouse: nothing is chosen, nothing is approved.

const mark = `first-use-${process.pid}`;

let folder: WorkspaceFolder;
let editor: TestEditor;
let tree: Tree;

beforeAll(async () => {
  const { command, args } = everythingStdio();
  const marked = { command, args: [...args, mark] };
  folder = workspaceFolder({ one: marked, two: { ...marked, env: { TOKEN: 'a secret' } } });
  editor = await openEditor({ folder: folder.path });
  tree = new Tree(editor.page);
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

function autostart(): unknown {
  const text = readFileSync(join(editor.home, 'data', 'User', 'settings.json'), 'utf8');
  return (JSON.parse(text) as Record<string, unknown>)['chat.mcp.autostart'];
}

const running = () => processesNaming(mark).length;

test('nothing starts by itself, and the tree says what is to be decided', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'first-use-failed'));
  await tree.open();
  await tree.row('not decided who runs them').waitFor({ timeout: 60_000 });
  await tree.row('twonot decided who runs it').waitFor();
  // The host has answered by now, so what it was told to start would be there.
  await editor.page.locator('.statusbar').getByText('0 of 2').waitFor({ timeout: 30_000 });
  await screenshot(editor.page, 'chat-first-use');
  expect(running()).toBe(0);
  expect(await listedServers(editor.page)).toEqual(['one', 'two']);
});

test('Start asks who runs the servers; left unanswered, nothing happens', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'first-use-start-failed'));
  await tree.row('onenot decided').click();
  await tree.row('onenot decided').getByRole('button', { name: 'Start Server' }).click();
  await dialog(editor.page).getByText('Who runs the MCP servers?').waitFor();
  await screenshot(editor.page, 'chat-owner-question');
  await dialog(editor.page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(editor.page).waitFor({ state: 'detached' });
  await tree.row('onenot decided').waitFor();
  expect(running()).toBe(0);
});

test('Start of one entry, answered, approves and runs this one alone', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'first-use-answered-failed'));
  await tree.row('onenot decided').getByRole('button', { name: 'Start Server' }).click();
  await answerOwner(editor.page, 'Roundhouse Runs Them');
  await tree.row(`onerunning · ${everythingTools} tools`).waitFor({ timeout: 30_000 });
  await tree.row('twoblocked · needs your approval').waitFor();
  expect(running()).toBe(1);
  expect(autostart()).toBe('never');
});

test('Start All asks once for the rest, with all that is to run and without its secrets', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'first-use-trust-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  const question = dialog(editor.page);
  await question.getByText('Start the MCP server "two"?').waitFor();
  await screenshot(editor.page, 'chat-trust-question');
  const text = await question.innerText();
  for (const arg of everythingStdio().args) expect(text).toContain(arg);
  expect(text).toContain(mark);
  expect(text).toContain('TOKEN');
  expect(text).not.toContain('a secret');
  await question.getByRole('button', { name: 'Approve and Start' }).click();
  await tree.row(`tworunning · ${everythingTools} tools`).waitFor({ timeout: 30_000 });
  expect(running()).toBe(2);
});

test('VS Code chosen and Roundhouse again: ours end and come back, the setting goes and comes', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'first-use-switch-failed'));
  await chooseOwner(editor.page, 'VS Code Runs Them');
  await tree.row('tworun by VS Code').waitFor();
  await expect.poll(running, { timeout: 20_000 }).toBe(0);
  await expect.poll(autostart).toBeUndefined();
  await chooseOwner(editor.page, 'Roundhouse Runs Them');
  await tree.row(`onerunning · ${everythingTools} tools`).waitFor({ timeout: 60_000 });
  await tree.row(`tworunning · ${everythingTools} tools`).waitFor({ timeout: 60_000 });
  expect(running()).toBe(2);
  expect(autostart()).toBe('never');
});
