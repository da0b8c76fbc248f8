import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from '../support/editor/accessibility';
import { editorForFile } from '../support/editor/fileEditor';
import { repeatUntil } from '../support/editor/repeatUntil';
import { runCommand } from '../support/editor/runCommand';
import { screenshot, zoomed } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// A person whose editor is in Chinese meets Roundhouse: its tree, the first question, and pages of servers.

const editor = editorForFile(() => ({
  folder: workspaceFolder({
    everything: everythingEntry(),
    broken: fakeEntry({ exitAtStart: 4, stderr: ['no coal'] }),
  }),
  language: 'zh-cn',
  approve: false,
  agrees: false,
}));
const page = new ServerPage(editor);
const { quick, tree, approval } = editor;

const parts = ['概览', '工具', '提示词', '资源', '通信', '统计', '日志', '配置', '诊断'];

/** Opens a part, and in it what there is. */
async function show(part: string): Promise<void> {
  await page.open(part);
  if (part === '提示词') await page.choose('completable-prompt');
  if (part === '资源') await page.choose('architecture.md');
  if (part === '统计') await page.body.getByRole('table').waitFor();
  if (part === '通信') {
    const list = page.body.getByRole('navigation').getByRole('button');
    await list.filter({ hasText: 'tools/call' }).first().click();
    await page.body.getByLabel('请求', { exact: true }).waitFor();
  }
}

/** Our English texts that have a Chinese one: those of the manifest and the others. */
const english = [
  ...Object.entries(textsIn('package.nls.json')).flatMap(([key, text]) =>
    textsIn('package.nls.zh-cn.json')[key] === text ? [] : [text],
  ),
  ...Object.entries(textsIn('l10n/bundle.l10n.zh-cn.json')).flatMap(([text, chinese]) =>
    text === chinese ? [] : [text],
  ),
];
const whole = new Set(english);
const sentences = english.filter((text) => text.includes(' ') && !/^.{0,4}$|[{[]/.test(text));

function textsIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** Our English texts among what an element shows and what its parts are called. */
async function englishIn(element: Locator): Promise<readonly string[]> {
  const shown = await element.evaluate((root) => {
    const texts: string[] = [];
    for (const part of [root, ...root.querySelectorAll('*')]) {
      for (const name of ['aria-label', 'title', 'placeholder'])
        texts.push(part.getAttribute(name) ?? '');
      for (const { nodeType, textContent } of part.childNodes)
        if (nodeType === 3 && !/^(?:SCRIPT|STYLE)$/.test(part.tagName))
          texts.push(textContent ?? '');
    }
    return texts;
  });
  const parts = shown.map((text) => text.trim());
  const found = sentences.filter((text) => parts.some((part) => part.includes(text)));
  return [...new Set([...found, ...parts.filter((part) => whole.has(part))])];
}

async function openPage(server: string): Promise<void> {
  await runCommand(editor.page, 'MCP Roundhouse: 打开服务器页面');
  await quick.choose(server);
  await page.title.filter({ hasText: server }).waitFor();
}

test('the first question and the tree', async () => {
  await repeatUntil(approval.title, () => tree.row('设置…').click({ timeout: 5_000 }));
  await approval.asks('让 Roundhouse 运行你的 MCP 服务器？');
  await screenshot(editor.page, 'language-approval');
  expect(await englishIn(approval.body)).toEqual([]);
  await approval.primary.click();
  await tree.row('everything正在运行').waitFor({ timeout: 60_000 });
  await tree.row(/^broken.*(?:失败|秒后重试)/).waitFor({ timeout: 60_000 });
  await screenshot(editor.page, 'language-started');
  expect(await englishIn(approval.body)).toEqual([]);
  await approval.cancel();
  expect(await englishIn(editor.page.locator('.sidebar'))).toEqual([]);
  // The titles of its tools are the server's own.
  await tree.expand(tree.row('everything正在运行'));
  await tree.row('提示词').waitFor();
  await screenshot(editor.page, 'language-tree');
});

test('the page of a server that failed', async () => {
  await openPage('broken');
  await page.body
    .getByText(/退出代码 4/)
    .first()
    .waitFor();
  await screenshot(editor.page, 'language-failed');
  for (const part of ['日志', '配置', '诊断', '通信', '概览']) {
    await page.open(part);
    await screenshot(editor.page, `language-${part}`);
    expect(await englishIn(page.body), part).toEqual([]);
  }
  await page.open('诊断');
  await page.button('运行检查').click();
  await page.body.getByText(/^检查于 \d{4}\//).waitFor({ timeout: 60_000 });
  await screenshot(editor.page, 'language-checked');
  expect(await englishIn(page.body)).toEqual([]);
});

test('every part of a server that runs', async () => {
  const usual = editor.page.viewportSize() ?? { width: 1440, height: 900 };
  await editor.page.setViewportSize({ width: 1800, height: 1100 });
  await openPage('everything');
  await page.open('工具');
  await page.choose('echo');
  await page.body.getByRole('textbox', { name: /^message/ }).fill('你好');
  await page.button('运行').click();
  await page.body.getByText('Echo: 你好').first().waitFor();
  for (const part of parts) {
    await show(part);
    await screenshot(editor.page, `language-everything-${part}`);
    expect(await englishIn(page.body), part).toEqual([]);
    expect(await violations(page.body), part).toEqual([]);
  }
  await editor.page.setViewportSize(usual);
});

test('the page of all servers, also at 200 %', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: 打开所有服务器的概览');
  await page.title.filter({ hasText: 'MCP 服务器' }).waitFor();
  const names = ['服务器', '开销', '调用', '通信', '配置'];
  for (const part of names) {
    await page.open(part);
    await page.body.getByText('正在加载…').waitFor({ state: 'detached' });
    await screenshot(editor.page, `language-overview-${part}`);
    expect(await englishIn(page.body), part).toEqual([]);
    expect(await violations(page.body), part).toEqual([]);
  }
  await zoomed(editor.page, async () => {
    for (const part of names) {
      await page.open(part);
      await screenshot(editor.page, `language-overview-${part}-zoomed`);
      await expect.poll(() => page.overflow(), { message: part }).toBe(0);
    }
  });
  await openPage('everything');
});

test('every part is whole at 200 %, and for everybody', async () => {
  await zoomed(editor.page, async () => {
    for (const part of parts) {
      await show(part);
      await screenshot(editor.page, `language-everything-${part}-zoomed`);
      await expect.poll(() => page.overflow(), { message: part }).toBe(0);
      expect(await violations(page.body), part).toEqual([]);
    }
  });
});
