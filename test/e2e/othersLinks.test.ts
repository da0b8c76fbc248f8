import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { InstallDialogs } from '../support/editor/installDialogs';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { QuickInput } from '../support/editor/quickInput';
import { runCommand } from '../support/editor/runCommand';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { entryOf, type CatalogueEntry } from '../support/registryCatalogue';
import { startRegistry, type RegistryServer } from '../support/registryServer';

// What others have written becomes no link of the editor, and their pages open as they are written.

const name = '[free](command:workbench.action.toggleSidebarVisibility)';
const entries: CatalogueEntry[] = [];
let folder: WorkspaceFolder;
let registry: RegistryServer;
let editor: TestEditor;

beforeAll(async () => {
  folder = workspaceFolder({ [name]: { command: 'no-such-program' } });
  registry = await startRegistry({ entries });
  editor = await openEditor({
    folder: folder.path,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'roundhouse.registry': registry.url,
      'chat.mcp.autostart': 'never',
    },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  const tree = new Tree(editor.page);
  await tree.open();
  await tree.row('failed').waitFor({ timeout: 60_000 });
});

afterAll(async () => {
  await editor?.close();
  await registry?.close();
  folder?.remove();
});

test('a name that looks like a link is text in a notification', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'others-links-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Start Server');
  const quick = new QuickInput(editor.page);
  await quick.choose('free');
  const toast = editor.page.locator('.notification-toast', { hasText: 'no-such-program' });
  await toast.waitFor();
  expect(await toast.locator('.notification-list-item-message a').count()).toBe(0);
  expect(await toast.innerText()).toContain('[free] (command:');
});

test('the page of a server of the registry opens as it is written', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'others-pages-failed'));
  const { origin } = new URL(editor.page.url());
  const websiteUrl = `${origin}/healthz?to=${encodeURIComponent('https://x.y/?a=b&c')}`;
  const about = { description: 'Is only described', version: '1.0.0', websiteUrl };
  entries.push(entryOf({ name: 'com.example/book', ...about }));
  const dialogs = new InstallDialogs(editor.page);
  await dialogs.open();
  await dialogs.quick.row('book').click();
  const opened = editor.page.context().waitForEvent('page');
  await dialogs.modal.getByRole('button', { name: 'Open Website' }).click();
  const page = await opened;
  await page.waitForURL(/healthz/);
  expect(page.url()).toBe(websiteUrl);
  await page.close();
});
