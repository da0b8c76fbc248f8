import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { looks, reloadIn } from '../support/editor/looks';
import { screenshot } from '../support/editor/screenshot';
import { everythingStdio } from '../support/fakeServer/everything';

// `@roundhouse` in light, dark and high contrast, for a person to look at.

const editor = editorForFile(() => {
  const { command, args } = everythingStdio();
  const servers = { everything: { command, args }, database: { command: 'no-such-command' } };
  return { folder: { servers }, running: ['everything'] };
});
const { tree, chat } = editor;

test.each(looks)('a conversation in $name', async (look) => {
  const { name } = look;
  const { page } = editor;
  await reloadIn(look, editor);
  await tree.untilRunning('everything');
  await tree.row('databasefailed').waitFor();
  await chat.open();
  await chat.sendTo('roundhouse', '/servers');
  expect(await chat.answerWith('Why?')).toContain('database failed');
  await chat.closeHints();
  await screenshot(page, `participant-servers-${name}`);
  await chat.sendTo('roundhouse', '/tools add two numbers');
  await chat.answerWith('best first');
  await screenshot(page, `participant-tools-${name}`);
  await chat.sendTo('roundhouse', 'call get-sum {"a": 19, "b": 23}');
  await chat.asks('Run "get-sum" on everything?');
  await screenshot(page, `participant-asks-${name}`);
  await chat.skip();
  await chat.answerWith('chose to skip');
});
