import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { Chat } from '../support/editor/chat';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';

// The chain that the other tests stand on, without Roundhouse in it: the real chat agent, the scripted
// model, VS Code's own MCP host and a server that is not ours.

const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

let folder: string;
let editor: TestEditor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rh-workspace-'));
  mkdirSync(join(folder, '.vscode'));
  const servers = { everything: { command: 'node', args: [everything, 'stdio'] } };
  writeFileSync(join(folder, '.vscode', 'mcp.json'), JSON.stringify({ servers }, undefined, 2));
  editor = await openEditor({ folder, roundhouse: false });
});

afterAll(async () => {
  await editor?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the chat agent calls a tool and its result reaches the next turn of the model', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'harness-failed'));
  const chat = new Chat(editor.page);
  await chat.open();
  await chat.send('call echo {"message": "steam"}');
  await chat.answerWith('Result: Echo: steam');

  const [asked, told] = editor.modelRequests().slice(-2);
  expect(asked?.answer).toMatchObject({ kind: 'call', input: { message: 'steam' } });
  expect(asked?.tools.filter((name) => name.endsWith('_echo'))).toHaveLength(1);
  expect(told?.messages.at(-1)?.parts).toContainEqual({ kind: 'result', text: 'Echo: steam' });
});

test('a tool that may change something is called only after the confirmation', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'harness-confirmation-failed'));
  const chat = new Chat(editor.page);
  await chat.open();
  await chat.send('call toggle-simulated-logging {}');
  await chat.confirmation.waitFor({ timeout: 60_000 });
  const before = editor.modelRequests().length;
  await screenshot(editor.page, 'harness-confirmation');
  await chat.allow();
  const answer = await chat.answerWith('Result:');

  expect(answer).toContain('Started simulated');
  expect(editor.modelRequests()).toHaveLength(before + 1);
});

test('the rows of a tree can be read', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'harness-tree-failed'));
  const tree = new Tree(editor.page, 'Explorer');
  await tree.open();
  await tree.row('.vscode').click();
  await tree.row('mcp.json').waitFor();

  expect(await tree.rows()).toEqual(['.vscode', '  mcp.json']);
});

test('a second window opens on the same folder and runs a command', async () => {
  const second = await editor.openWindow();
  onTestFailed(() => pictureOfFailure(second, 'harness-second-failed'));
  await runCommand(second, 'MCP: List Servers');
  await second.locator('.quick-input-list').getByText('everything').first().waitFor();
  await second.close();
});

test('a message that orders nothing is answered with the tools at hand', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'harness-help-failed'));
  const chat = new Chat(editor.page);
  await chat.open();
  await chat.send('What can you do?');
  const answer = await chat.answerWith('tools:');

  expect(answer).toContain('_echo');
});
