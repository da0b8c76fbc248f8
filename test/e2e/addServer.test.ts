import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newPidFile, readPids } from '../support/fakeServer/processes';

// A person pastes what a README says, takes servers over from another file, and gives them away.

const pids = newPidFile();
const { command, args } = fakeStdio({ pidFile: pids, tools: ['sell', 'refund'] });
const token = `ghp_${'a1B2'.repeat(9)}`;
const before = '{\n  // The shop\n  "servers": {}, // none yet\n}\n';

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  writeFileSync(join(folder.path, '.vscode', 'mcp.json'), before);
  const mcpServers = {
    crane: { command: 'crane', args: ['--lift'] },
    till: { command: 'another-till', autoApprove: ['sell'] },
  };
  writeFileSync(join(folder.path, '.mcp.json'), JSON.stringify({ mcpServers }));
  return { folder };
});
const { tree, quick, menu } = editor;

const notification = () => editor.page.locator('.notification-toast');
const press = (key: string) => editor.page.keyboard.press(key);
const written = () => readFileSync(join(editor.folder.path, '.vscode', 'mcp.json'), 'utf8');
const servers = () => {
  const text = written().replaceAll(/\/\/ .*$/gm, '');
  return (JSON.parse(text.replaceAll(/,(\s*\})/g, '$1')) as { servers: object }).servers;
};

/** The files below a folder that hold a text. */
function filesWith(text: string, below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

test('a pasted command line becomes a server whose secret stands nowhere', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Add Server…');
  await quick.asks('Paste a command line, URL, package, image or JSON');
  await quick.answer('@@');
  await quick.asks(/No server can be read from this/);
  await screenshot(editor.page, 'add-unreadable');
  expect(await quick.box.inputValue()).toBe('@@');

  const words = [command, ...args].map((word) => `'${word}'`).join(' ');
  await quick.answer(`$ TILL_TOKEN=${token} ${words}`);
  await quick.asks('Where is it written?');
  await quick.choose('.vscode/mcp.json');
  await quick.asks(/The name of the server/);
  await quick.answer('till');
  await quick.row('TILL_TOKEN').waitFor();
  await screenshot(editor.page, 'add-secrets');
  await press('Enter');
  await quick.row('Write to .vscode/mcp.json').waitFor();
  await screenshot(editor.page, 'add-preview');
  expect(written()).toBe(before);
  await quick.choose('Write to .vscode/mcp.json');

  await notification().getByText('1 server was written to .vscode/mcp.json.').waitFor();
  expect(written()).toMatch(/\/\/ The shop[^]*\/\/ none yet/);
  await notification().getByRole('button', { name: 'Start Server' }).click();
  await tree.row('tillrunning · 2 tools').waitFor();
  const environment = readFileSync(`/proc/${readPids(pids).pid}/environ`, 'utf8').split('\0');
  expect(environment).toContain(`TILL_TOKEN=${token}`);
  expect([...filesWith(token, editor.folder.path), ...filesWith(token, editor.home)]).toEqual([]);
});

test('servers of another file are imported, and one whose name is taken gets a new one', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Import Servers…');
  await quick.row(/· \.mcp\.json/).click();
  await quick.asks('Where are they written?');
  await quick.choose('.vscode/mcp.json');
  await quick.row('crane').waitFor();
  await screenshot(editor.page, 'import-plan');
  await press('Enter');
  await quick.choose('Add as "till-2"');
  await quick.choose('Write to .vscode/mcp.json');
  await notification().getByText('2 servers were written to .vscode/mcp.json.').waitFor();
  expect(Object.keys(servers())).toEqual(['till', 'crane', 'till-2']);
});

test('a server is exported in the way of another host', async () => {
  await menu.choose(tree.row(/^crane/), 'Export Servers…');
  await quick.choose('Codex');
  await quick.choose('Open as a New Document');
  await editor.page.locator('.monaco-editor').getByText('[mcp_servers.crane]').waitFor();
  await notification().getByText('1 server was written in the format of Codex.').waitFor();
  await screenshot(editor.page, 'export-document');
});
