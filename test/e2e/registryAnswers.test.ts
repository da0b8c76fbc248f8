import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { InstallDialogs } from '../support/editor/installDialogs';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import type { QuickInput } from '../support/editor/quickInput';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { startRegistry, type RegistryMode, type RegistryServer } from '../support/registryServer';

// Whatever a registry answers, a person is told, and can try again.

/** How long what takes no time may take on a machine that is busy. */
const soon = { timeout: 15_000 };
let folder: WorkspaceFolder;
let registry: RegistryServer;
let editor: TestEditor;
let dialogs: InstallDialogs;
let quick: QuickInput;

beforeAll(async () => {
  const { command, args } = fakeStdio();
  folder = workspaceFolder({ turntable: { command, args } });
  registry = await startRegistry({ pageSize: 3 });
  editor = await openEditor({
    folder: folder.path,
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
      'chat.mcp.autostart': 'never',
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'roundhouse.registry': registry.url,
    },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  dialogs = new InstallDialogs(editor.page);
  quick = dialogs.quick;
  const tree = new Tree(editor.page);
  await tree.open();
  await tree.row('turntablerunning').waitFor({ timeout: 60_000 });
});

afterAll(async () => {
  await editor?.close();
  await registry?.close();
  folder?.remove();
});

beforeEach(() => {
  registry.mode = 'good';
});

test.each<{ mode: RegistryMode; says: string }>([
  { mode: 'html', says: 'The registry did not send JSON' },
  { mode: 'wrongShape', says: 'The registry sent no list of servers' },
  { mode: 'error', says: 'The registry answered HTTP 500' },
  { mode: 'huge', says: 'is longer than 10 megabytes' },
  { mode: 'cut', says: 'The registry does not answer:' },
])('an answer of the kind $mode is told in the list, where it can be tried again', async (bad) => {
  onTestFailed(() => pictureOfFailure(editor.page, `registry-${bad.mode}-failed`));
  registry.mode = bad.mode;
  await dialogs.open();
  await quick.row(bad.says).waitFor();
  await screenshot(editor.page, `registry-${bad.mode}`);
  await quick.focused.filter({ hasText: 'Try Again' }).waitFor();
  expect(await quick.rows.count()).toBe(2);

  registry.mode = 'good';
  await editor.page.keyboard.press('Enter');
  await quick.row('Shop Till').waitFor();
  expect(await quick.rows.filter({ hasText: bad.says }).count()).toBe(0);
  await dialogs.leave();
});

test('a page that does not come leaves those before it, and is asked for again', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'registry-late-failed'));
  await dialogs.open();
  await quick.row('Load More').waitFor();
  registry.mode = 'error';
  await quick.row('Load More').click();
  await quick.row('HTTP 500').waitFor();
  await quick.focused.filter({ hasText: 'Try Again' }).waitFor();
  await screenshot(editor.page, 'registry-late');
  expect(await quick.rows.count()).toBe(5);
  registry.mode = 'good';
  await editor.page.keyboard.press('Enter');
  await quick.row('bundle/editor').waitFor();
  expect(await quick.rows.count()).toBe(5);
  await dialogs.leave();
});

test('one bad element is named, and the others are there', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'registry-one-failed'));
  registry.mode = 'oneBad';
  await dialogs.open();
  await quick.row('2 entries of the registry could not be read').waitFor();
  await quick.row('Shop Till').waitFor();
  await screenshot(editor.page, 'registry-one');
  await dialogs.leave();
});

test('whoever does not wait for a silent registry ends the request', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'registry-silent-failed'));
  registry.mode = 'silent';
  await dialogs.open();
  await expect.poll(() => registry.open, soon).toBe(1);
  await dialogs.leave();
  await expect.poll(() => registry.open, soon).toBe(0);
});

test('nothing of all that is a fault in the logs', () => {
  const lines = linesBelow(join(editor.home, 'data', 'logs'));
  expect(lines).toContainEqual(expect.stringMatching(/\[info\] .*\/turntable was added$/));
  const faults = /mcp-roundhouse.*dist\/extension\.js|\[(?:error|warning)\].*roundhouse|unhandled/i;
  expect(lines.filter((line) => faults.test(line))).toEqual([]);
});

/** Every line of what the extension host and our channels wrote to their logs. */
function linesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /^(?:remoteexthost|MCP Roundhouse).*\.log$/.test(entry.name),
    )
    .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'));
}
