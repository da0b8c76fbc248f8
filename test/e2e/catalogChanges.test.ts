import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { violations } from '../support/editor/accessibility';
import { editorForFile } from '../support/editor/fileEditor';
import { looksOfRun, reloadIn } from '../support/editor/looks';
import { screenshot, zoomed } from '../support/editor/screenshot';
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
const { tree } = editor;

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
  // What is not to be reviewed is only listed.
  await expect.poll(() => changes.getByText('refund').count()).toBe(1);
  expect(await changes.getByRole('button', { name: 'refund' }).count()).toBe(0);
  await expect.poll(() => changes.locator('.review').count()).toBe(2);
  await changes.locator('del').getByText('enum: ["NOK","EUR"]').waitFor();
  await changes.locator('ins').getByText('enum: ["EUR"]').waitFor();
  await screenshot(editor.page, 'changes');
});

test.each(looksOfRun)('the review in $name, for everybody', async (look) => {
  await reloadIn(look, editor);
  await tree.open();
  await page.openFrom(tree.row('till'), 'till');
  await page.open('Overview');
  await page.body.locator('.review del').first().waitFor();
  await screenshot(editor.page, `changes-${look.name}`);
  expect(await violations(page.body)).toEqual([]);
  await zoomed(editor.page, async () => {
    await screenshot(editor.page, `changes-${look.name}-zoomed`);
    await expect.poll(() => page.overflow()).toBe(0);
  });
});

test('the held tools are accepted there', async () => {
  await page.button('Accept All 2 as Shown').click();
  await editor.page.getByText('Chat now gets 2 tools of till as shown.', { exact: true }).waitFor();
  await expect.poll(() => page.body.locator('.review').count()).toBe(0);
});
