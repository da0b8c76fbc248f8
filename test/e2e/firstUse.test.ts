import { setTimeout as reading } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { treeAgreesWithChat } from '../support/editor/inChat';
import { withServer } from '../support/editor/mcpServers';
import { clearNotifications } from '../support/editor/notifications';
import { runCommand } from '../support/editor/runCommand';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { changeSettings } from '../support/editor/changeSettings';
import { everythingEntry, everythingTools } from '../support/fakeServer/everything';
import { ProtectedServer } from '../support/oauth/protectedServer';

// A new user in default settings, at a person's speed. After each step the model is sent what the tree shows.

/** Milliseconds that a person takes for a short question, to look around, and to read what they approve. */
const glance = 2_000;
const look = 8_000;
const reads = 15_000;

let shop: ProtectedServer;
const figures: string[] = [];

const everything = everythingEntry();
/** An entry like no other: what was approved once, under whatever name, needs no approval. */
const small = (name: string) => ({
  ...fakeEntry({ tools: ['hold', 'progress'] }),
  env: { NAME: name },
});
const servers: Record<string, unknown> = { everything };
const inputs: unknown[] = [];
/** What chat should have of servers by now. */
const started: string[] = [];

const editor = editorForFile(async () => {
  shop = await ProtectedServer.start();
  const after = [{ [Symbol.asyncDispose]: () => shop.close() }];
  return { folder: { servers }, trusted: false, approve: false, after };
});
const { tree, chat, quick, menu, approval } = editor;

afterAll(() => {
  console.log(`First use, ms from the click to the model's request: ${figures.join(' · ')}`);
});

/** Waits until the model is sent what the tree shows, and that these servers are among it. */
async function inChat(step: string, began: number, ...expected: readonly string[]): Promise<void> {
  const took = await treeAgreesWithChat(editor, editor, { began, expected });
  figures.push(`${step} ${took}`);
}

/** Adds or replaces entries as a person does who edits the file. */
function write(entries: Record<string, unknown>, ...more: readonly unknown[]): void {
  Object.assign(servers, entries);
  inputs.push(...more);
  editor.folder.write(servers, inputs);
}

/** Starts a server from its row. */
async function start(server: string, until: Locator): Promise<void> {
  const row = tree.row(new RegExp(`${server}(blocked|stopped)`));
  await tree.act(row, 'Start Server', until);
}

/** Starts one that was not approved yet, and approves what is shown. */
async function approve(server: string): Promise<void> {
  await start(server, approval.question(`Start the MCP server "${server}"?`));
  await approval.approve();
}

const dialog = () => editor.page.locator('.monaco-dialog-box');

test('Restricted Mode, and trust given later', async () => {
  await tree.row('everythingdisabled · Restricted Mode').waitFor();
  await reading(look);
  await runCommand(editor.page, 'Workspaces: Manage Workspace Trust');
  await editor.trust();
  await tree.row('everythingnot decided').waitFor({ timeout: 60_000 });
  await chat.open();
});

test('first choice and approval, read for as long as people read', async () => {
  await editor.setUp();
  await approval.asks('Let Roundhouse run your MCP servers?');
  await reading(reads);
  const began = performance.now();
  await approval.approve();
  await tree.row(`everythingrunning · ${everythingTools} tools`).waitFor({ timeout: 30_000 });
  started.push('everything');
  await inChat('first approval', began, ...started);
});

test('an entry that is added later', async () => {
  write({ added: small('added') });
  await tree.row('addedblocked · needs your approval').waitFor({ timeout: 30_000 });
  await reading(look);
  await inChat('added, not approved', performance.now(), ...started);
  const began = performance.now();
  await approve('added');
  await tree.row('addedrunning · 2 tools').waitFor({ timeout: 30_000 });
  started.push('added');
  await inChat('added', began, ...started);
});

test('an entry whose first start failed, and that is mended', async () => {
  write({ mended: { command: 'no-such-program-anywhere' } });
  await tree.row('mendedblocked · needs your approval').waitFor({ timeout: 30_000 });
  await approve('mended');
  await tree.row('mendedfailed').waitFor({ timeout: 30_000 });
  await approval.cancel();
  await clearNotifications(editor.page);
  await reading(look);
  await inChat('failed', performance.now(), ...started);
  write({ mended: small('mended') });
  await tree.row('mendedblocked · needs your approval').waitFor({ timeout: 30_000 });
  const began = performance.now();
  await approve('mended');
  await tree.row('mendedrunning · 2 tools').waitFor({ timeout: 30_000 });
  started.push('mended');
  await inChat('mended', began, ...started);
});

test('stopped in VS Code shows within a second; starting it from the tree brings it back', async () => {
  await withServer(editor.page, 'added · Roundhouse', 'Stop Server');
  const stopped = performance.now();
  await tree.row('addedrunning · not in chat: stopped in VS Code').waitFor();
  figures.push(`stop shown ${Math.round(performance.now() - stopped)}`);
  await reading(look);
  const began = performance.now();
  await tree.act(tree.row('addedrunning'), 'Start in Chat', tree.row('addedrunning · 2 tools'));
  await inChat('started again', began, ...started);
});

test('an input that is cancelled, and given later', async () => {
  const token = { id: 'token', type: 'promptString', description: 'The token', password: true };
  write({ secret: { ...small('secret'), env: { TOKEN: '${input:token}' } } }, token);
  await tree.row('secretblocked · needs your approval').waitFor({ timeout: 30_000 });
  await approve('secret');
  await quick.asks('The token');
  await reading(glance);
  await editor.page.keyboard.press('Escape');
  await tree.row('secretblocked · needs a value from you').waitFor({ timeout: 30_000 });
  await approval.cancel();
  await reading(look);
  await inChat('input cancelled', performance.now(), ...started);
  await start('secret', quick.question('The token'));
  await quick.asks('The token');
  await reading(glance);
  const began = performance.now();
  await quick.answer('a value');
  await tree.row('secretrunning · ').waitFor({ timeout: 30_000 });
  started.push('secret');
  await inChat('input given', began, ...started);
});

test('a sign-in that is put off', async () => {
  write({ shop: { url: shop.url } });
  await tree.row('shopblocked · needs your approval').waitFor({ timeout: 30_000 });
  await approve('shop');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await tree.row('shopblocked · needs you to sign in').waitFor({ timeout: 30_000 });
  await approval.cancel();
  await reading(look);
  await inChat('sign-in put off', performance.now(), ...started);
  await tree.act(tree.row('shopblocked'), 'Sign In', dialog());
  const opened = editor.page.context().waitForEvent('page');
  await reading(glance);
  const began = performance.now();
  await dialog().getByRole('button', { name: 'Sign In' }).click();
  await tree.row('shoprunning · 1 tool').waitFor({ timeout: 30_000 });
  await (await opened).close();
  await clearNotifications(editor.page);
  started.push('shop');
  await inChat('signed in', began, ...started);
});

test('a server that only a person starts', async () => {
  editor.folder.writeSettings({ 'roundhouse.servers': { byHand: { autostart: 'never' } } });
  write({ byHand: small('byHand') });
  // VS Code reads the two files in any order, and what is not to start by itself is not looked at further.
  await tree.row(/byHand(blocked|stopped)/).waitFor({ timeout: 30_000 });
  await reading(look);
  await inChat('not started', performance.now(), ...started);
  const began = performance.now();
  await approve('byHand');
  await tree.row('byHandrunning · 2 tools').waitFor({ timeout: 30_000 });
  started.push('byhand');
  await inChat('started by hand', began, ...started);
});

test('disabled, and enabled again', async () => {
  await menu.choose(tree.row('addedrunning'), 'Disable Server');
  await tree.row('addeddisabled').waitFor({ timeout: 30_000 });
  const others = started.filter((name) => name !== 'added');
  await inChat('disabled', performance.now(), ...others);
  await reading(look);
  const began = performance.now();
  await menu.choose(tree.row('addeddisabled'), 'Enable Server');
  await tree.row('addedrunning · 2 tools').waitFor({ timeout: 30_000 });
  await inChat('enabled', began, ...started);
});

test('chat may use no MCP servers for a while', async () => {
  await changeSettings(editor, { 'chat.mcp.access': 'none' });
  await tree.row('addedrunning · not in chat: "chat.mcp.access" is "none"').waitFor();
  await inChat('switched off', performance.now());
  await reading(look);
  await changeSettings(editor, { 'chat.mcp.access': undefined });
  const began = performance.now();
  await tree.row('addedrunning · 2 tools').waitFor();
  await inChat('switched on', began, ...started);
});
