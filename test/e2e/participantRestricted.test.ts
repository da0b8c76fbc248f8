import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureIfFailed } from '../support/editor/pictureOfFailure';
import { runByRoundhouse } from '../support/editor/runByRoundhouse';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newPidFile } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// `@roundhouse` in Restricted Mode: it says why it does nothing, and leads to what can be done.

const pidFile = newPidFile();
let folder: WorkspaceFolder;
let editor: TestEditor;
let chat: Chat;
let tree: Tree;

beforeAll(async () => {
  const { command, args } = fakeStdio({ pidFile, tools: ['echo'] });
  folder = workspaceFolder({ depot: { command, args } });
  editor = await openEditor({
    folder: folder.path,
    trusted: false,
    settings: {
      ...runByRoundhouse,
      'roundhouse.toolRules': { depot: 'allow' },
      'security.workspace.trust.startupPrompt': 'never',
    },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  chat = new Chat(editor.page);
  tree = new Tree(editor.page);
  await tree.open();
  await tree.row('depotdisabled · Restricted Mode').waitFor();
  await runCommand(editor.page, 'Chat: Open Chat');
}, 240_000);

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

beforeEach(({ task }) => pictureIfFailed(() => editor.page, 'participant', task));

test.each(['/servers', '/tools', '/tools add two numbers', '/prompt', 'call echo {"text": "hi"}'])(
  'to "%s" it says why nothing runs, and starts nothing',
  async (words) => {
    await chat.sendTo('roundhouse', words);
    await chat.answerWith('This workspace is in Restricted Mode, so no server is started.');
    const answer = await chat.answerWith('Trust the workspace to use its servers.');
    expect(answer).toContain('Manage Workspace Trust');
    expect(existsSync(pidFile)).toBe(false);
    expect(processesNaming(`${editor.home}/run`)).toEqual([]);
    expect(editor.modelRequests()).toHaveLength(0);
  },
);

test('its button leads to trust, and with that it works', async () => {
  const { page } = editor;
  await screenshot(page, 'participant-restricted');
  await page.getByRole('button', { name: 'Manage Workspace Trust' }).last().click();
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await tree.row('depotrunning').waitFor({ timeout: 60_000 });
  const pageOfTrust = page.locator('.monaco-modal-editor-block');
  await pageOfTrust
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await chat.open();
  await chat.sendTo('roundhouse', 'call echo {"text": "trusted"}');
  await chat.answerWith('Result: trusted');
  expect(processesNaming(pidFile)).toHaveLength(1);
});
