import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';

// What a person learns of servers beyond the tree's lines: what they take, and how their tools differ.

const editor = editorForFile(() => {
  const plain = fakeStdio({ prompts: ['greet'] });
  const folder = workspaceFolder({
    plain: { command: plain.command, args: plain.args },
    changing: { command: process.execPath, args: ['${workspaceFolder}/changing.mjs'] },
  });
  offer(folder, ['old', 'echo']);
  return { folder, running: ['plain', 'changing'] };
});
const { tree, quick } = editor;

/** Makes the server "changing" one with these tools at its next start; its entry stays the same. */
function offer(folder: WorkspaceFolder, tools: readonly string[]): void {
  const [script = ''] = fakeStdio().args;
  const options = JSON.stringify(JSON.stringify({ tools }));
  const lines = [`process.argv[2] = ${options};`, `await import(${JSON.stringify(script)});`];
  writeFileSync(join(folder.path, 'changing.mjs'), lines.join('\n'));
}

test('pointing at a server tells how it is and what it takes', async () => {
  const tooltip = await tree.tooltip(tree.row('plainrunning'), 'protocol');
  await screenshot(editor.page, 'server-tooltip');

  // A second look within a minute tells the processor's share as well.
  expect(await tooltip.innerText()).toMatch(
    /^plain · running · 1 tool · 1 prompt\s+up \d+ (?:s|min)\s+pid \d+ · 1 process · [\d.]+ MB(?: · \d+ % CPU)?\s+fake/,
  );
});

test('the list of resources follows the servers, and one that is picked can be stopped', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Show Resources');
  await quick.row(/plain.*1 process · \d+ MB · \d+ % CPU · up/).waitFor();
  await quick.widget.getByText(/^2 servers · 2 processes · \d+ MB$/).waitFor();
  await screenshot(editor.page, 'resources');
  await quick.choose('plain');
  await quick.asks('What to do with plain?');
  await quick.choose('Stop');
  await tree.row('plainstopped · 1 tool · 1 prompt from last time').waitFor();
});

test('tools that differ from last time are counted, named and shown', async () => {
  offer(editor.folder, ['echo', 'fresh']);
  const changed = tree.row(/^changingrunning · 2 tools.*, changed/);
  await tree.act(tree.row('changingrunning'), 'Restart Server', changed);
  await tree.expand(tree.row('changingrunning'));
  await tree.row('1 new tool').click();
  await editor.page.getByRole('tab', { name: /^Tools of changing/ }).waitFor();
  const line = editor.page.locator('.monaco-editor .view-line').filter({ hasText: /#\sfresh/ });
  await line.first().waitFor();
  await screenshot(editor.page, 'tools-differ');
});

test('the report says what servers take and which host they have', async () => {
  await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await runCommand(editor.page, 'MCP Roundhouse: Copy Report');
  await editor.page.getByText('The report was copied to the clipboard.').first().waitFor();
  const report = await editor.page.evaluate<string>('navigator.clipboard.readText()');
  const { pid } = runFile();

  expect(report).toMatch(new RegExp(`^- Host: shared process ${pid}, build \\w+, up \\d+`, 'm'));
  expect(report).toMatch(/^- Now: up \d+ (?:s|min) · 1 process · \d+ MB/m);
});

function runFile(): { pid: number } {
  const folder = join(editor.home, 'run');
  const name = readdirSync(folder).find((file) => /^[0-9a-f]{12}\.json$/.test(file)) ?? '';
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as { pid: number };
}
