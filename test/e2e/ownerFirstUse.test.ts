import { expect, test } from 'vitest';
import { userSettings } from '../support/editor/changeSettings';
import { chooseOwner } from '../support/editor/chooseOwner';
import { editorForFile } from '../support/editor/fileEditor';
import { listedServers } from '../support/editor/mcpServers';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { everythingEntry, everythingTools } from '../support/fakeServer/everything';
import { processesNaming } from '../support/processList';

// A person who just installed Roundhouse: nothing is chosen, nothing is approved.

const mark = `first-use-${process.pid}`;

const { command, args } = everythingEntry();
const one = { command, args: [...args, mark] };
const two = { ...one, env: { TOKEN: 'a secret' } };

const editor = editorForFile(() => ({ folder: { servers: { one, two } }, approve: false }));
const { tree, chat, approval } = editor;

const autostart = () => userSettings(editor)['chat.mcp.autostart'];
const running = () => processesNaming(mark).length;

test('nothing starts by itself, and the tree says what is to be decided', async () => {
  await tree.row('not decided who runs them').waitFor({ timeout: 60_000 });
  await tree.row('twonot decided who runs it').waitFor();
  // The host has answered by now, so what it was told to start would be there.
  await editor.page.locator('.statusbar').getByText('0 of 2').waitFor({ timeout: 30_000 });
  await tree.row('Set Up…').waitFor();
  const badge = editor.page.locator('.activitybar .badge-content').filter({ hasText: '2' });
  await badge.waitFor();
  await screenshot(editor.page, 'chat-first-use');
  expect(running()).toBe(0);
  expect(await listedServers(editor.page)).toEqual(['one', 'two']);
});

test('Start asks on one page who runs the servers and what may run; left open, nothing happens', async () => {
  const question = approval.question('Let Roundhouse run your MCP servers?');
  await tree.act(tree.row('onenot decided'), 'Start Server', question);
  await approval.box('one').and(editor.page.locator(':checked')).waitFor();
  await screenshot(editor.page, 'chat-first-contact');
  const text = await approval.body.innerText();
  for (const arg of [...one.args, 'TOKEN', 'chat.mcp.autostart']) {
    expect(text).toContain(arg);
  }
  expect(text).not.toContain('a secret');
  expect(await approval.box('two').isChecked()).toBe(false);
  await editor.page.keyboard.press('Enter');
  await approval.cancel();
  await tree.row('onenot decided').waitFor();
  expect(running()).toBe(0);
  expect(autostart()).toBeUndefined();
});

test('the page survives being hidden, and what was ticked there', async () => {
  await editor.setUp();
  await approval.asks('Let Roundhouse run your MCP servers?');
  await approval.untick('two');
  await approval.primary.filter({ hasText: 'Approve and Start 1 Server' }).waitFor();
  await approval.server('one').getByRole('button', { name: /^Open/ }).click();
  await editor.page.locator('.tab.active').filter({ hasText: 'mcp.json' }).waitFor();
  await editor.page.locator('.tab').filter({ hasText: 'Set Up MCP Servers' }).click();
  await approval.primary.filter({ hasText: 'Approve and Start 1 Server' }).waitFor();
  expect(await approval.box('one').isChecked()).toBe(true);
  expect(await approval.box('two').isChecked()).toBe(false);
});

test('what the page was sent before a tick does not take that back', async () => {
  const { body, primary } = approval;
  // Text, because it runs in the page.
  await body.evaluate(`addEventListener('message', ({ data }) => { globalThis.update = data; })`);
  await approval.tick('two');
  await primary.filter({ hasText: 'Approve and Start 2 Servers' }).waitFor();
  const isTicked = await body.evaluate(`(() => {
    const two = document.querySelectorAll('input[data-tick]')[1];
    two.click();
    dispatchEvent(new MessageEvent('message', { data: update }));
    return two.checked;
  })()`);
  expect(isTicked).toBe(false);
  await primary.filter({ hasText: 'Approve and Start 1 Server' }).waitFor();
});

test('what only the page takes for ticked is not approved', async () => {
  await approval.body.evaluate(`document.querySelectorAll('input[data-tick]')[1].checked = true`);
  await approval.primary.click();
  await approval.box('two').and(editor.page.locator(':not(:checked)')).waitFor();
  await approval.asks('Let Roundhouse run your MCP servers?');
  expect(running()).toBe(0);
});

test('what changes while the page is open is shown anew, and not ticked any more', async () => {
  editor.folder.write({ one: { ...one, args: [...one.args, '--changed'] }, two });
  await approval.server('one').getByText('Changed while this page was open').waitFor();
  await approval.server('one').getByText('--changed').waitFor();
  expect(await approval.box('one').isChecked()).toBe(false);
  editor.folder.write({ one, two });
  await approval.server('one').getByText('--changed').waitFor({ state: 'detached' });
  await approval.tick('one');
});

test('who types to chat while the page is shown anew goes on there', async () => {
  // As after a button that has gone.
  await approval.box('one').blur();
  await chat.type('half a ');
  editor.folder.write({ one: { ...one, args: [...one.args, '--changed'] }, two });
  await approval.server('one').getByText('--changed').waitFor();
  await editor.page.keyboard.insertText('sentence');
  await chat.completed(/half.a.sentence/);
  await chat.clear();
  editor.folder.write({ one, two });
  await approval.server('one').getByText('--changed').waitFor({ state: 'detached' });
  await approval.tick('one');
});

test('one approval runs what is ticked alone, shows how it goes, and leads to the chat', async () => {
  await approval.approve();
  await approval.asks('Your server is running');
  await approval.server('one').getByText(`running · ${everythingTools} tools`).waitFor();
  await screenshot(editor.page, 'chat-first-contact-done');
  await tree.row(`onerunning · ${everythingTools} tools`).waitFor({ timeout: 30_000 });
  await tree.row('twoblocked · needs your approval').waitFor();
  expect(running()).toBe(1);
  expect(autostart()).toBe('never');
  await approval.button('Open Chat').click();
  await editor.page.locator('.interactive-input-part').waitFor();
  await approval.isGone();
});

test('Start All asks for the rest, and the page closes when that runs', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await approval.asks('Start the MCP server "two"?');
  await screenshot(editor.page, 'chat-approval');
  await approval.approve();
  await tree.row(`tworunning · ${everythingTools} tools`).waitFor({ timeout: 30_000 });
  await approval.isGone();
  expect(running()).toBe(2);
});

test('VS Code chosen and Roundhouse again: ours end and come back, the setting goes and comes', async () => {
  await chooseOwner(editor.page, 'VS Code');
  await tree.row('tworun by VS Code').waitFor();
  await expect.poll(running).toBe(0);
  await expect.poll(autostart).toBeUndefined();
  await chooseOwner(editor.page, 'Roundhouse');
  await tree.row(`onerunning · ${everythingTools} tools`).waitFor({ timeout: 60_000 });
  await tree.row(`tworunning · ${everythingTools} tools`).waitFor({ timeout: 60_000 });
  expect(running()).toBe(2);
  expect(autostart()).toBe('never');
});
