import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { violations } from '../support/editor/accessibility';
import { changeSettings } from '../support/editor/changeSettings';
import { editorForFile } from '../support/editor/fileEditor';
import { looksOfRun, reloadIn } from '../support/editor/looks';
import { runCommand } from '../support/editor/runCommand';
import { screenshot, zoomed } from '../support/editor/screenshot';
import { WebviewPage } from '../support/editor/serverPage';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { newPidFile, readPids } from '../support/fakeServer/processes';

// The page of all servers: how they are, whatever chat does with their tools, and whoever is refused at the gateway.

const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
const pidFile = newPidFile();

const editor = editorForFile(() => {
  const till = fakeEntry({ tools: ['echo', 'fail', 'log'], pidFile });
  const servers = {
    till,
    stock: fakeEntry({ tools: ['echo'] }),
    broken: fakeEntry({ exitAtStart: 4, stderr: ['no coal'] }),
  };
  const settings = { 'roundhouse.toolRules': { 'till/fail': 'allow', 'till/log': 'deny' } };
  return { folder: { servers }, settings, running: ['till', 'stock'] };
});
const { tree, chat, quick, menu } = editor;
const page = new WebviewPage(editor);

/** A row of the table, by a part of its text. */
function row(text: string | RegExp) {
  return page.body.getByRole('row').filter({ hasText: text });
}

/** The records of the traffic. */
function records() {
  return page.body.getByRole('navigation', { name: 'Traffic' }).getByRole('button');
}

async function open(part: string): Promise<void> {
  await runCommand(editor.page, 'MCP Roundhouse: Open Overview of All Servers');
  await page.title.filter({ hasText: 'MCP servers' }).waitFor({ timeout: 120_000 });
  await page.open(part);
}

test('every server says how it is and what helps', async () => {
  await open('Servers');
  await row('till').getByText('running').waitFor();
  await row('broken')
    .getByText(/exit code 4/)
    .waitFor();
  await row('broken').getByRole('button', { name: 'Show Log broken' }).waitFor();
  await row('stock').getByRole('button', { name: 'Stop stock' }).click();
  await row('stock').getByText('stopped').waitFor();
  await row('stock').getByRole('button', { name: 'Start stock' }).click();
  await row('stock').getByText('running').waitFor();
  await row('till').getByRole('button', { name: 'till', exact: true }).click();
  await page.title.filter({ hasText: 'till' }).waitFor();
  await page.body.getByText('What happened last').waitFor();
});

test('calls of all ways are listed with who let them pass, and secrets are masked', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Show Calls');
  await page.body.getByText(/^No tool was called yet/).waitFor();

  await chat.open();
  await chat.callTool('till', 'echo', { text: 'hi', token: secret });
  await chat.allow();
  await chat.answerWith('Result: hi');
  await row(/till.*echo.*done.*Chat, by a tool of Roundhouse.*VS Code asks/).waitFor();
  await chat.callTool('till', 'fail');
  await chat.answerWith('Result:');
  await row(/till.*fail.*failed.*allowed by the rule till\/fail/).waitFor();
  await chat.callTool('till', 'log');
  await chat.answerWith('Result:');
  await row(/till.*log.*refused/).waitFor();
  await page.body.getByRole('button', { name: 'Details of log' }).click();
  await page.body.getByText(/is denied by the rule/).waitFor();

  const { tools = [] } = editor.lastRequest ?? {};
  const native = tools.find((name) => name.startsWith('mcp_stock') && name.endsWith('_echo'));
  await chat.send(`call ${native} {"text": "native"}`);
  await chat.allow();
  await chat.answerWith('Result: native');
  await row(/stock.*echo.*done.*Chat.*VS Code asks as its settings say/).waitFor();
  await page.body.getByRole('button', { name: 'Details of echo' }).last().click();
  await page.body.getByText('"token":"•••"').waitFor();
  expect(await page.body.innerText()).not.toContain(secret);

  await page.body.getByRole('combobox', { name: 'What is shown' }).selectOption('What failed');
  await expect.poll(() => row(/till|stock/).count()).toBe(1);
  await page.body.getByRole('combobox', { name: 'What is shown' }).selectOption('Everything');
  await page.body.getByRole('searchbox', { name: 'Filter' }).fill('NATIVE');
  await expect.poll(() => row(/till|stock/).count()).toBe(1);
  await page.body.getByRole('searchbox', { name: 'Filter' }).fill('');
});

test('whoever is refused at the gateway is listed, those alike once', async () => {
  const storage = 'data/User/globalStorage/mcp-roundhouse.mcp-roundhouse';
  const file = join(editor.home, storage, 'gateway-port');
  const url = `http://127.0.0.1:${readFileSync(file, 'utf8')}/servers/x/mcp`;
  const knock = (headers: Record<string, string>) =>
    fetch(url, { method: 'POST', headers, body: '{}' });
  const wrong = { Authorization: 'Bearer wrong', 'User-Agent': 'thief/1' };
  // A gateway that came up a moment ago may not know all tokens yet, and says to come again.
  await expect.poll(async () => (await knock(wrong)).status).toBe(401);
  for (let times = 1; times < 3; times++) expect((await knock(wrong)).status).toBe(401);
  expect((await knock({ Origin: 'https://evil.example' })).status).toBe(403);
  await row(/The gateway.*wrong token, 3 times since .+thief\/1/).waitFor();
  await row(/The gateway.*a page of another origin.*https:\/\/evil\.example/).waitFor();
});

test('the calls of one server', async () => {
  await menu.choose(tree.row('stockrunning'), 'Show Calls');
  await row(/stock.*echo.*done/).waitFor();
  await expect.poll(() => row('till').count()).toBe(0);
  await page.body.getByRole('combobox', { name: 'Calls of' }).selectOption('All servers');
  await row(/till.*fail/).waitFor();
});

test('the traffic of all servers is searched and shown by server', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Show Traffic of All Servers');
  await records().filter({ hasText: 'till' }).first().waitFor();
  await records().filter({ hasText: 'stock' }).first().waitFor();
  await page.body.getByRole('searchbox', { name: 'Search names and messages' }).fill('native');
  await expect.poll(() => records().count()).toBe(1);
  await records().first().click();
  await page.body.getByLabel('Request', { exact: true }).getByText('"text": "native"').waitFor();
  await page.body.getByRole('searchbox', { name: 'Search names and messages' }).fill('');
});

test('the configuration says what counts, and follows the settings without a restart', async () => {
  const { pid } = readPids(pidFile);
  await changeSettings(editor, { 'roundhouse.servers': { till: { callTimeoutSeconds: 10 } } });
  await open('Configuration');
  const entry = page.body.getByRole('article').filter({ hasText: /^folder:.*\/till/ });
  await entry.getByText('Settings', { exact: true }).click();
  await entry.getByText('10 (user settings)').waitFor();
  await page.body
    .getByText(/mcp\.json$/)
    .first()
    .waitFor();
  expect(readPids(pidFile).pid).toBe(pid);
});

test.each(looksOfRun)(
  'every part is seen in the theme "$name", with nothing inaccessible',
  async (look) => {
    await reloadIn(look, editor);
    for (const part of ['Servers', 'Costs', 'Calls', 'Traffic', 'Configuration']) {
      await open(part);
      if (part === 'Costs') {
        const tools = page.body.getByRole('button', { name: 'Tools of till' });
        await tools.click();
        await page.body.getByRole('checkbox', { name: 'echo for models' }).waitFor();
      }
      if (part === 'Traffic') await records().first().waitFor();
      await page.body.getByText('Loading…').waitFor({ state: 'detached' });
      await screenshot(editor.page, `overview-${part.toLowerCase()}-${look.name}`);
      expect(await violations(page.body), part).toEqual([]);
    }
  },
);

test('every part is whole at 200 %, and for everybody', async () => {
  await open('Servers');
  await zoomed(editor.page, async () => {
    for (const part of ['Servers', 'Costs', 'Calls', 'Traffic', 'Configuration']) {
      await page.open(part);
      await page.body.getByText('Loading…').waitFor({ state: 'detached' });
      await screenshot(editor.page, `overview-${part.toLowerCase()}-zoomed`);
      await expect.poll(() => page.overflow(), { message: part }).toBe(0);
      expect(await violations(page.body), part).toEqual([]);
    }
  });
});

test('the list is saved as JSON, and cleared once the person agrees', async () => {
  const { page: window } = editor;
  await open('Calls');
  // A reload brings back what the editor had stored by then, which may be the calls of one server.
  await page.body.getByRole('combobox', { name: 'Calls of' }).selectOption('All servers');
  await page.button('Save as JSON…').click();
  const file = join(editor.folder.path, 'kept.json');
  await quick.asks(/Save Calls/);
  // The editor's own dialog puts its proposal there once it has looked into the folder.
  await vi.waitFor(async () => expect(await quick.box.inputValue()).toMatch(/\.json$/));
  await quick.answer(file);
  const saved = await vi.waitFor(
    () => JSON.parse(readFileSync(file, 'utf8')) as { calls: { tool: string }[] },
    20_000,
  );
  expect(saved.calls.map(({ tool }) => tool)).toEqual(['echo', 'log', 'fail', 'echo']);
  expect(JSON.stringify(saved)).not.toContain(secret);

  await page.button('Clear').click();
  await window.locator('.monaco-dialog-box').getByRole('button', { name: 'Clear' }).click();
  await page.body.getByText(/^No tool was called yet/).waitFor();
});
