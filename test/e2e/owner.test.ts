import { expect, test } from 'vitest';
import { userSettings } from '../support/editor/changeSettings';
import { chooseOwner, reloading } from '../support/editor/chooseOwner';
import { editorForFile } from '../support/editor/fileEditor';
import { treeAgreesWithChat } from '../support/editor/inChat';
import { listedServers } from '../support/editor/mcpServers';
import { mcpTools, results } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import { everythingEntry, everythingTools } from '../support/fakeServer/everything';
import { parentsOfNaming } from '../support/processList';

// One profile, from VS Code's host to Roundhouse and back, twice. VS Code's host has run the entry
// before, so it has the tools cached.

const mark = `owner-${process.pid}`;
const chosen = {
  'roundhouse.servers': { everything: { trustHints: true } },
  'chat.mcp.autostart': 'onlyNew',
};

const editor = editorForFile(() => {
  const { command, args } = everythingEntry();
  const servers = { everything: { command, args: [...args, mark] } };
  const settings = { ...chosen, 'roundhouse.owner': 'vscode' };
  return { folder: { servers }, settings, approve: false };
});
const { tree, chat } = editor;

/** Whose child each process of the entry is. */
function runners(): string[] {
  return parentsOfNaming(mark).map((parent) =>
    parent.includes('dist/host.js') ? 'Roundhouse' : 'VS Code',
  );
}

/** Has the model call a tool; gives how often it was offered each of all tools. */
async function callOnce(): Promise<Set<number>> {
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
  await expect.poll(runners).not.toContain('Roundhouse');
  expect(await callOnce()).toEqual(new Set([1]));
  expect(await listedServers(editor.page)).toEqual(['everything']);
  expect(runners()).toEqual(['VS Code']);
}

async function takeOver(): Promise<void> {
  await reloading(editor.page, () => chooseOwner(editor.page, 'Roundhouse'));
  await tree.open();
  await tree.row(`running · ${everythingTools} tools`).waitFor({ timeout: 60_000 });
  expect(userSettings(editor)).toMatchObject({
    'roundhouse.owner': 'roundhouse',
    'chat.mcp.autostart': 'never',
  });
  await chat.open();
  // The window has just been loaded anew, and chat connects once the server runs.
  await treeAgreesWithChat(editor, editor, { expected: ['everything'] });
  expect(await callOnce()).toEqual(new Set([1]));
  expect(runners()).toEqual(['Roundhouse']);
}

test('VS Code runs the entry: each tool is in chat once, and nothing of ours', async () => {
  await expectRunByEditor();
  await screenshot(editor.page, 'chat-owner-vscode');
});

test('Roundhouse takes over: the window reloads, each tool is there once, only our process runs', async () => {
  await takeOver();
  await screenshot(editor.page, 'chat-owner-roundhouse');
});

test('given back to VS Code: each tool is there once, our process ends, the setting is as it was', async () => {
  await chooseOwner(editor.page, 'VS Code');
  await expectRunByEditor();
  expect(userSettings(editor)).toMatchObject({ ...chosen, 'roundhouse.owner': 'vscode' });
});

test('forth and back once more: no tool is doubled, the setting is as it was', async () => {
  await takeOver();
  await chooseOwner(editor.page, 'VS Code');
  await expectRunByEditor();
  expect(userSettings(editor)).toMatchObject({ ...chosen, 'roundhouse.owner': 'vscode' });
});
