import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// A server that comes back with other tools: what differs, what may break, and where it is looked at.

const lists = mkdtempDisposableSync(join(tmpdir(), 'rh-lists-'));
const toolsFile = join(lists.path, 'tools.json');
const amount = { type: 'number' };

function offer(tools: Record<string, object>): void {
  const list = Object.entries(tools).map(([name, properties]) => ({
    name,
    inputSchema: { type: 'object', properties },
  }));
  writeFileSync(toolsFile, JSON.stringify(list));
}

const editor = editorForFile(() => {
  offer({ pay: { amount, currency: { enum: ['NOK', 'EUR'] } }, refund: { amount } });
  return {
    folder: { servers: { till: fakeEntry({ toolsFile }) } },
    running: ['till'],
    after: [lists],
  };
});
const page = new ServerPage(editor);
const { tree, quick } = editor;

test('the page says what differs from last time, and which calls may break', async () => {
  await tree.open();
  await page.openFrom(tree.row('tillrunning · 2 tools'), 'till');
  await page.button('Stop').click();
  await page.button('Start').waitFor();
  offer({ pay: { amount, currency: { enum: ['EUR'] } }, receipt: {} });
  await page.button('Start').click();
  const changes = page.body.locator('.changes');
  await changes.getByText('1 may break calls').waitFor();
  await changes.getByText('The parameter "currency" takes fewer values.').waitFor();
  await expect.poll(() => changes.getByRole('listitem').allInnerTexts()).toHaveLength(3);
  await changes.getByRole('button', { name: 'receipt' }).waitFor();
  expect(await changes.getByRole('button', { name: 'refund' }).count()).toBe(0);
  await screenshot(editor.page, 'changes');
});

test('the held tools are reviewed from there', async () => {
  await page.button('Review Tool Changes').click();
  const diff = editor.page.locator('.monaco-diff-editor');
  await diff.getByText('currency').first().waitFor();
  await editor.page.getByRole('button', { name: 'Accept Shown Tools' }).click();
  await quick.asks('Chat gets these as they are shown.');
  await quick.widget.getByRole('button', { name: 'OK' }).click();
  await editor.page.getByText('Chat now gets 2 tools of till as shown.', { exact: true }).waitFor();
});
