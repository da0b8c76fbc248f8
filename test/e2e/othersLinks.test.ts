import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { InstallDialogs } from '../support/editor/installDialogs';
import { runCommand } from '../support/editor/runCommand';
import { entryOf, type CatalogueEntry } from '../support/registryCatalogue';
import { startRegistry } from '../support/registryServer';

// What others have written becomes no link of the editor, and their pages open as they are written.

const entries: CatalogueEntry[] = [];

const editor = editorForFile(async () => {
  const name = '[free](command:workbench.action.toggleSidebarVisibility)';
  const servers = { [name]: { command: 'no-such-program' } };
  const registry = await startRegistry({ entries });
  const settings = { 'roundhouse.registry': registry.url };
  return { folder: { servers }, settings, running: [], after: [registry] };
});
const { tree, quick } = editor;

test('a name that looks like a link is text in a notification', async () => {
  await tree.row('failed').waitFor({ timeout: 60_000 });
  await runCommand(editor.page, 'MCP Roundhouse: Start Server');
  await quick.choose('free');
  const toast = editor.page.locator('.notification-toast', { hasText: 'no-such-program' });
  await toast.waitFor();
  expect(await toast.locator('.notification-list-item-message a').count()).toBe(0);
  expect(await toast.innerText()).toContain('[free] (command:');
});

test('the page of a server of the registry opens as it is written', async () => {
  const { origin } = new URL(editor.page.url());
  const websiteUrl = `${origin}/healthz?to=${encodeURIComponent('https://x.y/?a=b&c')}`;
  const about = { description: 'Is only described', version: '1.0.0', websiteUrl };
  entries.push(entryOf({ name: 'com.example/book', ...about }));
  const dialogs = new InstallDialogs(editor);
  await dialogs.open();
  await dialogs.quick.row('book').click();
  const opened = editor.page.context().waitForEvent('page');
  await dialogs.modal.getByRole('button', { name: 'Open Website' }).click();
  const page = await opened;
  await page.waitForURL(/healthz/);
  expect(page.url()).toBe(websiteUrl);
  await page.close();
  await dialogs.leave();
});
