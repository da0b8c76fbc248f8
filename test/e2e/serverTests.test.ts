import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFolder } from '../../scripts/serversUnderTest.mjs';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { roundhouse } from '../support/roundhouse';

// A call that was tried becomes a test, which fails when the server changes its answer: in the Test view and in the terminal.

const editor = editorForFile(() => {
  const folder = workspaceFolder({
    files: {
      command: process.execPath,
      args: [
        join(serverFolder('@modelcontextprotocol/server-filesystem'), 'dist/index.js'),
        '${workspaceFolder}',
      ],
    },
  });
  writeFileSync(join(folder.path, 'greeting.txt'), 'hello');
  return { folder, running: ['files'] };
});
const page = new ServerPage(editor);
const { quick, tree } = editor;

/** The row of a test or a server in the Test view, with its state. */
function row(text: RegExp) {
  return editor.page.locator('.test-explorer').getByRole('treeitem', { name: text });
}

function savedTests(): string {
  return readFileSync(join(editor.folder.path, '.vscode/mcp-tests.json'), 'utf8');
}

test('a call that was tried is saved as a test, with its result', async () => {
  await tree.open();
  await page.openFrom(tree.row('filesrunning · '), 'files');
  await page.open('Tools');
  await page.choose('read_text_file');
  const path = join(editor.folder.path, 'greeting.txt');
  await page.body.getByRole('textbox', { name: /^path/ }).fill(path);
  await page.button('Run').click();
  await page.body.getByText('hello').first().waitFor();
  await page.button('Save as Test…').click();
  await quick.answer('reads the greeting');
  await quick.choose('The result is the same');
  await editor.page.getByRole('tab', { name: /^mcp-tests.json/ }).waitFor();
  expect(JSON.parse(savedTests())).toMatchObject({
    tests: {
      files: {
        'reads the greeting': {
          tool: 'read_text_file',
          arguments: { path: '${workspaceFolder}/greeting.txt' },
          expect: { snapshot: { content: [{ type: 'text', text: 'hello' }] } },
        },
      },
    },
  });
});

test('it runs in the Test view, and fails when the server changes its answer', async () => {
  await editor.page.getByRole('tab', { name: 'Testing' }).click();
  await row(/^files /)
    .locator('.monaco-tl-twistie')
    .click();
  await row(/^reads the greeting \(Not yet run\)/).waitFor();
  await runCommand(editor.page, 'Test: Run All Tests');
  await row(/^reads the greeting \(Passed\)/).waitFor();
  await screenshot(editor.page, 'tests-passed');

  writeFileSync(join(editor.folder.path, 'greeting.txt'), 'good bye');
  await runCommand(editor.page, 'Test: Run All Tests');
  await row(/^reads the greeting \(Failed\)/).waitFor();
  await screenshot(editor.page, 'tests-failed');
  const { code, stdout } = await roundhouse(['test'], { cwd: editor.folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain('The result differs from the snapshot of the test.');
  expect(stdout).toMatch(/^ +- +"text": "hello"/m);
  expect(stdout).toMatch(/^ +\+ +"text": "good bye"/m);
});

test('the new answer takes the place of the snapshot, and the test passes again', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Update Snapshots of Tests');
  await expect.poll(savedTests).toContain('good bye');
  await runCommand(editor.page, 'Test: Run All Tests');
  await row(/^reads the greeting \(Passed\)/).waitFor();
  const { code } = await roundhouse(['test'], { cwd: editor.folder.path });
  expect(code).toBe(0);
});

test('a mistake in the file is told by its test', async () => {
  const file = join(editor.folder.path, '.vscode/mcp-tests.json');
  writeFileSync(file, savedTests().replace('"tool"', '"tol"'));
  const test = row(/^reads the greeting/).and(editor.page.locator('[aria-expanded=false]'));
  await test.locator('.monaco-tl-twistie').click();
  await row(/The key "tol" is not known/).waitFor();
  await runCommand(editor.page, 'Test: Run All Tests');
  await row(/^reads the greeting \(Errored\)/).waitFor();
  await screenshot(editor.page, 'tests-mistake');
});
