import { beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { said } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import { everythingStdio } from '../support/fakeServer/everything';

// The commands of `@roundhouse`: what it says without a model, and the prompts of servers.

const editor = editorForFile(() => {
  const { command, args } = everythingStdio();
  const servers = { everything: { command, args }, broken: { command: 'no-such-command' } };
  return { folder: { servers }, running: ['everything'] };
});
const { tree, chat, quick } = editor;

beforeEach(async () => {
  await chat.open();
  await chat.closeHints();
});

const ask = (text: string): Promise<void> => chat.sendTo('roundhouse', text);

test('/servers says how each is, why, and what can be done', async () => {
  await tree.row('brokenfailed').waitFor();
  await ask('/servers');
  const answer = await chat.answerWith('no-such-command');
  expect(answer).toMatch(/everything running · \d+ tools/);
  expect(answer).toContain('broken failed');
  await screenshot(editor.page, 'participant-servers');
  await editor.page.getByRole('link', { name: 'Why?' }).click();
  await editor.page
    .getByRole('tab', { name: /broken/ })
    .first()
    .waitFor();
  expect(editor.modelRequests()).toHaveLength(0);
});

test('/tools lists them with what they cost, and finds some by words', async () => {
  await ask('/tools');
  const answer = await chat.answerWith('get-sum');
  expect(answer).toMatch(/Chat gets \d+ tools · .* tokens\./);
  await ask('/tools add two numbers');
  await chat.answerWith('best first:');
  await chat.answerWith('get-sum of everything');
  await screenshot(editor.page, 'participant-tools');
  await editor.page.getByRole('link', { name: 'get-sum' }).last().click();
  await editor.page
    .getByRole('tab', { name: /get-sum/ })
    .first()
    .waitFor();
});

test('/prompt lists the prompts; one is picked, asked for its arguments, and the model gets its messages', async () => {
  await ask('/prompt');
  await chat.answerWith('everything/args-prompt');
  await screenshot(editor.page, 'participant-prompts');
  await chat.followUp('everything/args-prompt');
  await quick.asks('city');
  await quick.answer('Oslo');
  await quick.asks('state');
  await editor.page.keyboard.press('Enter');
  await chat.answerWith('tools:');
  expect(said(editor.modelRequests().at(-1))).toContain('Oslo');

  await ask('/prompt args-prompt city=Bergen');
  await expect.poll(() => said(editor.modelRequests().at(-1))).toContain('Bergen');
  await ask('/prompt nonsense');
  await chat.answerWith('No server has a prompt nonsense.');
});

test('stopped while a prompt asks for its arguments, no model is asked, then or later', async () => {
  const before = editor.modelRequests().length;
  await ask('/prompt args-prompt');
  await quick.asks('city');
  await chat.stop();
  await quick.widget.waitFor({ state: 'hidden' });
  expect(editor.modelRequests()).toHaveLength(before);

  await ask('Which tools are there?');
  await chat.answerWith('tools:');
  const [, ...messages] = editor.modelRequests().at(-1)?.messages ?? [];
  expect(editor.modelRequests()).toHaveLength(before + 1);
  expect(messages).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'Which tools are there?' }] },
  ]);
});

test('left by Escape, a prompt is not run, and the answer says so', async () => {
  const before = editor.modelRequests().length;
  await ask('/prompt args-prompt');
  await quick.asks('city');
  await quick.box.press('Escape');
  await chat.answerWith('You gave no arguments, so "args-prompt" was not run.');
  expect(editor.modelRequests()).toHaveLength(before);
});
