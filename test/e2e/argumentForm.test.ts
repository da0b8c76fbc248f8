import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// The arguments of a tool, typed as a person types: as a form and as JSON, with mistakes.

const inputSchema = {
  type: 'object',
  properties: {
    place: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    ids: { type: 'array', items: { type: ['string', 'number'] } },
  },
};

const inTwoWays = {
  type: 'object',
  properties: {
    place: {
      oneOf: [
        { properties: { id: { type: 'number' } }, required: ['id'] },
        {
          properties: { owner: { type: 'string' }, repo: { type: 'string' } },
          required: ['owner', 'repo'],
        },
      ],
    },
    count: { type: ['string', 'number'], default: 1.5 },
    patch: { type: 'string' },
    phrase: { type: 'string', format: 'password' },
    rules: {},
    either: { anyOf: [{ type: 'string' }, {}] },
  },
  required: ['place'],
};

function withTools(): object {
  const toolsFile = path.join(mkdtempSync(path.join(tmpdir(), 'tools-')), 'tools.json');
  const tools = [
    { name: 'show', inputSchema },
    { name: 'find', inputSchema: inTwoWays },
  ];
  writeFileSync(toolsFile, JSON.stringify(tools));
  return fakeEntry({ toolsFile });
}

const editor = editorForFile(() => ({
  folder: workspaceFolder({ till: withTools() }),
  running: ['till'],
}));
const page = new ServerPage(editor);

function box(name: RegExp | string): Locator {
  return page.body.getByRole('textbox', { name });
}

const json = (): Locator => box('Arguments as JSON');

/** The choice of the kind of an argument. */
function kind(name: string): Locator {
  return page.body.getByRole('combobox', { name: `Kind of ${name}`, exact: true });
}

/** The arguments, as the JSON box shows them. */
async function shown(): Promise<unknown> {
  await page.button('JSON').first().click();
  const text = await json().inputValue();
  await page.button('Form').click();
  return JSON.parse(text);
}

test('a text is typed beyond the length of its box', async () => {
  await editor.tree.open();
  await page.openFrom(editor.tree.row('tillrunning'), 'till');
  await page.open('Tools');
  await page.choose('show');
  const long = 'behind the third signal box on the left, '.repeat(3);
  await box(/^place/).click();
  await editor.page.keyboard.type(long);
  expect(await box(/^place/).inputValue()).toBe(long);
  await box(/^place/).fill('');
});

test('an item may be of another kind than the first', async () => {
  await page.button('Add to ids').click();
  await page.body.getByRole('combobox', { name: /^Kind of ids 1/ }).selectOption('Number');
  await box(/^Number/).fill('5');
  expect(await shown()).toEqual({ ids: [5] });
  await page.button('Remove ids 1').click();
});

test('a value of the wrong kind stays until a right one is typed', async () => {
  await page.button('JSON').first().click();
  await json().fill('{"tags": "a,b"}');
  await page.button('Form').click();
  await box(/^tags/).press('Home');
  await editor.page.keyboard.press('Delete');
  expect(await box(/^tags/).inputValue()).toBe('a,b"');
  expect(await page.button('Run').isDisabled()).toBe(true);
  await box(/^tags/).fill('["a", "b"]');
  expect(await page.button('Run').isDisabled()).toBe(false);
  expect(await shown()).toEqual({ tags: ['a', 'b'] });
});

test('JSON that cannot be read is neither sent nor lost, and earlier arguments take its place', async () => {
  await page.button('Run').click();
  await page.body.getByText(/^Answered in /).waitFor();
  await page.button('Run').click();
  await page.body.getByText('Earlier runs').click();
  await page.button('JSON').first().click();
  await json().fill('{"tags": [');
  await page.button('JSON').first().click();
  expect(await page.button('Run').isDisabled()).toBe(true);
  expect(await page.button('Form').isDisabled()).toBe(true);
  expect(await json().inputValue()).toBe('{"tags": [');
  await page.button('Use these arguments again').click();
  await expect.poll(() => json().inputValue()).toContain('"b"');
  expect(await page.button('Run').isDisabled()).toBe(false);
});

test('the keyboard stays on Run, and in the field whose kind changes', async () => {
  const hasFocus = (one: Locator): Promise<void> => one.and(page.body.locator(':focus')).waitFor();
  const press = async (name: string): Promise<void> => {
    await page.button(name).focus();
    await editor.page.keyboard.press('Enter');
  };
  await page.button('Form').click();
  await press('Set place to null');
  await hasFocus(box(/^place/));
  await press('Leave out place');
  await hasFocus(box(/^place/));
  await press('Run');
  await expect.poll(() => page.button('Use these arguments again').count()).toBe(2);
  await hasFocus(page.button('Run'));
  await page.body.locator('section.outcome').waitFor();
  await hasFocus(page.button('Run'));
});

test('any of several objects can be chosen, and stays while it is filled in', async () => {
  await page.choose('find');
  await kind('place').selectOption('owner, repo');
  await box(/^owner/).fill('');
  expect(await kind('place').inputValue()).toBe('1');
  await box(/^owner/).fill('a');
  await box(/^repo/).fill('b');
  expect(await shown()).toEqual({ place: { owner: 'a', repo: 'b' }, count: 1.5 });
});

test('a number that may also be a text stays a number while it is corrected', async () => {
  const count = page.body.getByRole('group', { name: /^count/ }).getByRole('textbox');
  await count.press('End');
  for (const key of ['Backspace', '2', '5']) await editor.page.keyboard.press(key);
  expect(await shown()).toMatchObject({ count: 1.25 });
  await count.fill('');
  await count.fill('7');
  expect(await shown()).toMatchObject({ count: 7 });
  await page.button('Leave out count').click();
  await count.waitFor({ state: 'detached' });
  expect(await shown()).toEqual({ place: { owner: 'a', repo: 'b' } });
});

test('pasted and dropped lines stay lines, and who pastes them types on', async () => {
  const phrase = page.body.getByLabel(/^phrase/);
  await box(/^patch/).fill('behind the first');
  await box(/^patch/).press('Home');
  await box(/^patch/).evaluate((one) => {
    const view = one.ownerDocument.defaultView;
    if (!view) throw new Error('no window');
    const clipboardData = new view.DataTransfer();
    clipboardData.setData('text/plain', 'one\ntwo, ');
    one.dispatchEvent(new view.ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await editor.page.keyboard.type('right ');
  expect(await box(/^patch/).inputValue()).toBe('one\ntwo, right behind the first');
  await phrase.click();
  await editor.page.keyboard.insertText('three\r\nfour');
  expect(await phrase.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA');
  expect(await shown()).toMatchObject({
    patch: 'one\ntwo, right behind the first',
    phrase: 'three\nfour',
  });
});

test('a part that is no JSON yet is neither sent nor lost', async () => {
  const either = page.body.getByRole('group', { name: /^either/ }).getByRole('textbox');
  await kind('either').selectOption('JSON');
  await either.fill('{"b": [');
  await box(/^rules/).fill('{"a": 1,');
  expect(await page.button('JSON').first().isDisabled()).toBe(true);
  await page.open('Log');
  await page.open('Tools');
  await page.choose('show');
  await box(/^place/).waitFor();
  expect(await page.button('Run').isDisabled()).toBe(false);
  await page.choose('find');
  expect(await box(/^rules/).inputValue()).toBe('{"a": 1,');
  expect(await either.inputValue()).toBe('{"b": [');
  expect(await page.button('Run').isDisabled()).toBe(true);
  await box(/^rules/).fill('{"a": 1}');
  await either.fill('{"b": []}');
  expect(await page.button('Run').isDisabled()).toBe(false);
  expect(await shown()).toMatchObject({ rules: { a: 1 }, either: { b: [] } });
});
