import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { serverFolder } from '../../scripts/serversUnderTest.mjs';
import { appProbe } from '../support/appProbe';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// MCP Apps on the page of a server: one of the extension's authors, and one that tries what it must not.

const appUri = 'ui://depot/probe.html';
const object = { inputSchema: { type: 'object' } };
const tools = [
  {
    name: 'echo',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    _meta: { ui: { resourceUri: appUri } },
  },
  { name: 'rows', ...object, annotations: { readOnlyHint: true } },
  { name: 'sleep', ...object },
  { name: 'media', ...object, _meta: { ui: { visibility: ['model'] } } },
];
const call = (name: string, args: object = {}): object => {
  return { method: 'tools/call', params: { name, arguments: args } };
};
const reached: unknown[] = [];
const far = createServer(({ url }, response) => {
  reached.push(url);
  response.end('far');
}).listen(0, '127.0.0.1');
afterAll(() => far.close());
await once(far, 'listening');

const probe = appProbe(
  {
    reads: call('rows', { count: 1 }),
    writes: call('sleep', { ms: 1 }),
    hidden: call('media'),
    resource: { method: 'resources/read', params: { uri: appUri } },
    message: { method: 'ui/message', params: { role: 'user', content: [] } },
    sampling: { method: 'sampling/createMessage', params: {} },
    script: { method: 'ui/open-link', params: { url: 'javascript:alert(1)' } },
    link: { method: 'ui/open-link', params: { url: 'http://127.0.0.1:9/private' } },
    wrong: { method: 'tools/call', params: { name: 1 } },
  },
  `http://127.0.0.1:${(far.address() as AddressInfo).port}`,
);

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  const toolsFile = join(folder.path, 'tools.json');
  writeFileSync(toolsFile, JSON.stringify(tools));
  const file = join(folder.path, 'probe.html');
  writeFileSync(file, probe);
  const server = serverFolder('@modelcontextprotocol/server-basic-vanillajs');
  folder.write({
    clock: { command: process.execPath, args: [join(server, 'dist', 'index.js'), '--stdio'] },
    depot: fakeEntry({
      toolsFile,
      files: { [appUri]: { file, mimeType: 'text/html;profile=mcp-app' } },
    }),
  });
  return { folder, running: ['clock', 'depot'] };
});
const page = new ServerPage(editor);
const { tree, quick } = editor;

function app(tool: string): FrameLocator {
  const outer = page.body.locator(`.app iframe[title="App of ${tool}"]`).contentFrame();
  return outer.locator('iframe').contentFrame();
}

async function run(server: string, tool: string): Promise<void> {
  await tree.open();
  await page.openFrom(tree.row(`${server}running`), server);
  await page.open('Tools');
  await page.choose(tool);
  await page.button('Run').click();
}

/** The line of the probe that begins like this. */
function line(beginning: string): Promise<string> {
  const lines = app('echo').locator('#lines');
  return expect
    .poll(async () =>
      (await lines.innerText()).split('\n').find((one) => one.startsWith(beginning)),
    )
    .toBeTruthy()
    .then(async () => {
      const all = (await lines.innerText()).split('\n');
      return all.findLast((one) => one.startsWith(beginning))?.slice(beginning.length) ?? '';
    });
}

function answer(button: string): Promise<string> {
  return line(`${button} → `);
}

async function click(button: string): Promise<void> {
  await app('echo').getByRole('button', { name: button, exact: true }).click();
}

/** The question about a call of an app. */
const question = 'May the app of this server make this call?';

test('an app shows the result of its tool, and calls the server after a question', async () => {
  await run('clock', 'get-time');
  const time = app('get-time').locator('#server-time');
  await expect.poll(() => time.innerText(), { timeout: 30_000 }).toMatch(/^\d{4}-/);
  const before = await time.innerText();
  expect(await page.body.locator('.result-block').first().innerText()).toContain('ui://get-time/');
  await screenshot(editor.page, 'mcpApp-clock');
  await app('get-time').getByRole('button', { name: 'Get Server Time' }).click();
  await quick.asks(question);
  await quick.choose('Allow This Call');
  await expect.poll(() => time.innerText()).not.toBe(before);
  await app('get-time').getByRole('button', { name: 'Open Link' }).click();
  const dialog = editor.page.getByRole('dialog');
  await dialog.getByText('https://modelcontextprotocol.io/').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('an app reaches neither the page, the editor nor the network', async () => {
  await run('depot', 'echo');
  for (const what of ['parent', 'page', 'top', 'editor', 'storage'])
    expect(await line(`${what}: `), what).toBe('SecurityError');
  expect(await line('network: ')).toBe('TypeError');
  expect(await line('code: ')).toBe('EvalError');
  expect(await line('image: ')).toBe('refused');
  expect(await line('context ')).toMatch(/^2026-01-26 (light|dark) echo$/);
  expect(await line('ui/notifications/tool-input ')).toBe('{"arguments":{}}');
  expect(await line('ui/notifications/tool-result ')).toContain('"content"');
  expect(await page.body.getByText('TAKEN OVER').count()).toBe(0);
  await page.title.filter({ hasText: 'depot' }).waitFor();
  await screenshot(editor.page, 'mcpApp-probe');
});

test('an app gets what its server lets it have, and everything else is refused', async () => {
  await click('reads');
  expect(await answer('reads')).toContain('row 0');
  await click('resource');
  expect(await answer('resource')).toContain(appUri);
  await click('hidden');
  expect(await answer('hidden')).toContain('does not let its apps call');
  for (const button of ['message', 'sampling']) {
    await click(button);
    expect(JSON.parse(await answer(button)), button).toMatchObject({ code: -32601 });
  }
  await click('wrong');
  expect(JSON.parse(await answer('wrong'))).toMatchObject({ code: -32602 });
  await click('script');
  expect(await answer('script')).toContain('The address was not opened.');
});

test('a person is asked before an app changes things or opens a page, and not again after a refusal', async () => {
  await click('writes');
  await quick.asks(question);
  await quick.choose('Refuse');
  expect(await answer('writes')).toContain('did not allow');
  await click('writes');
  const lines = app('echo').locator('#lines');
  await expect.poll(async () => (await lines.innerText()).match(/writes → /g)?.length).toBe(2);
  await click('link');
  const dialog = editor.page.getByRole('dialog');
  await dialog.getByText('http://127.0.0.1:9/private').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await answer('link')).toContain('The address was not opened.');
});

test('an app that leaves for another page is stopped, and the page of the server stays', async () => {
  await click('leave');
  await app('echo').locator('#lines').waitFor({ state: 'detached' });
  await page.button('Run').click();
  expect(await line('context ')).toContain('echo');
  expect(reached).toEqual([]);
});

test('an app saves its work when the person goes on, and is gone then', async () => {
  const frames = page.body.locator('iframe');
  await page.open('Traffic');
  await quick.asks(question);
  expect(await frames.filter({ visible: true }).count()).toBe(0);
  expect(await frames.count()).toBe(1);
  await page.record('tools/call echo').first().waitFor();
  expect(await page.record('tools/call sleep').count()).toBe(0);
  await quick.choose('Allow This Call');
  await page.record('tools/call sleep').waitFor();
  await expect.poll(() => frames.count()).toBe(0);
});
