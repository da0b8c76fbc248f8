import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// The list of calls: whatever chat does with the tools, and whoever is refused at the gateway, stands there.

const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

const editor = editorForFile(() => {
  const till = fakeEntry({ tools: ['echo', 'fail', 'log'] });
  const servers = { till, stock: fakeEntry({ tools: ['echo'] }) };
  const settings = {
    'roundhouse.toolRules': { 'till/fail': 'allow', 'till/log': 'deny' },
    'editor.minimap.enabled': false,
    'editor.wordWrap': 'on',
  };
  return { folder: { servers }, settings };
});
const { tree, chat, quick, menu } = editor;

/**
 * The page of a title, as a person reads it: lines stand in any order, are broken anywhere, and blanks may be hard
 * ones.
 */
async function page(title: string): Promise<string> {
  const lines = editor.page
    .locator(`.monaco-editor[data-uri^="roundhouse-calls:/${encodeURIComponent(title)}.md"]`)
    .locator('.view-line');
  const read = await lines.evaluateAll((all) =>
    all.map((line) => [Number.parseFloat(line.style.top), line.textContent] as const),
  );
  const sorted = read.toSorted(([one], [other]) => one - other);
  return sorted
    .map(([, text]) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

function shows(title: string, text: string | RegExp): Promise<void> {
  return expect.poll(() => page(title)).toMatch(text);
}

test('calls of all ways are listed with who let them pass, and secrets are masked', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Show Calls');
  await shows('Calls', 'No tool was called yet.');

  await chat.open();
  await chat.callTool('till', 'echo', { text: 'hi', token: secret });
  await chat.allow();
  await chat.answerWith('Result: hi');
  await shows('Calls', /`echo` of `till`: done in .+ Chat, by a tool of Roundhouse; VS Code asks/);
  await chat.callTool('till', 'fail');
  await chat.answerWith('Result:');
  await shows('Calls', /`fail` of `till`: \*\*failed\*\* in .+ the rule `till\/fail`.+on purpose/);
  await chat.callTool('till', 'log');
  await chat.answerWith('Result:');
  await shows('Calls', /`log` of `till`: \*\*refused\*\* in .+ is denied by the rule/);

  const { tools = [] } = editor.lastRequest ?? {};
  const native = tools.find((name) => name.startsWith('mcp_stock') && name.endsWith('_echo'));
  await chat.send(`call ${native} {"text": "native"}`);
  await chat.allow();
  await chat.answerWith('Result: native');
  await shows('Calls', /`echo` of `stock`: done in .+ Chat; VS Code asks as its settings say\./);
  expect(await page('Calls')).not.toContain(secret);
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
  await shows('Calls', /wrong token, 3 times since .+ `thief\/1`/);
  await shows('Calls', /a page of another origin\. `https:\/\/evil\.example`/);
});

test('a server has a page of its own', async () => {
  await menu.choose(tree.row('stockrunning'), 'Show Calls');
  await shows('Calls of stock', '`echo` of `stock`: done');
  expect(await page('Calls of stock')).not.toContain('`till`');
});

test('the list is saved as JSON, and cleared once the person agrees', async () => {
  const { page: window } = editor;
  await runCommand(window, 'MCP Roundhouse: Show Calls');
  await window.getByRole('button', { name: 'Save Calls as JSON...' }).click();
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

  await window.getByRole('button', { name: 'Clear Calls' }).click();
  await window.locator('.monaco-dialog-box').getByRole('button', { name: 'Clear' }).click();
  await shows('Calls', 'No tool was called yet.');
});
