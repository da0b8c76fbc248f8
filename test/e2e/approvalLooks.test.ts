import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { looksOfRun, reloadIn } from '../support/editor/looks';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';

// The page of approvals as a person who just installed Roundhouse sees it, in every kind of theme and
// width, and by the keyboard alone.

const servers = {
  files: {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', '${workspaceFolder}/my files'],
    cwd: '${workspaceFolder}',
    envFile: '${workspaceFolder}/.env',
  },
  issues: {
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'ISSUES_TOKEN', 'ghcr.io/shop/issues-mcp-server:1.4'],
    env: { ISSUES_TOKEN: 'the-value-of-it', ISSUES_HOST: '${env:ISSUES_HOST}', MODE: 'read-only' },
  },
  stock: { url: 'https://shop.example/mcp', headers: { Authorization: 'Bearer ${input:key}' } },
  hidden: { command: 'till\u202e\u200b', args: ['<b>', ''] },
};
const inputs = [{ id: 'key', type: 'promptString', password: true }];

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  folder.write(servers, inputs);
  const userMcp = { servers: { notes: { command: 'notes-server', args: ['--own'] } } };
  return { folder, userMcp, approve: false };
});
const { tree, approval: question } = editor;

async function ask(): Promise<void> {
  await tree.open();
  await runCommand(editor.page, 'MCP Roundhouse: Choose Who Runs the Servers');
  await question.primary.filter({ hasText: 'Approve and Start 5 Servers' }).waitFor();
}

/** How far the page reaches over its right edge, in pixels. */
const overflow = (): Promise<number> =>
  question.body.evaluate(({ ownerDocument: { documentElement } }) =>
    Math.max(0, documentElement.scrollWidth - documentElement.clientWidth),
  );

/** Gives the chat its usual width: one that is as narrow as the window was has no room for the name of its model. */
async function widenChat(): Promise<void> {
  const chat = editor.page.locator('.part.auxiliarybar');
  await vi.waitFor(async () => {
    const narrow = await chat.boundingBox();
    await editor.page.mouse.dblclick((narrow?.x ?? 0) - 2, 450);
    const wide = await chat.boundingBox();
    expect(wide?.width).toBeGreaterThan(250);
  });
}

test.each(looksOfRun)('the first contact in $name', async (look) => {
  await reloadIn(look, editor);
  await ask();
  await screenshot(editor.page, `approval-${look.name}`);

  const text = await question.body.innerText();
  expect(text).toContain(String.raw`till\u{202e}\u{200b} <b> ''`);
  expect(text).not.toContain('the-value-of-it');
  expect(await overflow()).toBe(0);
});

test.each([
  ['narrow', { width: 620, height: 900 }],
  ['zoomed to 200 %', { width: 720, height: 450 }],
])('the page is whole in a window that is %s', async (name, size) => {
  const usual = editor.page.viewportSize() ?? { width: 1440, height: 900 };
  try {
    await editor.page.setViewportSize(size);
    await vi.waitFor(async () => expect(await overflow()).toBe(0));
    await screenshot(editor.page, `approval-${name.replaceAll(/\W+/g, '-')}`);
    await question.primary.scrollIntoViewIfNeeded();
    await screenshot(editor.page, `approval-${name.replaceAll(/\W+/g, '-')}-end`);
    expect(await question.primary.isVisible()).toBe(true);
  } finally {
    await editor.page.setViewportSize(usual);
    await widenChat();
  }
});

test('by the keyboard: nothing approves by itself, boxes and buttons are reached in their order', async () => {
  const { keyboard } = editor.page;
  const focused = (): Promise<string> =>
    question.body.evaluate(({ ownerDocument: { activeElement } }) => activeElement?.id ?? '');
  await question.title.focus();
  await keyboard.press('Enter');
  const order: string[] = [];
  for (let presses = 0; presses < 13; presses++) {
    await keyboard.press('Tab');
    order.push(await focused());
  }
  const controls = question.body.locator('#servers :is(input, button)');
  const ids = await controls.evaluateAll((each) => each.map(({ id }) => id));
  expect(ids).toHaveLength(10);
  expect(order).toEqual([...ids, 'approve-user', 'approve-workspace', 'leave-user']);
  await question.box('issues').focus();
  await keyboard.press('Space');
  await question.primary.filter({ hasText: 'Approve and Start 4 Servers' }).waitFor();
  expect(await focused()).toBe(ids[2]);
  await keyboard.press('Enter');
  expect(await question.title.innerText()).toBe('Let Roundhouse run your MCP servers?');
  await keyboard.press('Escape');
  await question.isGone();
});
