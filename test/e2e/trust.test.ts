import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// Nothing starts before a person has approved exactly what is run.

const pids = { one: newPidFile(), two: newPidFile() };
/** Longer than anything that would be shortened, with its end told apart. */
const long = `${'a-very-long-argument/'.repeat(30)}END`;
const servers: Record<string, unknown> = {
  one: { ...entry(pids.one), env: { API_TOKEN: 'the-value-of-it', MODE: 'shop' } },
  two: entry(pids.two, long),
  remote: { url: 'http://127.0.0.1:9/mcp?key=1', headers: { 'X-Key': 'the-value-of-it' } },
};

const editor = editorForFile(() => ({
  folder: { servers },
  // As the choice of the owner sets it.
  settings: { 'roundhouse.owner': 'roundhouse', 'chat.mcp.autostart': 'never' },
  approve: false,
}));
const { tree, approval: question } = editor;

function entry(pidFile: string, ...more: string[]) {
  const { command, args } = fakeEntry({ pidFile });
  return { command, args: [...args, ...more] };
}

const dialog = () => editor.page.locator('.monaco-dialog-box');

test('at the start of a window nothing runs, nothing is asked, and the tree says why', async () => {
  for (const name of ['one', 'two', 'remote']) {
    await tree.row(`${name}blocked · needs your approval`).waitFor({ timeout: 60_000 });
  }
  await screenshot(editor.page, 'trust-start');

  expect(Object.values(pids).filter(existsSync)).toEqual([]);
  expect(await dialog().count()).toBe(0);
});

test('Start All asks one question that shows everything whole', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await question.asks('Start 3 MCP servers?');
  await question.servers.nth(2).waitFor();
  await screenshot(editor.page, 'trust-question');
  const text = await question.body.innerText();
  const one = entry(pids.one);
  const shown = ['one', 'two', 'remote', one.command, ...one.args, long];
  const values = ['Variable API_TOKEN: •••', 'Variable MODE: shop', 'Header X-Key: •••'];

  for (const part of [...shown, ...values, 'http://127.0.0.1:9/mcp?key=1']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('the-value-of-it');
  expect(await dialog().count()).toBe(0);
});

test('whoever declines starts nothing', async () => {
  await question.button('Cancel').click();
  await question.isGone();
  await tree.row('oneblocked · needs your approval').waitFor();

  expect(Object.values(pids).filter(existsSync)).toEqual([]);
});

test('what is not ticked stays as it is', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await question.untick('two');
  await question.untick('remote');
  await question.primary.filter({ hasText: 'Approve and Start 1 Server' }).click();
  await tree.row('onerunning').waitFor();
  await question.isGone();

  await tree.row('twoblocked · needs your approval').waitFor();
  expect(existsSync(pids.two)).toBe(false);
});

test('one approval starts the rest, and the page stays where something fails', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await question.asks('Start 2 MCP servers?');
  await question.approve();
  await tree.row('tworunning').waitFor();
  await tree.row(/^remote.*nothing answers/).waitFor();
  await question.asks('1 of 2 servers are running');
  await screenshot(editor.page, 'trust-unwell');
  await question.button('Close').click();
  await question.isGone();

  expect(await dialog().count()).toBe(0);
});

test('an entry whose command changed after its approval ends and does not start unasked', async () => {
  const before = [readPids(pids.one).pid, readPids(pids.two).pid];
  editor.folder.write({ ...servers, one: entry(pids.one, '--changed') });
  await tree.row('oneblocked · needs your approval').waitFor();
  await expect.poll(() => before.map(isRunning)).toEqual([false, true]);
  await editor.page.reload();
  await tree.open();
  await tree.row('tworunning').waitFor({ timeout: 60_000 });
  await tree.row('oneblocked · needs your approval').waitFor();

  expect(processesNaming(pids.one)).toEqual([]);
  expect(await dialog().count()).toBe(0);
});

test('an entry that changes back has its approval again', async () => {
  editor.folder.write(servers);
  await tree.row('onerunning').waitFor();

  expect(await dialog().count()).toBe(0);
});
