import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from '../support/editor/accessibility';
import { editorForFile } from '../support/editor/fileEditor';
import { looksOfRun, reloadIn } from '../support/editor/looks';
import { runCommand } from '../support/editor/runCommand';
import { screenshot, zoomed } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// The page of a server: is it running and why not, what can it do, what happened last; and a tool is tried on it.

/** Three processes, one below the other. */
const crew = fakeEntry({ underShell: true, grandchild: true });
const editor = editorForFile(() => ({
  folder: workspaceFolder({
    everything: everythingEntry(),
    broken: fakeEntry({ exitAtStart: 4, stderr: ['no coal'] }),
    crew: { ...crew, args: [...crew.args, '--api-key', 'ghp_a8Fk2LmZ0pT4kR7vWq9sXy1Bn3'] },
  }),
  running: ['everything'],
}));
const page = new ServerPage(editor);
const { menu, quick, tree } = editor;
const parts = [
  'Overview',
  'Tools',
  'Prompts',
  'Resources',
  'Traffic',
  'Figures',
  'Log',
  'Configuration',
  'Diagnosis',
];

async function open(server: string): Promise<void> {
  await runCommand(editor.page, 'MCP Roundhouse: Open Server Page');
  await quick.choose(server);
  await page.title.filter({ hasText: server }).waitFor();
}

async function inShell(command: string): Promise<string> {
  return (await promisify(execFile)('/bin/sh', ['-c', command])).stdout;
}

/** The tab of a server's page. */
function tab(server: string): Locator {
  return editor.page.getByRole('tab', { name: server });
}

/** The rows of what happened to the server. */
function happened(text: string | RegExp): Locator {
  const list = page.body.getByRole('list', { name: 'What happened last' });
  return list.getByRole('listitem').filter({ hasText: text });
}

/** The table of its processes. */
function processes(): Locator {
  return page.body.getByRole('region', { name: 'Its processes' });
}

/** The strip of its starts and ends, by what it says to a screen reader. */
function timeline(says: RegExp): Locator {
  return page.body.getByRole('img', { name: says });
}

test('the overview says how it is, and what happened', async () => {
  await tree.open();
  await page.openFrom(tree.row('everythingrunning · '), 'everything');
  await page.body.getByText(/^It runs: \d+ tools/).waitFor();
  await page.body.getByText('What happened last').waitFor();
  await page.body.getByText('Protocol', { exact: true }).waitFor();
  await happened(/Running ?for .* so far/).waitFor();
  await timeline(/ 0 ends by failure, 1 start$/).waitFor();
  await page.button('Restart').click();
  await timeline(/ 0 ends by failure, 2 starts$/).waitFor();
  await happened('Stopped').waitFor();
});

test('the tools are one stop of the Tab key, and arrow keys move along them', async () => {
  await page.open('Tools');
  const list = page.body.getByRole('navigation', { name: 'Tools' });
  const rows = list.getByRole('listitem').getByRole('button');
  const press = async (key: string, next: Locator): Promise<void> => {
    await editor.page.keyboard.press(key);
    await next.and(page.body.locator(':focus')).waitFor();
  };
  await rows.first().focus();
  await press('ArrowDown', rows.nth(1));
  await press('End', rows.last());
  expect(await rows.and(page.body.locator('[tabindex="0"]')).count()).toBe(1);
  await press('Shift+Tab', list.getByRole('searchbox'));
  await press('Tab', rows.last());
  await press('Home', rows.first());
});

test('a tool is tried: by the form, and with the same arguments as JSON', async () => {
  await page.open('Tools');
  await page.choose('echo');
  const message = page.body.getByRole('textbox', { name: /^message/ });
  await message.fill('the page');
  await message.press('Home');
  await editor.page.keyboard.type('from ');
  await page.button('Run').click();
  await page.body.getByText('Echo: from the page').waitFor();
  await page.button('JSON').first().click();
  const json = page.body.getByRole('textbox', { name: 'Arguments as JSON' });
  await expect.poll(() => json.inputValue()).toBe('{\n  "message": "from the page"\n}');
  await json.fill('{"message": 9007199254740993}');
  await page.body.getByText('The number 9007199254740993 has too many digits').waitFor();
  expect(await page.button('Run').isDisabled()).toBe(true);
  await json.fill('{"message": "as JSON"}');
  await page.button('Run').click();
  await page.body.getByText('Echo: as JSON').waitFor();
});

test('a call is copied to be made elsewhere', async () => {
  await page.button('Copy as…').click();
  await quick.choose('Terminal');
  await expect.poll(() => editor.clipboard()).toContain(' call everything echo ');
  expect(await inShell(await editor.clipboard())).toContain('Echo: as JSON');
  await page.button('Copy as…').click();
  await quick.choose('Chat');
  await expect.poll(() => editor.clipboard()).toBe('#echo {"message":"as JSON"}');
});

test('the messages of a run stand below its result, and lead to the traffic', async () => {
  await page.body.getByText('Messages with the server').click();
  const request = page.body.getByLabel('Request', { exact: true });
  await request.getByText('"message": "as JSON"').waitFor();
  await page.body.getByLabel('Response', { exact: true }).getByText('Echo: as JSON').waitFor();
  await screenshot(editor.page, 'serverPage-messages');
  await page.button('Show in Traffic').click();
  await page.record('tools/call echo').and(page.body.locator('[aria-current]')).waitFor();
  await request.getByText('"message": "as JSON"').waitFor();
});

test('the traffic has the call as it went over the wire, follows, and is searched', async () => {
  await page.open('Traffic');
  await page.record('tools/call echo').first().click();
  const request = page.body.getByLabel('Request', { exact: true });
  await request.getByText('"message": "as JSON"').waitFor();
  expect(await request.innerText()).toContain('"method": "tools/call",\n');
  await page.body.getByLabel('Response', { exact: true }).getByText('Echo: as JSON').waitFor();
  const search = page.body.getByRole('searchbox', { name: 'Search names and messages' });
  await search.fill('FROM THE PAGE');
  await expect.poll(() => page.record(/^/).count()).toBe(1);
  await search.fill('nowhere at all');
  await page.body.getByText('Nothing matches the filter.').waitFor();
  await search.fill('');
  await page.record('tools/call echo').first().click();
  await page.button('Try again…').click();
  // The arguments are edited as they were before.
  await page.button('Form').click();
  await page.body.getByRole('textbox', { name: /^message/ }).fill('once more');
  await page.button('Run').click();
  await page.body.getByText('Echo: once more').first().waitFor();
  await page.open('Traffic');
  await expect.poll(() => page.record('tools/call echo').count()).toBe(3);
});

test('a pinned message stays at hand, and others are compared with it', async () => {
  await page.record('tools/call echo').nth(1).click();
  await page.button('Pin').focus();
  await editor.page.keyboard.press('Enter');
  const pinned = page.body.getByRole('navigation', { name: 'Pinned' });
  await pinned.getByText('tools/call echo').waitFor();
  const search = page.body.getByRole('searchbox', { name: 'Search names and messages' });
  await search.fill('nowhere at all');
  await page.body.getByText('Nothing matches the filter.').waitFor();
  await pinned.getByText('tools/call echo').click();
  await page.body.getByLabel('Request', { exact: true }).getByText('as JSON').waitFor();
  await search.fill('');
  await page.record('tools/call echo').first().click();
  const compared = page.body.getByRole('combobox', { name: 'Compare with' });
  await compared.selectOption({ index: 1 });
  await page.body.getByText('Compared with tools/call echo').waitFor();
  const lines = page.body.getByRole('region', { name: 'Changes' }).locator('ins');
  await expect.poll(() => lines.allInnerTexts()).toHaveLength(2);
  expect((await lines.allInnerTexts()).join()).toContain('once more');
  await screenshot(editor.page, 'serverPage-compared');
  await page.button('Pin').click();
  await expect.poll(() => pinned.getByRole('listitem').count()).toBe(2);
  await page.button('Unpin tools/call echo').last().focus();
  await editor.page.keyboard.press('Enter');
  await expect.poll(() => pinned.getByRole('listitem').count()).toBe(1);
});

test('fields that are filled within one frame all count', async () => {
  await page.open('Tools');
  await page.choose('get-sum');
  await page.body.getByRole('textbox', { name: /^b\b/ }).waitFor();
  await page.body.locator('fieldset').evaluate((fields) => {
    for (const box of fields.querySelectorAll('input')) {
      box.value = '4';
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const buttons = [...fields.ownerDocument.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === 'Run')?.click();
  });
  await page.body.getByText('The sum of 4 and 4 is 8').first().waitFor();
});

test('the figures count the calls, follow, are sorted, and are cleared', async () => {
  await menu.choose(tree.row('everythingrunning · '), 'Show Figures');
  const row = page.body.getByRole('row', { name: /^echo / });
  await expect.poll(() => row.getByRole('cell').first().textContent()).toBe('3');
  await page.body.getByRole('img', { name: /^Calls by day, .*: 4, most on .* with 4$/ }).waitFor();
  await page.body.getByRole('img', { name: /^Failed calls by day, .*: 0$/ }).waitFor();
  await page.open('Tools');
  await page.choose('get-sum');
  await page.body.getByRole('textbox', { name: /^a\b/ }).fill('1');
  await page.body.getByRole('textbox', { name: /^b\b/ }).fill('2');
  await page.button('Run').click();
  await page.body.getByText('The sum of 1 and 2 is 3').first().waitFor();
  await page.open('Figures');
  const first = page.body.getByRole('rowheader').first();
  await expect.poll(() => page.body.getByRole('rowheader').count()).toBe(2);
  expect(await first.textContent()).toBe('echo');
  await page.button('Calls').click();
  expect(await first.textContent()).toBe('get-sum');
  await page.button('Tool').click();
  expect(await first.textContent()).toBe('echo');
  await page.button('Clear Figures…').click();
  await editor.page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await page.body.getByText('Nothing was called in the last 30 days.').waitFor();
});

test('the arguments of a prompt are completed by its server', async () => {
  await page.open('Prompts');
  await page.choose('completable-prompt');
  await page.body.getByRole('combobox', { name: /^department/ }).fill('E');
  const suggested = page.body.locator('datalist option');
  await expect
    .poll(() => suggested.evaluateAll((all) => all.map((one) => one.getAttribute('value'))))
    .toEqual(['Engineering']);
  await page.choose('simple-prompt');
  await page.button('Get').click();
  await page.body.getByText('Messages with the server').click();
  const request = page.body.getByLabel('Request', { exact: true });
  await request.getByText('"prompts/get"').waitFor();
});

test('a resource in Markdown is shown as such', async () => {
  await page.open('Resources');
  await page.choose('architecture.md');
  await page.button('Read').click();
  await page.body.locator('.result-markdown').getByRole('heading').first().waitFor();
  await screenshot(editor.page, 'serverPage-markdown');
});

test('a server that does not run says why and what to do, and the checks find it', async () => {
  await open('broken');
  await page.body
    .getByText(/ended with exit code 4/)
    .first()
    .waitFor();
  await page.body.getByText('no coal').first().waitFor();
  await happened(/^.*Failed.*ended with exit code 4/).waitFor();
  await expect.poll(() => happened(/Waiting for attempt.*exit code 4/).count()).toBeGreaterThan(2);
  await timeline(/: up 0 %, \d+ ends by failure, \d+ starts$/).waitFor();
  await page.open('Diagnosis');
  await page.button('Run checks').click();
  await page.body.getByText(/^Checked /).waitFor({ timeout: 60_000 });
  await page.body.getByText('Failed').first().waitFor();
  const start = page.body.getByRole('listitem').filter({ hasText: 'Failed' }).first();
  await start.getByRole('button', { name: 'Show Log' }).waitFor();
});

test('each process of a server is shown with what it takes, and without secrets', async () => {
  await open('crew');
  await page.open('Overview');
  const rows = processes().locator('tbody').getByRole('row');
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(3);
  await rows
    .nth(1)
    .getByText(/stdioServer\.mjs .* --api-key •••$/)
    .waitFor();
  const pid = await rows.nth(1).getByRole('cell').first().innerText();
  await rows.nth(2).getByText(`started by ${pid}`).waitFor();
  // The second sample has the share of the processor, and each figure a course.
  for (const row of await rows.all()) {
    await row.getByText(/^\d+ % CPU$/).waitFor();
    await row.getByText(/^[\d.]+ MB$/).waitFor();
    await expect
      .poll(() => row.locator('polyline').first().getAttribute('points'))
      .toMatch(/^0,.* .*100,/);
  }
  expect(await processes().innerText()).not.toContain('ghp_');
  await page.button('Stop').click();
  await processes().waitFor({ state: 'detached' });
  await page.body.getByText('No process of this server runs here.').waitFor();
  await page.button('Start').click();
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(3);
});

test('the page stays as it was in a window that is loaded anew', async () => {
  await open('broken');
  await page.open('Configuration');
  await open('everything');
  await page.open('Tools');
  await page.choose('get-sum');
  await page.body.getByRole('textbox', { name: /^a\b/ }).fill('41');
  // VS Code stores the state of tabs when a window ends in good order.
  await runCommand(editor.page, 'Developer: Reload Window');
  await page.title.waitFor({ state: 'detached' });
  await page.body.getByRole('heading', { name: 'get-sum' }).waitFor({ timeout: 120_000 });
  await expect.poll(() => page.body.getByRole('textbox', { name: /^a\b/ }).inputValue()).toBe('41');
  await page.open('Traffic');
  const pinned = page.body.getByRole('navigation', { name: 'Pinned' });
  await pinned.getByText('tools/call echo').click();
  await page.body.getByLabel('Request', { exact: true }).getByText('as JSON').waitFor();
});

test('a page that is opened again takes the place of its tab that was not looked at yet', async () => {
  await expect.poll(() => tab('broken').count()).toBe(1);
  await open('broken');
  expect(await tab('broken').count()).toBe(1);
  await page.body.getByRole('tab', { name: 'Configuration', selected: true }).waitFor();
  await open('everything');
  expect(await tab('everything').count()).toBe(1);
});

test.each(looksOfRun)('every part in $name, for everybody', async (look) => {
  await reloadIn(look, editor);
  await tab('everything').click();
  await page.title.waitFor({ timeout: 120_000 });
  await page.open('Tools');
  await page.choose('get-structured-content');
  await page.body.getByRole('combobox', { name: /^location/ }).selectOption('Chicago');
  await page.button('Run').click();
  await page.body.getByText('humidity').first().waitFor();
  await tab('broken').click();
  await page.title.filter({ hasText: 'broken' }).waitFor({ timeout: 60_000 });
  await page.open('Overview');
  await timeline(/ ends by failure/).waitFor();
  await screenshot(editor.page, `serverPage-timeline-${look.name}`);
  expect(await violations(page.body), 'timeline').toEqual([]);
  await tab('crew').click();
  await page.title.filter({ hasText: 'crew' }).waitFor({ timeout: 60_000 });
  await page.open('Overview');
  await processes().scrollIntoViewIfNeeded();
  await processes()
    .getByText(/^\d+ % CPU$/)
    .nth(2)
    .waitFor();
  await screenshot(editor.page, `serverPage-processes-${look.name}`);
  expect(await violations(page.body), 'processes').toEqual([]);
  await tab('everything').click();
  await page.title.filter({ hasText: 'everything' }).waitFor();
  for (const part of parts) {
    await page.open(part);
    if (part === 'Traffic') {
      await page.record('tools/call get-structured-content').first().click();
      await page.body.getByLabel('Request', { exact: true }).waitFor();
    }
    if (part === 'Figures') await page.body.getByRole('table').waitFor();
    await screenshot(editor.page, `serverPage-${part}-${look.name}`);
    expect(await violations(page.body), part).toEqual([]);
  }
});

test('every part is whole at 200 %, and for everybody', async () => {
  await zoomed(editor.page, async () => {
    for (const part of parts) {
      await page.open(part);
      await screenshot(editor.page, `serverPage-${part}-zoomed`);
      await expect.poll(() => page.overflow(), { message: part }).toBe(0);
      expect(await violations(page.body), part).toEqual([]);
    }
  });
});
