import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { chooseOwner, reloading } from '../support/editor/chooseOwner';
import { listedServers, waitForServer } from '../support/editor/mcpServers';
import { mcpTools, results } from '../support/editor/modelRequest';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { everythingStdio, everythingTools } from '../support/fakeServer/everything';
import { parentsOfNaming } from '../support/processList';

// One profile, from VS Code's host to Roundhouse and back, twice. VS Code's host has run the entry
// before, so it has the tools cached.

const mark = `owner-${process.pid}`;
const chosen = {
  'roundhouse.trust': 'workspace',
  'roundhouse.servers': { everything: { trustHints: true } },
  'chat.mcp.autostart': 'onlyNew',
};

let folder: WorkspaceFolder;
let editor: TestEditor;
let tree: Tree;

beforeAll(async () => {
  const { command, args } = everythingStdio();
  folder = workspaceFolder({ everything: { command, args: [...args, mark] } });
  editor = await openEditor({
    folder: folder.path,
    settings: { ...chosen, 'roundhouse.owner': 'vscode' },
  });
  tree = new Tree(editor.page);
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

function settings(): Record<string, unknown> {
  const text = readFileSync(join(editor.home, 'data', 'User', 'settings.json'), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

/** Whose child each process of the entry is. */
function runners(): string[] {
  return parentsOfNaming(mark).map((parent) =>
    parent.includes('dist/host.js') ? 'Roundhouse' : 'VS Code',
  );
}

/** Has the model call a tool; gives how often it was offered each of all tools. */
async function callOnce(): Promise<Set<number>> {
  const chat = new Chat(editor.page);
  await chat.open();
  await chat.send('call get-sum {"a": 2, "b": 40}');
  await chat.answerWith('Result:');
  await chat.closeHints();
  const [asked, told] = editor.modelRequests().slice(-2);
  expect(results(told)).toEqual([expect.stringContaining('42')]);
  const tools = [...mcpTools(asked).values()].flat();
  expect(tools.length).toBeGreaterThanOrEqual(everythingTools);
  return new Set(tools.map((tool) => tools.filter((other) => other === tool).length));
}

async function expectRunByEditor(): Promise<void> {
  await tree.open();
  await tree.row('run by VS Code').waitFor({ timeout: 60_000 });
  await expect.poll(runners, { timeout: 20_000 }).not.toContain('Roundhouse');
  expect(await callOnce()).toEqual(new Set([1]));
  expect(await listedServers(editor.page)).toEqual(['everything']);
  expect(runners()).toEqual(['VS Code']);
}

async function takeOver(): Promise<void> {
  await reloading(editor.page, () => chooseOwner(editor.page, 'Roundhouse Runs Them'));
  await tree.open();
  await tree.row(`running · ${everythingTools} tools`).waitFor({ timeout: 60_000 });
  await waitForServer(editor.page, 'everything · Roundhouse');
  expect(settings()).toMatchObject({
    'roundhouse.owner': 'roundhouse',
    'chat.mcp.autostart': 'never',
  });
  expect(await callOnce()).toEqual(new Set([1]));
  expect(runners()).toEqual(['Roundhouse']);
}

test('VS Code runs the entry: each tool is in chat once, and nothing of ours', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'owner-vscode-failed'));
  await expectRunByEditor();
  await screenshot(editor.page, 'chat-owner-vscode');
});

test('Roundhouse takes over: the window reloads, each tool is there once, only our process runs', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'owner-roundhouse-failed'));
  await takeOver();
  await screenshot(editor.page, 'chat-owner-roundhouse');
});

test('given back to VS Code: each tool is there once, our process ends, the setting is as it was', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'owner-back-failed'));
  await chooseOwner(editor.page, 'VS Code Runs Them');
  await expectRunByEditor();
  expect(settings()).toMatchObject({ ...chosen, 'roundhouse.owner': 'vscode' });
});

test('forth and back once more: no tool is doubled, the setting is as it was', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'owner-again-failed'));
  await takeOver();
  await chooseOwner(editor.page, 'VS Code Runs Them');
  await expectRunByEditor();
  expect(settings()).toMatchObject({ ...chosen, 'roundhouse.owner': 'vscode' });
});
