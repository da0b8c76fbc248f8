import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { everythingStdio } from '../support/fakeServer/everything';
import { runByRoundhouse } from '../support/editor/runByRoundhouse';
import { looks, reloadIn } from '../support/editor/looks';

// `@roundhouse` in light, dark and high contrast, for a person to look at.

let folder: WorkspaceFolder;
let editor: TestEditor;

beforeAll(async () => {
  const { command, args } = everythingStdio();
  folder = workspaceFolder({
    everything: { command, args },
    database: { command: 'no-such-command' },
  });
  editor = await openEditor({ folder: folder.path, settings: runByRoundhouse });
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

test.each(looks)('a conversation in $name', async (look) => {
  const { name } = look;
  const { page } = editor;
  onTestFailed(() => pictureOfFailure(page, `participant-${name}-failed`));
  await reloadIn(look, editor);
  const tree = new Tree(page);
  await tree.untilRunning('everything');
  await tree.row('databasefailed').waitFor();
  const chat = new Chat(page);
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
