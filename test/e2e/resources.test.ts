import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { clearNotifications } from '../support/editor/notifications';
import { runCommand } from '../support/editor/runCommand';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// Resources as documents, templates and prompts with values that the server completes, and log levels.

/** A red square of 8 by 8. */
const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';

/** What it shows has a script, which would run. */
const notebook = JSON.stringify({
  cells: [
    {
      cell_type: 'code',
      source: '',
      metadata: {},
      outputs: [
        { output_type: 'display_data', metadata: {}, data: { 'text/html': '<script>1</script>' } },
      ],
    },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

const folder = mkdtempDisposableSync(join(tmpdir(), 'rh-files-'));
const files = folder.path;

const editor = editorForFile(() => {
  writeFileSync(join(files, 'prices.csv'), 'apple,1\n');
  writeFileSync(join(files, 'square.png'), Buffer.from(square, 'base64'));
  writeFileSync(join(files, 'books.ipynb'), notebook);
  const shop = fakeEntry({
    files: {
      'shop://prices': { file: join(files, 'prices.csv'), mimeType: 'text/csv' },
      'shop://books.ipynb': { file: join(files, 'books.ipynb'), mimeType: 'text/plain' },
      'shop://square': { file: join(files, 'square.png'), mimeType: 'image/png' },
    },
  });
  return { folder: { servers: { shop, everything: everythingEntry() } }, after: [folder] };
});
const { tree, chat, quick, menu } = editor;

function tab(name: string): Locator {
  return editor.page.getByRole('tab', { name });
}

/** For what a busy editor shows. */
const patience = { timeout: 20_000 };

/** The text of the editor in front. */
function text(): Locator {
  return editor.page.locator('.part.editor .monaco-editor .view-lines').last();
}

/** Lines are broken anywhere, and blanks may be hard ones. */
function plain(shown: string): string {
  return shown.replaceAll(/\s+/g, ' ');
}

/** Shows what a server has. */
async function expand(server: string, ...groups: readonly string[]): Promise<void> {
  await tree.expand(tree.row(`${server}running`));
  for (const group of groups) await tree.expand(tree.row(group));
}

test('a click opens a resource, read-only, and a change at the server shows', async () => {
  await expand('shop', 'Resources3');
  await tree.row('shop://prices').click();
  await tab('prices.csv').waitFor();
  await expect.poll(() => text().innerText(), patience).toContain('apple,1');
  await expect
    .poll(
      async () => {
        writeFileSync(join(files, 'prices.csv'), 'apple,2\n');
        return text().innerText();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toContain('apple,2');
  await text().click();
  await editor.page.keyboard.type('x');
  await editor.page.getByText('which cannot be changed here').first().waitFor();
  await editor.page.keyboard.press('Escape');
});

test('a notebook opens as text, whatever its name says', async () => {
  await tree.row('shop://books.ipynb').click();
  await tab('books.ipynb').waitFor();
  await expect.poll(() => text().innerText(), patience).toContain('display_data');

  expect(await editor.page.locator('.part.editor .notebook-editor').count()).toBe(0);
});

test('an image opens as an image', async () => {
  await tree.row('shop://square').click();
  await tab('square.png').waitFor();
  const inner = editor.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  await inner.locator('img').waitFor({ timeout: 30_000 });
  const width = () => inner.locator('img').evaluate((image) => image['naturalWidth'] as number);
  await expect.poll(width, patience).toBe(8);
});

test('its URI can be copied', async () => {
  await menu.choose(tree.row('shop://prices'), 'Copy URI');
  await expect.poll(() => editor.clipboard(), patience).toBe('shop://prices');
});

test('a template asks for its variables, with what the server proposes', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Open Resource…');
  await quick.asks('Which resource do you want to open?');
  await quick.box.fill('Dynamic Text');
  await quick.choose('Dynamic Text Resource');
  await quick.asks('demo://resource/dynamic/text/{resourceId}: resourceId');
  await quick.box.fill('12');
  await quick.row('12').waitFor();
  await editor.page.keyboard.press('Enter');
  await tab('12.txt').waitFor();
  await expect.poll(() => text().innerText(), patience).toMatch(/Resource\s12:/);
});

test('what the server does not have is told', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Open Resource…');
  await quick.box.fill('Dynamic Text');
  await quick.choose('Dynamic Text Resource');
  await quick.asks(/resourceId/);
  await quick.answer('none');
  await editor.page
    .getByText(/demo:\/\/resource\/dynamic\/text\/none/)
    .first()
    .waitFor();
  await clearNotifications(editor.page);
});

/** Runs the prompt with two arguments, of which the second depends on the first. */
async function runPrompt(): Promise<void> {
  await expand('everything', 'Prompts4');
  await tree.row('completable-prompt').click();
  await quick.asks('completable-prompt: department');
  await quick.box.fill('E');
  await quick.choose('Engineering');
  await quick.asks('completable-prompt: name');
  await quick.row('Alice').waitFor();
  await editor.page.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
  await quick.asks('completable-prompt: department');
  await quick.box.fill('S');
  await quick.choose('Sales');
  await quick.asks('completable-prompt: name');
  await quick.choose('David');
  await quick.asks(/Where should “completable-prompt” go/);
}

test('a prompt runs into an editor', async () => {
  await runPrompt();
  await quick.choose('Open in an Editor');
  const said = 'Please promote David to the head of the Sales team.';
  await expect.poll(async () => plain(await text().innerText()), patience).toContain(said);
});

test('a prompt runs into the chat, where the person sends it, with its resources attached', async () => {
  await chat.open();
  await runPrompt();
  await quick.choose('Open in Chat');
  const box = editor.page.locator('.part.auxiliarybar .interactive-input-part');
  const said = 'Please promote David to the head of the Sales team.';
  await expect.poll(async () => plain(await box.innerText()), patience).toContain(said);
  await chat.open();
  await tree.row('resource-prompt').click();
  await quick.asks('resource-prompt: resourceType');
  await quick.choose('Blob');
  await quick.asks('resource-prompt: resourceId');
  await quick.answer('3');
  await quick.choose('Open in Chat');
  await expect
    .poll(async () => plain(await box.innerText()), patience)
    .toContain('includes the Blob resource');
  await box.locator('.chat-attached-context-attachment', { hasText: '3.txt' }).waitFor();
});

test('a log level is set, and its log says so', async () => {
  await menu.choose(tree.row('everythingrunning'), 'Set Server Log Level…');
  await quick.choose('warning');
  await editor.page
    .getByText('everything is asked to log from the level warning on.')
    .first()
    .waitFor();
});

test('a window that reloads shows what was open', async () => {
  await editor.page.reload();
  await editor.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  // Which tab is in front is what the editor kept last, which may be a while ago.
  await tab('prices.csv').click();
  await expect.poll(() => text().innerText(), patience).toContain('apple,2');
  await expect
    .poll(
      async () => {
        writeFileSync(join(files, 'prices.csv'), 'apple,3\n');
        return text().innerText();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toContain('apple,3');
});
