import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureSandboxPrograms } from '../../scripts/debianPackages.mjs';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// An entry that asks for a sandbox, in an editor that has our package: its script, its programs and the editor's ripgrep.

const folder = workspaceFolder({});
const places = ['open', 'closed'].map((name) => path.join(folder.path, name));

const editor = editorForFile(async () => {
  await ensureSandboxPrograms();
  const { command, args, ...rest } = fakeEntry({ tools: ['echo'] });
  const notes = 'date > open/seen; date > closed/seen; exec "$0" "$@"';
  const keeper = { ...rest, command: 'sh', args: ['-c', notes, command, ...args] };
  for (const place of places) mkdirSync(place);
  const sandbox = {
    network: { allowedDomains: ['*.example.com'] },
    filesystem: { allowWrite: ['${workspaceFolder}/open'] },
  };
  const servers = { keeper: { ...keeper, sandboxEnabled: true } };
  writeFileSync(path.join(folder.path, '.vscode/mcp.json'), JSON.stringify({ servers, sandbox }));
  return {
    folder,
    settings: { 'roundhouse.owner': 'roundhouse', 'chat.mcp.autostart': 'never' },
    approve: false,
  };
});
const { tree, approval: question } = editor;

test('a person approves its rules, and it runs by them', async () => {
  await tree.row('keeperblocked · needs your approval').waitFor({ timeout: 60_000 });
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  await question.servers.first().waitFor();
  const text = await question.body.innerText();
  for (const line of [
    'Runs in a sandbox',
    'May reach: *.example.com',
    'May write to: ${workspaceFolder}/open',
    'May read everything',
  ]) {
    expect(text).toContain(line);
  }
  await screenshot(editor.page, 'sandbox-question');
  await question.approve();
  await tree.row('keeperrunning').waitFor();
  await screenshot(editor.page, 'sandbox-running');
  expect(places.map((place) => existsSync(path.join(place, 'seen')))).toEqual([true, false]);
});
