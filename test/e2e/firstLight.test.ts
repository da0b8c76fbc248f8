import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { Chat } from '../support/editor/chat';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';

// The whole way on real parts: a server that is not ours, our host, the real chat agent.

const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

let folder: string;
let editor: TestEditor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rh-workspace-'));
  mkdirSync(join(folder, '.vscode'));
  const servers = { everything: { command: 'node', args: [everything, 'stdio'] } };
  writeFileSync(join(folder, '.vscode', 'mcp.json'), JSON.stringify({ servers }, undefined, 2));
  editor = await openEditor({
    folder,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'chat.mcp.autostart': 'never',
    },
  });
});

afterAll(async () => {
  await editor?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the tree shows the server running with its tools', async () => {
  onTestFailed(() => screenshot(editor.page, 'tree-failed'));
  const tree = new Tree(editor.page);
  await tree.open();
  await tree.row('running').waitFor({ timeout: 60_000 });
  await screenshot(editor.page, 'tree');
  console.log(await tree.rows());
});

test('the chat agent calls a tool of ours and its result reaches the next turn', async () => {
  onTestFailed(() => screenshot(editor.page, 'chat-failed'));
  const chat = new Chat(editor.page);
  await chat.open();
  await chat.send('call get-sum {"a": 2, "b": 40}');
  const answer = await chat.answerWith('Result:');
  await screenshot(editor.page, 'chat');
  expect(answer).toContain('42');
  console.log(editor.modelRequests().at(-2)?.tools.filter((t) => t.includes('mcp_')));
});
