import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { fakeStdio } from '../support/fakeServer/fakeServer';

// A new user without a server follows the walkthrough: each step is done when the person has done it, and not before.

const editor = editorForFile(() => ({ folder: { servers: {} }, approve: false }));
const { approval, quick, tree } = editor;
const page = new ServerPage(editor);

/** A step of the walkthrough. */
function step(id: 'server' | 'approve' | 'tool'): Locator {
  return editor.page.locator(`.getting-started-step[data-step-id$="#roundhouse#${id}"]`);
}

function done(id: 'server' | 'approve' | 'tool'): Locator {
  return step(id).and(editor.page.locator('[aria-checked=true]'));
}

/** Comes back to the walkthrough and presses a button of a step. */
async function press(id: 'server' | 'approve' | 'tool', button: string): Promise<void> {
  await runCommand(editor.page, 'MCP Roundhouse: Get Started');
  if ((await step(id).getAttribute('aria-expanded')) !== 'true') await step(id).click();
  await step(id).getByRole('button', { name: button }).click();
}

test('the empty tree leads to the walkthrough', async () => {
  await editor.page.locator('.welcome-view a', { hasText: 'Get Started' }).click();
  await step('server').waitFor();

  expect(await done('server').or(done('approve')).or(done('tool')).count()).toBe(0);
});

test('a server is got when it is there, not when the question is open', async () => {
  await press('server', 'Add Server');
  await quick.asks('Paste a command line, URL, package, image or JSON');
  expect(await done('server').count()).toBe(0);
  const { command, args } = fakeStdio({ tools: ['echo'] });
  await quick.answer([command, ...args].map((word) => `'${word}'`).join(' '));
  await quick.asks('Where is it written?');
  await quick.choose('.vscode/mcp.json');
  await quick.asks(/The name of the server/);
  await quick.answer('shop');
  await quick.choose('Write to .vscode/mcp.json');
  await tree.row('shopnot decided').waitFor();
  await runCommand(editor.page, 'MCP Roundhouse: Get Started');
  await done('server').waitFor();
  const written = readFileSync(join(editor.folder.path, '.vscode', 'mcp.json'), 'utf8');

  expect(Object.keys((JSON.parse(written) as { servers: object }).servers)).toEqual(['shop']);
  expect(await done('approve').count()).toBe(0);
});

test('it is approved when it runs', async () => {
  await press('approve', 'Review and Start');
  await approval.asks('Let Roundhouse run your MCP servers?');
  expect(await done('approve').count()).toBe(0);
  await approval.approve();
  await tree.row('shoprunning · 1 tool').waitFor();
  await approval.asks(/running$/);
  await approval.cancel();
  await runCommand(editor.page, 'MCP Roundhouse: Get Started');
  await done('approve').waitFor();

  expect(await done('tool').count()).toBe(0);
});

test('a tool is called when it has answered', async () => {
  await press('tool', 'Try a Tool');
  await quick.choose('echo');
  await page.button('Run').waitFor();
  await page.button('Run').click();
  await page.body.getByText(/^Answered in/).waitFor();
  await runCommand(editor.page, 'MCP Roundhouse: Get Started');
  await done('tool').waitFor();
});

test('each step has its picture', async () => {
  // In a narrow editor VS Code shows no pictures.
  await editor.page.setViewportSize({ width: 1800, height: 900 });
  await runCommand(editor.page, 'MCP Roundhouse: Get Started');
  for (const id of ['server', 'approve', 'tool'] as const) {
    await step(id).waitFor();
    if ((await step(id).getAttribute('aria-expanded')) !== 'true') await step(id).click();
    const picture = editor.page.locator('.getting-started-media iframe.webview').contentFrame();
    await picture.locator('iframe#active-frame').contentFrame().locator('svg').waitFor();
    await screenshot(editor.page, `walkthrough-${id}`);
  }
});
