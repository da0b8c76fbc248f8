import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// The tree by its rows' own actions, its search and its keys.

const editor = editorForFile(() => ({
  folder: {
    servers: { everything: everythingEntry(), shop: fakeEntry({ tools: ['sell.apple', 'echo'] }) },
  },
}));
const { quick, tree } = editor;
const page = new ServerPage(editor);

test('its search finds tools of servers that were never expanded', async () => {
  const title = editor.page.locator('.part.sidebar .composite.title, .part.sidebar .pane-header');
  await title.getByRole('button', { name: 'Find in Servers View' }).first().click();
  await editor.page.locator('.tree-find-container, .monaco-tree-type-filter').first().waitFor();
  await editor.page.keyboard.type('sell');
  await tree.row('sell.apple').waitFor();
  await screenshot(editor.page, 'tree-find');
  await editor.page.keyboard.press('Escape');
  await tree.row('get-sum').waitFor();
});

test('a tool has its page and its names on its row', async () => {
  const row = tree.row('sell.apple');
  // What the search has expanded may be expanded still, so that the row is just below what can be seen.
  await tree.scrollUp(row);
  await tree.act(row, 'Try Tool…', page.body.getByRole('heading', { name: 'sell.apple' }));
  await row.hover();
  await screenshot(editor.page, 'tree-row');
  await row.getByRole('button', { name: 'Copy Name' }).click();
  await expect.poll(() => editor.clipboard()).toBe('sell.apple');
  await editor.menu.choose(row, 'Copy Chat Mention');
  await expect.poll(() => editor.clipboard()).toBe('#sell--apple');
});

test('keys open the view and ask for a server', async () => {
  const { keyboard } = editor.page;
  await keyboard.press('Control+K');
  await keyboard.press('Shift+M');
  await quick.choose('shop');
  await page.title.filter({ hasText: 'shop' }).waitFor();
  await page.body.getByRole('tab', { name: /^Traffic/, selected: true }).waitFor();
});
