import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { everythingStdio } from '../support/fakeServer/everything';

// `@roundhouse` in light, dark and high contrast, for a person to look at.

const settings = {
  'roundhouse.owner': 'roundhouse',
  'roundhouse.trust': 'workspace',
  'chat.mcp.autostart': 'never',
};
let folder: WorkspaceFolder;
let editor: TestEditor;

beforeAll(async () => {
  const { command, args } = everythingStdio();
  folder = workspaceFolder({
    everything: { command, args },
    database: { command: 'no-such-command' },
  });
  editor = await openEditor({ folder: folder.path, settings });
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

test.each([
  { name: 'light', theme: 'Visual Studio Light', shownBy: 'vs' },
  { name: 'dark', theme: 'Visual Studio Dark', shownBy: 'vs-dark' },
  { name: 'hc', theme: 'Default High Contrast', shownBy: 'hc-black' },
])('a conversation in $name', async ({ name, theme, shownBy }) => {
  const { page } = editor;
  onTestFailed(() => pictureOfFailure(page, `participant-${name}-failed`));
  const file = join(editor.home, 'data', 'User', 'settings.json');
  writeFileSync(file, JSON.stringify({ ...settings, 'workbench.colorTheme': theme }));
  await page.reload();
  await page.locator(`.monaco-workbench.${shownBy}`).waitFor();
  const tree = new Tree(page);
  await tree.open();
  await tree.row('everythingrunning · ').waitFor({ timeout: 60_000 });
  await tree.row('databasefailed').waitFor();
  const chat = new Chat(page);
  await chat.open();
  await chat.sendTo('roundhouse', '/servers');
  expect(await chat.answerWith('Why?')).toContain('database failed');
  await chat.closeHints();
  await screenshot(page, `participant-servers-${name}`);
  await chat.sendTo('roundhouse', '/tools add two numbers');
  await chat.answerWith('best first');
  await screenshot(page, `participant-tools-${name}`);
  await chat.sendTo('roundhouse', 'call get-sum {"a": 19, "b": 23}');
  await chat.asks('Run "get-sum" on everything?');
  await screenshot(page, `participant-asks-${name}`);
  await chat.skip();
  await chat.answerWith('chose to skip');
});
