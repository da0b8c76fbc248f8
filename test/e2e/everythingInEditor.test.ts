import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { waitForServer } from '../support/editor/mcpServers';
import { results } from '../support/editor/modelRequest';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { QuickInput } from '../support/editor/quickInput';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { everythingStdio } from '../support/fakeServer/everything';

// The reference server in chat: VS Code's own MCP host is the client of our gateway, a person answers its prompts.

let folder: WorkspaceFolder;
let editor: TestEditor;
let chat: Chat;
let quick: QuickInput;

beforeAll(async () => {
  const { command, args } = everythingStdio();
  folder = workspaceFolder({ everything: { command, args } });
  editor = await openEditor({
    folder: folder.path,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'chat.mcp.autostart': 'never',
      // Asks once for all tools; the questions of each are tested elsewhere.
      'chat.tools.global.autoApprove': true,
      'github.copilot.chat.virtualTools.threshold': 0,
    },
  });
  chat = new Chat(editor.page);
  quick = new QuickInput(editor.page);
  const tree = new Tree(editor.page);
  await tree.open();
  await tree.row('everythingrunning · ').waitFor({ timeout: 60_000 });
  await waitForServer(editor.page, 'everything · Roundhouse');
  await chat.open();
  await call('echo', { message: 'first' });
  await editor.page.getByRole('button', { name: 'Enable', exact: true }).click();
  await told();
}, 180_000);

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

beforeEach(async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'everything-in-editor-failed'));
  await chat.open();
});

async function call(tool: string, args: object = {}): Promise<void> {
  await chat.send(`call ${tool} ${JSON.stringify(args)}`);
}

/** What the model was told of the tool's result. */
async function told(): Promise<string> {
  await chat.answerWith('Result:');
  return results(editor.modelRequests().at(-1)).join('\n');
}

test.each([
  ['echo', { message: 'from chat' }, 'Echo: from chat'],
  ['get-sum', { a: 2, b: 40 }, '42'],
  ['get-structured-content', { location: 'Chicago' }, 'humidity'],
  ['get-annotated-message', { messageType: 'error' }, 'Error'],
  ['get-tiny-image', {}, 'tiny image'],
  ['get-resource-links', { count: 2 }, 'demo://resource/dynamic/'],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 2 }, 'demo://resource/dynamic/'],
  ['toggle-simulated-logging', {}, 'simulated'],
  ['get-roots-list', {}, 'Current MCP Roots'],
])('%s', async (tool, args, expected) => {
  await call(tool, args);
  expect(await told()).toContain(expected);
});

test('progress shows, and stopping the chat cancels the operation', async () => {
  await call('trigger-long-running-operation', { duration: 2, steps: 2 });
  await chat.progressOf(50);
  expect(await told()).toContain('Long running operation completed');
  await chat.open();
  await call('trigger-long-running-operation', { duration: 120, steps: 100 });
  await chat.progressOf(1);
  await chat.stop();
  await chat.open();
  await call('echo', { message: 'still here' });
  expect(await told()).toContain('still here');
});

test('a form is asked by the prompts of the editor itself', async () => {
  await call('simulate-research-query', { topic: 'python', ambiguous: true });
  await chat.respond();
  await quick.row(/snake/i).waitFor();
  await quick.row(/snake/i).click();
  expect(await told()).toContain('Research Report: python (snake)');
});

test('a model is asked through the editor, with its own permission', async () => {
  await call('trigger-sampling-request', { prompt: 'Say it', maxTokens: 20 });
  await quick.row('Demo model').click();
  await editor.page.keyboard.press('Enter');
  expect(await told()).toContain('LLM sampling result');
});

test('a prompt is a slash command', async () => {
  await chat.send('/mcp.everything.simple-prompt');
  await chat.answerWith('My ');
  const { parts } = editor.modelRequests().at(-1)?.messages.at(-1) ?? { parts: [] };
  expect(JSON.stringify(parts)).toContain('simple prompt');
});
