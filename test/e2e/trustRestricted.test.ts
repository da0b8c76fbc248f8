import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { newPidFile } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// Restricted Mode: even where trust in the workspace would be enough, nothing happens without it, also in chat.

const pidFile = newPidFile();

const editor = editorForFile(() => {
  const plain = fakeEntry({ pidFile, tools: ['echo'] });
  const folder = workspaceFolder({});
  const asks = { ...plain, env: { TOKEN: '${input:token}' } };
  folder.write({ plain, asks }, [{ id: 'token', type: 'promptString' }]);
  return {
    folder,
    trusted: false,
    approve: false,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'roundhouse.toolRules': { plain: 'allow' },
      'chat.mcp.autostart': 'never',
      'security.workspace.trust.startupPrompt': 'never',
    },
  };
});
const { tree, chat } = editor;

const questions = () => editor.page.locator('.monaco-dialog-box, .quick-input-widget:visible');

async function expectNothingStarted(): Promise<void> {
  await expect.poll(() => questions().count()).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
  expect(processesNaming(`${editor.home}/run`)).toEqual([]);
}

test('the tree says that the workspace is restricted and nothing runs', async () => {
  for (const name of ['plain', 'asks']) {
    await tree.row(`${name}disabled · Restricted Mode`).waitFor();
  }
  await editor.page.getByText('Restricted Mode: no server is started').waitFor();
  await screenshot(editor.page, 'restricted');
  await expectNothingStarted();
});

test('commands that start something say why they do not', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  const why = 'This workspace is in Restricted Mode, so no server is started.';
  await editor.page.locator('.notifications-toasts').getByText(why).waitFor();
  await screenshot(editor.page, 'restricted-start');
  await expectNothingStarted();
});

test.each(['/servers', '/tools add two numbers', '/prompt', 'call echo {"text": "hi"}'])(
  'to "%s" chat says why nothing runs, and starts nothing',
  async (words) => {
    await runCommand(editor.page, 'Chat: Open Chat');
    await chat.sendTo('roundhouse', words);
    await chat.answerWith('This workspace is in Restricted Mode, so no server is started.');
    const answer = await chat.answerWith('Trust the workspace to use its servers.');
    expect(answer).toContain('Manage Workspace Trust');
    await expectNothingStarted();
    expect(editor.modelRequests()).toHaveLength(0);
  },
);

test('its button leads to trust, which starts what needs no more', async () => {
  await editor.page.getByRole('button', { name: 'Manage Workspace Trust' }).last().click();
  await editor.trust();
  await tree.row('plainrunning').waitFor({ timeout: 60_000 });
  await tree.row('asksblocked · needs a value from you').waitFor();
  expect(await questions().count()).toBe(0);
  expect(processesNaming(pidFile)).toHaveLength(1);

  await chat.open();
  await chat.sendTo('roundhouse', 'call echo {"text": "trusted"}');
  await chat.answerWith('Result: trusted');
});
