import { describe, expect, test } from 'vitest';
import { genericCall } from '../support/editor/chat';
import { editorForFile, type FileEditor } from '../support/editor/fileEditor';
import { treeAgreesWithChat } from '../support/editor/inChat';
import { mcpTools } from '../support/editor/modelRequest';
import type { EditorOptions } from '../support/editor/openEditor';
import { organisationForbidsMcp } from '../support/editor/policy';
import { screenshot } from '../support/editor/screenshot';
import { changeSettings } from '../support/editor/changeSettings';
import { everythingEntry, everythingTools } from '../support/fakeServer/everything';

// The tools that stay where VS Code lets no MCP tool into chat.

const genericTools = [
  'roundhouse_call_tool',
  'roundhouse_describe_tool',
  'roundhouse_list_servers',
  'roundhouse_read_more',
  'roundhouse_search_tools',
];
const callToggle = genericCall('everything', 'toggle-simulated-logging');

function openFor(more: Pick<EditorOptions, 'prepare'> = {}): FileEditor {
  const servers = { everything: everythingEntry() };
  const settings = { 'chat.mcp.access': 'none' };
  return editorForFile(() => ({ ...more, folder: { servers }, settings }));
}

/** Sends an order and gives what the tool answered, as the model read it. */
async function order(editor: FileEditor, text: string): Promise<string> {
  await editor.chat.send(text);
  await editor.chat.answerWith('Result:');
  return editor.told();
}

describe('where the person switched MCP in chat off', () => {
  const editor = openFor();
  const { tree, chat } = editor;

  test('they call every tool, until it is on again', async () => {
    await chat.open();
    expect(JSON.parse(await order(editor, 'call roundhouse_list_servers {}'))).toMatchObject([
      { name: 'everything', state: 'running', tools: everythingTools },
    ]);
    const offered = editor.lastRequest?.tools ?? [];
    expect(offered.filter((name) => /^(mcp|roundhouse)_/.test(name)).toSorted()).toEqual(
      genericTools,
    );
    expect(await order(editor, 'call roundhouse_search_tools {"query": "logging"}')).toContain(
      '"tool":"toggle-simulated-logging"',
    );
    const address = '{"server": "everything", "tool": "get-sum"}';
    expect(await order(editor, `call roundhouse_describe_tool ${address}`)).toContain(
      '"inputSchema"',
    );

    const before = editor.modelRequests().length;
    await chat.send(callToggle);
    await chat.asks('Run "toggle-simulated-logging" on everything?');
    await chat.closeHints();
    await screenshot(editor.page, 'chat-generic-confirmation');
    expect(editor.modelRequests()).toHaveLength(before + 1);
    await chat.allow();
    await chat.answerWith('Result: Started simulated');
    expect(editor.told()).toContain('Started simulated');

    await changeSettings(editor, { 'chat.mcp.access': 'all' });
    await tree.row(`everythingrunning · ${everythingTools} tools`).waitFor();
    await chat.open();
    await treeAgreesWithChat(editor, editor, { expected: ['everything'] });
  });
});

describe('where the organisation switched MCP off, whatever the person set', () => {
  const editor = openFor({ prepare: organisationForbidsMcp });
  const { chat } = editor;

  test('they refuse and say so', async () => {
    await chat.open();
    const refusal = 'A policy of your organisation limits MCP servers in chat';
    expect(await order(editor, 'call roundhouse_list_servers {}')).toContain(refusal);
    expect(await order(editor, 'call roundhouse_search_tools {"query": ""}')).toContain(refusal);
    // Without a confirmation: what is refused is not worth a question.
    expect(await order(editor, callToggle)).toContain(refusal);
    await chat.closeHints();
    await screenshot(editor.page, 'chat-policy');
    expect(mcpTools(editor.lastRequest).size).toBe(0);
    const asked = editor.modelRequests().length;
    await chat.open();
    await chat.sendTo('roundhouse', '/servers');
    await chat.answerWith(refusal);
    await chat.sendTo('roundhouse', 'Which tools are there?');
    await chat.answerWith(refusal);
    expect(editor.modelRequests()).toHaveLength(asked);
  });
});
