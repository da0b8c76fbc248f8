import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { looks, reloadIn } from '../support/editor/looks';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// The page of a server: is it running and why not, what can it do, what happened last; and a tool is tried on it.

const editor = editorForFile(() => ({
  folder: workspaceFolder({
    everything: everythingEntry(),
    broken: fakeEntry({ exitAtStart: 4, stderr: ['no coal'] }),
  }),
  running: ['everything'],
}));
const page = new ServerPage(editor);
const { quick } = editor;

async function open(server: string): Promise<void> {
  await runCommand(editor.page, 'MCP Roundhouse: Open Server Page');
  await quick.choose(server);
  await page.title.filter({ hasText: server }).waitFor();
}

/** The tab of a server's page. */
function tab(server: string): Locator {
  return editor.page.getByRole('tab', { name: server });
}

/** What axe finds in the page that is serious or worse. */
async function violations(): Promise<readonly string[]> {
  const source = readFileSync(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  return page.body.evaluate(async ({ ownerDocument }, source) => {
    const window = ownerDocument.defaultView as unknown as {
      eval(text: string): void;
      axe: {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    window.eval(source);
    const { violations } = await window.axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, source);
}

test('the overview says how it is, and what happened', async () => {
  await open('everything');
  await page.body.getByText(/^It runs: \d+ tools/).waitFor();
  await page.body.getByText('What happened last').waitFor();
  await page.body.getByText('Protocol', { exact: true }).waitFor();
});

test('a tool is tried: by the form, and with the same arguments as JSON', async () => {
  await page.open('Tools');
  await page.choose('echo');
  await page.body.getByRole('textbox', { name: /^message/ }).fill('from the page');
  await page.button('Run').click();
  await page.body.getByText('Echo: from the page').waitFor();
  await page.button('JSON').first().click();
  const json = page.body.getByRole('textbox', { name: 'Arguments as JSON' });
  await expect.poll(() => json.inputValue()).toBe('{\n  "message": "from the page"\n}');
  await json.fill('{"message": "as JSON"}');
  await page.button('Run').click();
  await page.body.getByText('Echo: as JSON').waitFor();
});

test('a server that does not run says why and what to do, and the checks find it', async () => {
  await open('broken');
  await page.body
    .getByText(/ended with exit code 4/)
    .first()
    .waitFor();
  await page.body.getByText('no coal').first().waitFor();
  await page.open('Diagnosis');
  await page.button('Run checks').click();
  await page.body.getByText(/^Checked /).waitFor({ timeout: 60_000 });
  await page.body.getByText('Failed').first().waitFor();
});

test('the page stays as it was in a window that is loaded anew', async () => {
  await open('everything');
  await page.open('Tools');
  await page.choose('get-sum');
  // VS Code stores the state of tabs when a window ends in good order.
  await runCommand(editor.page, 'Developer: Reload Window');
  await page.title.waitFor({ state: 'detached' });
  await page.body.getByRole('heading', { name: 'get-sum' }).waitFor({ timeout: 60_000 });
});

test.each(looks)('every part in $name, for everybody', async (look) => {
  await reloadIn(look, editor);
  await tab('everything').click();
  await page.title.waitFor({ timeout: 60_000 });
  await page.open('Tools');
  await page.choose('get-structured-content');
  await page.body.getByRole('combobox', { name: /^location/ }).selectOption('Chicago');
  await page.button('Run').click();
  await page.body.getByText('humidity').first().waitFor();
  for (const part of [
    'Overview',
    'Tools',
    'Prompts',
    'Resources',
    'Log',
    'Configuration',
    'Diagnosis',
  ]) {
    await page.open(part);
    await screenshot(editor.page, `serverPage-${part}-${look.name}`);
    expect(await violations(), part).toEqual([]);
  }
});
