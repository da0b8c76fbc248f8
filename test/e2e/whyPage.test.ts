import { beforeAll, expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { fakeStdio } from '../support/fakeServer/fakeServer';

// A person asks why a server does not run, and has a closer look taken at it.

const secret = 'wXq81LmZ0pT4kR7v';

const editor = editorForFile(() => {
  const broken = fakeStdio({ exitAtStart: 4, stderr: ['no coal', `key ${secret}`] });
  const servers = {
    broken: { command: broken.command, args: [...broken.args, '--api-key', secret] },
    missing: { command: 'uvx', args: ['till'], env: { PATH: '/no/such/folder' } },
    remote: { url: `http://127.0.0.1:9/mcp?api_key=${secret}` },
  };
  return { folder: { servers }, running: [] };
});
const { tree, menu } = editor;

beforeAll(async () => {
  // A row whose server changes its state is another one; its menu would be about nothing.
  for (const server of ['broken', 'missing', 'remote'])
    await tree.row(`${server}failed`).waitFor({ timeout: 60_000 });
});

/** What is seen of the page that is in front. */
async function seen(): Promise<string> {
  const lines = editor.page.locator('.editor-instance .view-lines').first();
  return (await lines.innerText()).replaceAll('\u00A0', ' ');
}

test('the page says what to do first, and a closer look puts its checks on it', async () => {
  await menu.choose(tree.row('missingfailed'), 'Why Is a Server Not Running?');
  await vi.waitFor(
    async () => expect(await seen()).toContain('Why is missing not running?'),
    20_000,
  );
  await screenshot(editor.page, 'why-page');
  expect(await seen()).not.toContain(secret);

  await menu.choose(tree.row('remotefailed'), 'Diagnose Server');
  await vi.waitFor(async () => expect(await seen()).toContain('## Checks'), 60_000);
  await screenshot(editor.page, 'why-page-checks');
  const text = await seen();
  expect(text).toContain('Start the server, or correct the port.');
  expect(text).toContain('FAIL · Connection: Nothing listens at 127.0.0.1, port 9.');
  expect(text).not.toContain(secret);
});
