import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { waitForServer } from '../support/editor/mcpServers';
import { results } from '../support/editor/modelRequest';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { everythingStdio } from '../support/fakeServer/everything';

// The reference server in chat: VS Code's own MCP host is the client of our gateway, a person answers its prompts.

let folder: WorkspaceFolder;
let editor: TestEditor;
let chat: Chat;

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

beforeEach(async ({ task }) => {
  const picture = `everything-in-editor-${task.name.replaceAll(/\W+/g, '-')}-failed`;
  onTestFailed(() => pictureOfFailure(editor.page, picture));
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
  ['get-tiny-image', {}, 'image you requested:'],
  // The editor reads what is linked, by the gateway, and gives it to the model.
  ['get-resource-links', { count: 2 }, 'Resource 1: This is a base64 blob'],
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

test('a model is asked through the editor, with its own permission', async () => {
  await call('trigger-sampling-request', { prompt: 'Say it', maxTokens: 20 });
  await editor.page.getByRole('button', { name: 'Allow in this Session' }).click();
  // What comes from the open world is shown before a model reads it.
  await chat.allow();
  expect(await told()).toContain('LLM sampling result');
});

test('a prompt is a slash command', async () => {
  await chat.complete('/mcp.everything.simple', 'simple-prompt');
  await chat.completed(/This\sis\sa\ssimple\sprompt/);
});
