import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Chat } from '../support/editor/chat';
import { waitForServer } from '../support/editor/mcpServers';
import { mcpTools, results } from '../support/editor/modelRequest';
import { openEditor, type EditorOptions, type TestEditor } from '../support/editor/openEditor';
import { organisationForbidsMcp } from '../support/editor/policy';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { writeSettings } from '../support/editor/writeSettings';
import { everythingStdio, everythingTools } from '../support/fakeServer/everything';
import { runByRoundhouse } from '../support/editor/runByRoundhouse';

// The tools that stay where VS Code lets no MCP tool into chat.

const genericTools = [
  'roundhouse_call_tool',
  'roundhouse_describe_tool',
  'roundhouse_list_servers',
  'roundhouse_read_more',
  'roundhouse_search_tools',
];
const callToggle =
  'call roundhouse_call_tool {"server": "everything", "tool": "toggle-simulated-logging", "arguments": {}}';

let folder: WorkspaceFolder;
let editor: TestEditor;
let chat: Chat;

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screenshot(editor.page, 'chat-generic-failed');
  await editor?.close();
  folder?.remove();
});

async function open(options: Omit<EditorOptions, 'folder'>): Promise<void> {
  const { command, args } = everythingStdio();
  folder = workspaceFolder({ everything: { command, args } });
  editor = await openEditor({
    ...options,
    folder: folder.path,
    settings: {
      ...runByRoundhouse,
      'chat.mcp.access': 'none',
    },
  });
  chat = new Chat(editor.page);
  const tree = new Tree(editor.page);
  await tree.open();
  await tree.row('running · ').waitFor({ timeout: 60_000 });
}

/** Sends an order and gives what the tool answered, as the model read it. */
async function order(text: string): Promise<string> {
  await chat.send(text);
  await chat.answerWith('Result:');
  return results(editor.modelRequests().at(-1)).join('\n');
}

test('they call every tool where the person switched MCP in chat off, until it is on again', async () => {
  await open({});
  await chat.open();
  expect(JSON.parse(await order('call roundhouse_list_servers {}'))).toMatchObject([
    { name: 'everything', state: 'running', tools: everythingTools },
  ]);
  const offered = editor.modelRequests().at(-1)?.tools ?? [];
  expect(offered.filter((name) => /^(mcp|roundhouse)_/.test(name)).toSorted()).toEqual(
    genericTools,
  );
  expect(await order('call roundhouse_search_tools {"query": "logging"}')).toContain(
    '"tool":"toggle-simulated-logging"',
  );
  const address = '{"server": "everything", "tool": "get-sum"}';
  expect(await order(`call roundhouse_describe_tool ${address}`)).toContain('"inputSchema"');

  const before = editor.modelRequests().length;
  await chat.send(callToggle);
  await chat.asks('Run "toggle-simulated-logging" on everything?');
  await chat.closeHints();
  await screenshot(editor.page, 'chat-generic-confirmation');
  expect(editor.modelRequests()).toHaveLength(before + 1);
  await chat.allow();
  await chat.answerWith('Result: Started simulated');
  expect(results(editor.modelRequests().at(-1))).toEqual([
    expect.stringContaining('Started simulated'),
  ]);

  const file = join(editor.home, 'data', 'User', 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  await writeSettings(editor.page, { ...settings, 'chat.mcp.access': 'all' });
  await waitForServer(editor.page, 'everything · Roundhouse');
  await chat.open();
  await chat.send('Which tools are there?');
  await chat.answerWith('tools:');
  expect([...mcpTools(editor.modelRequests().at(-1)).values()].map(({ length }) => length)).toEqual(
    [everythingTools],
  );
});

test('they refuse and say so where the organisation switched MCP off, whatever the person set', async () => {
  await open({ prepare: organisationForbidsMcp });
  await chat.open();
  const refusal = 'A policy of your organisation limits MCP servers in chat';
  expect(await order('call roundhouse_list_servers {}')).toContain(refusal);
  expect(await order('call roundhouse_search_tools {"query": ""}')).toContain(refusal);
  // Without a confirmation: what is refused is not worth a question.
  expect(await order(callToggle)).toContain(refusal);
  await chat.closeHints();
  await screenshot(editor.page, 'chat-policy');
  expect(mcpTools(editor.modelRequests().at(-1)).size).toBe(0);
  const asked = editor.modelRequests().length;
  await chat.open();
  await chat.sendTo('roundhouse', '/servers');
  await chat.answerWith(refusal);
  await chat.sendTo('roundhouse', 'Which tools are there?');
  await chat.answerWith(refusal);
  expect(editor.modelRequests()).toHaveLength(asked);
});
