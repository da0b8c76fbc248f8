import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { InstallDialogs } from '../support/editor/installDialogs';
import { screenshot } from '../support/editor/screenshot';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { startRegistry, type RegistryServer } from '../support/registryServer';

// Whatever a registry answers, a person is told, and can try again.

/** How long what takes no time may take on a machine that is busy. */
const soon = { timeout: 15_000 };
let registry: RegistryServer;

const editor = editorForFile(async () => {
  registry = await startRegistry({ pageSize: 3 });
  return {
    folder: { servers: { turntable: fakeEntry() } },
    settings: { 'roundhouse.registry': registry.url },
    after: [registry],
  };
});
const { quick } = editor;
const dialogs = new InstallDialogs(editor);

beforeEach(() => {
  registry.mode = 'good';
});

test('what is no answer is told in the list, where it can be tried again', async () => {
  const says = 'The registry did not send JSON';
  registry.mode = 'html';
  await dialogs.open();
  await quick.row(says).waitFor();
  await screenshot(editor.page, 'registry-html');
  await quick.focused.filter({ hasText: 'Try Again' }).waitFor();
  expect(await quick.rows.count()).toBe(2);

  registry.mode = 'good';
  await editor.page.keyboard.press('Enter');
  await quick.row('Shop Till').waitFor();
  expect(await quick.rows.filter({ hasText: says }).count()).toBe(0);
  await dialogs.leave();
});

test('a page that does not come leaves those before it, and is asked for again', async () => {
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
  registry.mode = 'oneBad';
  await dialogs.open();
  await quick.row('2 entries of the registry could not be read').waitFor();
  await quick.row('Shop Till').waitFor();
  await screenshot(editor.page, 'registry-one');
  await dialogs.leave();
});

test('whoever does not wait for a silent registry ends the request', async () => {
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
