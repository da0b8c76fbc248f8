import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newPidFile } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// Restricted Mode: even where trust in the workspace would be enough, nothing happens without it.

const pidFile = newPidFile();

const editor = editorForFile(() => {
  const { command, args } = fakeStdio({ pidFile });
  const folder = workspaceFolder({});
  const asks = { command, args, env: { TOKEN: '${input:token}' } };
  folder.write({ plain: { command, args }, asks }, [{ id: 'token', type: 'promptString' }]);
  return {
    folder,
    trusted: false,
    approve: false,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'chat.mcp.autostart': 'never',
      'security.workspace.trust.startupPrompt': 'never',
    },
  };
});
const { tree } = editor;

const questions = () => editor.page.locator('.monaco-dialog-box, .quick-input-widget:visible');

test('the tree says that the workspace is restricted and nothing runs', async () => {
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
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  const why = 'This workspace is in Restricted Mode, so no server is started.';
  await editor.page.locator('.notifications-toasts').getByText(why).waitFor();
  await screenshot(editor.page, 'restricted-start');

  await expect.poll(() => questions().count()).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
});

test('trust given later starts what needs no more', async () => {
  // The palette does not offer this command in each window.
  await editor.page.locator('[id="status.workspaceTrust"]').click();
  await editor.page.getByRole('button', { name: 'Trust', exact: true }).click();
  const pageOfTrust = editor.page.locator('.monaco-modal-editor-block');
  await pageOfTrust
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await tree.row('plainrunning').waitFor({ timeout: 60_000 });
  await tree.row('asksblocked · needs a value from you').waitFor();

  expect(await questions().count()).toBe(0);
  expect(processesNaming(pidFile)).toHaveLength(1);
});
