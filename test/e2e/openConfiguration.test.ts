import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';

// Looking for the configuration creates nothing that was not asked for.

const folder = mkdtempDisposableSync(join(tmpdir(), 'rh-workspace-'));
const editor = editorForFile(() => ({ folder: folder.path, approve: false, after: [folder] }));
const { quick } = editor;

/** Which of the files are there: of the folder, and of the user. */
const there = () => [
  existsSync(join(folder.path, '.vscode', 'mcp.json')),
  existsSync(join(editor.home, 'data', 'User', 'mcp.json')),
];

async function ask(): Promise<void> {
  await runCommand(editor.page, 'MCP Roundhouse: Open Configuration');
  await quick.asks('Which configuration file?');
}

const tab = () => editor.page.locator('.tab.active').filter({ hasText: 'mcp.json' });

test('where no file is there, Enter creates none', async () => {
  await ask();
  await quick.focused.filter({ hasText: 'There is no configuration file yet' }).waitFor();
  await screenshot(editor.page, 'open-configuration');
  await editor.page.keyboard.press('Enter');
  await quick.widget.waitFor({ state: 'detached' });
  expect(there()).toEqual([false, false]);
  expect(await tab().count()).toBe(0);
});

test('a file is created where that is chosen', async () => {
  await ask();
  await quick.choose('.vscode/mcp.json');
  await tab().waitFor();
  expect(there()).toEqual([true, false]);
  await runCommand(editor.page, 'View: Close Editor');
  await tab().waitFor({ state: 'detached' });
});

test('what is there comes first, and Enter opens it', async () => {
  await ask();
  await quick.focused.filter({ hasText: /^(?!Create).*\.vscode\/mcp\.json/ }).waitFor();
  await editor.page.keyboard.press('Enter');
  await tab().waitFor();
  expect(there()).toEqual([true, false]);
});
