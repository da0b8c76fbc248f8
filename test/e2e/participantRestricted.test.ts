import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newPidFile } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// `@roundhouse` in Restricted Mode: it says why it does nothing, and leads to what can be done.

const pidFile = newPidFile();

const editor = editorForFile(() => {
  const { command, args } = fakeStdio({ pidFile, tools: ['echo'] });
  const settings = { 'roundhouse.toolRules': { depot: 'allow' } };
  const servers = { depot: { command, args } };
  return { folder: { servers }, trusted: false, settings, approve: false };
});
const { tree, chat, approval } = editor;

beforeAll(async () => {
  await tree.row('depotdisabled · Restricted Mode').waitFor();
  await runCommand(editor.page, 'Chat: Open Chat');
});

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
  const pageOfTrust = page.locator('.monaco-modal-editor-block');
  await pageOfTrust
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await editor.setUp();
  await approval.approve();
  await tree.row('depotrunning · 1 tool').waitFor({ timeout: 60_000 });
  await approval.cancel();
  await chat.open();
  await chat.sendTo('roundhouse', 'call echo {"text": "trusted"}');
  await chat.answerWith('Result: trusted');
  expect(processesNaming(pidFile)).toHaveLength(1);
});
