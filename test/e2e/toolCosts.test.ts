import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test, vi } from 'vitest';
import { serverFolder } from '../../scripts/serversUnderTest.mjs';
import { userSettings } from '../support/editor/changeSettings';
import { editorForFile } from '../support/editor/fileEditor';
import { waitForServer } from '../support/editor/mcpServers';
import type { ModelRequest } from '../support/editor/modelRequest';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { WebviewPage } from '../support/editor/serverPage';
import { toolSetItem } from '../support/editor/statusBar';
import { everythingEntry } from '../support/fakeServer/everything';

// What a window says of the price of its tools, beside what the real chat agent sends to the scripted model.

const names = ['everything', 'memory'];
const memory = join(serverFolder('@modelcontextprotocol/server-memory'), 'dist', 'index.js');

const editor = editorForFile(() => {
  const everything = everythingEntry();
  const servers = { everything, memory: { ...everything, args: [memory] } };
  return { folder: { servers }, settings: { 'roundhouse.toolBudget': 500 } };
});
const { tree, chat, quick, menu } = editor;
const page = new WebviewPage(editor);

/** The tokens that stand behind a server in the tree. */
async function shownTokens(server: string): Promise<number> {
  const row = tree.row(new RegExp(`^${server}running · \\d+ tools · [\\d.]+k? tokens`));
  await row.waitFor({ timeout: 60_000 });
  const [, figure = '', thousands] = /([\d.]+)(k?) tokens/.exec(await row.innerText()) ?? [];
  return Number(figure) * (thousands ? 1_000 : 1);
}

/** The tools of a server as the model was sent them, with the tokens that they take. */
function sentTools(request: ModelRequest | undefined, server: string) {
  // The editor may have given the plain prefix to its own entry of the name.
  const ours = new RegExp(`^mcp_${server}2?_`);
  const tools = (request?.definitions ?? []).filter(({ name }) => ours.test(name));
  return { tools, tokens: tools.reduce((all, tool) => all + countTokens(JSON.stringify(tool)), 0) };
}

test('more than the budget warns in the status bar and over the tree, and is told once', async () => {
  for (const server of names) await shownTokens(server);
  const words = /take [\d.]+k? tokens of every request, over your budget of 500 tokens/;
  const told = editor.page.locator('.notification-list-item').filter({ hasText: words });
  // It leaves after some seconds, for the place where all notifications are.
  if (!(await told.isVisible())) await runCommand(editor.page, 'Notifications: Show Notifications');
  await told.waitFor();
  await editor.page
    .locator('.part.sidebar')
    .getByText(/over your budget of 500/)
    .waitFor();
  await vi.waitFor(async () =>
    expect(await toolSetItem(editor.page).getAttribute('class')).toContain('warning-kind'),
  );
  await screenshot(editor.page, 'tool-costs-budget');

  await told.getByRole('button', { name: 'Show Tool Costs' }).click();
  await page.body.getByText('500 tokens', { exact: true }).waitFor();
  await page.body.getByRole('button', { name: 'Tools of everything' }).waitFor();
  await screenshot(editor.page, 'tool-costs-page');
  await editor.page.reload();
  await tree.open();
  for (const server of names) await shownTokens(server);
  await editor.page
    .locator('.part.sidebar')
    .getByText(/over your budget of 500/)
    .waitFor();
  expect(await told.count()).toBe(0);
});

test('what is shown of a server is what the model is sent, within 5 %', async () => {
  for (const server of names) await waitForServer(editor.page, `${server} · Roundhouse`);
  await chat.open();
  await chat.send('Which tools are there?');
  await chat.answerWith('tools:');
  const request = editor.lastRequest;
  for (const server of names) {
    const { tools, tokens } = sentTools(request, server);
    const shown = await shownTokens(server);
    console.log(`${server}: ${tools.length} tools, ${shown} tokens shown, ${tokens} sent`);
    expect(tools.length).toBeGreaterThan(5);
    expect(Math.abs(shown - tokens) / tokens).toBeLessThan(0.05);
  }
});

test('a shorter description costs less, and is what the model reads', async () => {
  const before = await shownTokens('memory');
  await tree.expand(tree.row(/^memoryrunning/));
  await menu.choose(tree.row(/^create_entities/), 'Shorten Description for Chat...');
  await quick.asks(/For your chats alone/);
  expect(await quick.box.inputValue()).toBe('Create multiple new entities in the knowledge graph');
  await quick.box.fill('Adds.');
  await quick.widget.getByText(/Before: \d+ tokens · then: \d+ tokens/).waitFor();
  await screenshot(editor.page, 'tool-costs-shorten');
  await editor.page.keyboard.press('Enter');
  await vi.waitFor(async () => expect(await shownTokens('memory')).toBeLessThan(before));
  expect(userSettings(editor)).toMatchObject({
    'roundhouse.servers': { memory: { descriptions: { create_entities: 'Adds.' } } },
  });

  await chat.open();
  await vi.waitFor(
    async () => {
      await chat.send('Which tools are there?');
      await chat.answerWith('tools:');
      const { tools } = sentTools(editor.lastRequest, 'memory');
      expect(tools.find(({ name }) => name.endsWith('create_entities'))?.description).toBe('Adds.');
    },
    { timeout: 60_000 },
  );
});

test('the command shows the page, which says what was called and when, and switches tools', async () => {
  await chat.open();
  await chat.send('call echo {"message": "a"}');
  await chat.allow();
  await chat.answerWith('Result:');
  await runCommand(editor.page, 'MCP Roundhouse: Show Tool Costs');
  await page.body.getByRole('button', { name: 'Tools of everything' }).click();
  await page.body.getByText(/last called/).waitFor();
  const echo = page.body.getByRole('checkbox', { name: 'echo for models' });
  expect(await echo.isChecked()).toBe(true);
  await echo.uncheck();
  await page.body
    .getByText(/^\d+ of \d+ tools$/)
    .first()
    .waitFor();
  await expect.poll(() => echo.isChecked()).toBe(false);
  await screenshot(editor.page, 'tool-costs-tools');
  await chat.open();
  await vi.waitFor(
    async () => {
      await chat.send('Which tools are there?');
      await chat.answerWith('tools:');
      const { tools } = sentTools(editor.lastRequest, 'everything');
      expect(tools.filter(({ name }) => name.endsWith('_echo'))).toEqual([]);
    },
    { timeout: 60_000 },
  );
});
