import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';

// Nothing starts before a person has approved exactly what is run.

const pids = { one: newPidFile(), two: newPidFile(), late: newPidFile() };
/** Longer than anything that a dialog would shorten, with its end told apart. */
const long = `${'a-very-long-argument/'.repeat(30)}END`;
const servers: Record<string, unknown> = {
  one: { ...entry(pids.one), env: { API_TOKEN: 'the-value-of-it', MODE: 'shop' } },
  two: entry(pids.two, long),
  remote: { url: 'http://127.0.0.1:9/mcp?key=1', headers: { 'X-Key': 'the-value-of-it' } },
};
let folder: WorkspaceFolder;
let editor: TestEditor;
let tree: Tree;

beforeAll(async () => {
  folder = workspaceFolder(servers);
  editor = await openEditor({
    folder: folder.path,
    settings: { 'roundhouse.owner': 'roundhouse' },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  tree = new Tree(editor.page);
  await tree.open();
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

function entry(pidFile: string, ...more: string[]) {
  const { command, args } = fakeStdio({ pidFile });
  return { command, args: [...args, ...more] };
}

const dialog = () => editor.page.locator('.monaco-dialog-box');

test('at the start of a window nothing runs, nothing is asked, and the tree says why', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-start-failed'));
  for (const name of ['one', 'two', 'remote']) {
    await tree.row(`${name}blocked · needs your approval`).waitFor({ timeout: 60_000 });
  }
  await screenshot(editor.page, 'trust-start');

  expect(Object.values(pids).filter(existsSync)).toEqual([]);
  expect(await dialog().count()).toBe(0);
});

test('Start All asks one question that shows everything whole', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-question-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await dialog().waitFor();
  await screenshot(editor.page, 'trust-question');
  const text = await dialog().innerText();
  const one = fakeStdio({ pidFile: pids.one });
  const shown = ['one', 'two', 'remote', one.command, ...one.args, long];
  const values = ['Variable API_TOKEN: •••', 'Variable MODE: shop', 'Header X-Key: •••'];

  for (const part of [...shown, ...values, 'http://127.0.0.1:9/mcp?key=1']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('the-value-of-it');
  expect(await dialog().count()).toBe(1);
});

test('whoever declines starts nothing', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-declined-failed'));
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  await tree.row('oneblocked · needs your approval').waitFor();

  expect(Object.values(pids).filter(existsSync)).toEqual([]);
});

test('one approval starts all entries of the file', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-approved-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await dialog().getByRole('button', { name: 'Approve and Start' }).click();
  await tree.row('onerunning').waitFor();
  await tree.row('tworunning').waitFor();
  await tree.row(/^remote.*nothing answers/).waitFor();

  expect(await dialog().count()).toBe(0);
});

test('a new entry waits, and a Start on it is its approval', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-late-failed'));
  const before = [readPids(pids.one), readPids(pids.two)];
  folder.write({ ...servers, late: entry(pids.late) });
  const row = tree.row('lateblocked · needs your approval');
  await row.waitFor();
  expect(existsSync(pids.late)).toBe(false);
  await row.hover();
  await row.getByRole('button', { name: 'Start Server' }).click();
  await tree.row('laterunning').waitFor();

  expect(await dialog().count()).toBe(0);
  expect([readPids(pids.one), readPids(pids.two)]).toEqual(before);
});

test('what was approved starts by itself in the next window', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-reload-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Stop All Servers');
  for (const name of ['one', 'two', 'late']) await tree.row(`${name}stopped`).waitFor();
  const before = readPids(pids.one);
  await editor.page.reload();
  await tree.open();
  for (const name of ['one', 'two', 'late']) {
    await tree.row(`${name}running`).waitFor({ timeout: 60_000 });
  }

  expect(await dialog().count()).toBe(0);
  expect(readPids(pids.one)).not.toEqual(before);
});

test('an entry whose command changed after its approval ends and does not start unasked', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-changed-failed'));
  const before = readPids(pids.one);
  const others = [readPids(pids.two), readPids(pids.late)];
  const changed = { ...servers, one: entry(pids.one, '--changed'), late: entry(pids.late) };
  folder.write(changed);
  await tree.row('oneblocked · needs your approval').waitFor();
  await expect.poll(() => isRunning(before.pid)).toBe(false);
  await editor.page.reload();
  await tree.open();
  await tree.row('tworunning').waitFor({ timeout: 60_000 });
  await tree.row('oneblocked · needs your approval').waitFor();

  expect(processesNaming(pids.one)).toEqual([]);
  expect(await dialog().count()).toBe(0);
  expect([readPids(pids.two), readPids(pids.late)].map(({ pid }) => isRunning(pid))).toEqual(
    others.map(() => true),
  );
});

test('an entry that changes back has its approval again', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'trust-back-failed'));
  folder.write({ ...servers, late: entry(pids.late) });
  await tree.row('onerunning').waitFor();

  expect(await dialog().count()).toBe(0);
});
