import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { everythingStdio } from '../support/fakeServer/everything';

// The chain that the other tests stand on, without Roundhouse in it: the real chat agent, the scripted
// model, VS Code's own MCP host and a server that is not ours.

const editor = editorForFile(() => {
  const { command, args } = everythingStdio();
  return { folder: { servers: { everything: { command, args } } }, roundhouse: false };
});
const { chat } = editor;

test('the chat agent calls a tool and its result reaches the next turn of the model', async () => {
  await chat.open();
  await chat.send('call echo {"message": "steam"}');
  await chat.answerWith('Result: Echo: steam');

  const [asked, told] = editor.modelRequests().slice(-2);
  expect(asked?.answer).toMatchObject({ kind: 'call', input: { message: 'steam' } });
  expect(asked?.tools.filter((name) => name.endsWith('_echo'))).toHaveLength(1);
  expect(told?.messages.at(-1)?.parts).toContainEqual({ kind: 'result', text: 'Echo: steam' });
});

test('a tool that may change something is called only after the confirmation', async () => {
  await chat.open();
  await chat.send('call toggle-simulated-logging {}');
  await chat.confirmation.waitFor({ timeout: 60_000 });
  const before = editor.modelRequests().length;
  await screenshot(editor.page, 'harness-confirmation');
  await chat.allow();
  const answer = await chat.answerWith('Result:');

  expect(answer).toContain('Started simulated');
  expect(editor.modelRequests()).toHaveLength(before + 1);
});

test('the rows of a tree can be read', async () => {
  const tree = new Tree(editor, 'Explorer');
  await tree.open();
  await tree.row('.vscode').click();
  await tree.row('mcp.json').waitFor();

  expect(await tree.rows()).toEqual(['.vscode', '  mcp.json']);
});

test('a second window opens on the same folder and runs a command', async () => {
  const second = await editor.openWindow();
  await runCommand(second, 'MCP: List Servers');
  await second.locator('.quick-input-list').getByText('everything').first().waitFor();
  await second.close();
});

test('a message that orders nothing is answered with the tools at hand', async () => {
  await chat.open();
  await chat.send('What can you do?');
  const answer = await chat.answerWith('tools:');

  expect(answer).toContain('_echo');
});
