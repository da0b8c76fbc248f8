import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CodeEditor } from '../support/editor/codeEditor';
import { editorForFile } from '../support/editor/fileEditor';
import { ProblemsPanel } from '../support/editor/problemsPanel';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, readJournal } from '../support/fakeServer/processes';

// What the editor does for a person who writes .vscode/mcp.json and .vscode/roundhouse.json.

const journal = newJournal();
const lamp = fakeStdio({ credential: 'WICK', credentialFile: journal });
const guide = fakeStdio();
const json = (value: unknown): string => JSON.stringify(value);
let text: CodeEditor;
let own: CodeEditor;
let file: string;

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  file = join(folder.path, '.vscode', 'mcp.json');
  writeFileSync(file, withInput('wick'));
  const ownFile = join(folder.path, '.vscode', 'roundhouse.json');
  writeFileSync(
    ownFile,
    '{\n  "servers": {\n    "porter": { "command": "no-such-porter", }\n  }\n}\n',
  );
  text = new CodeEditor(editor, file);
  own = new CodeEditor(editor, ownFile);
  const settings = {
    'roundhouse.servers': { guide: { enabled: false } },
    // In a browser the editor saves by itself.
    'files.autoSave': 'off',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
  };
  return { folder, settings, putsOff: 'What burns' };
});
const { tree, quick: asked, approval } = editor;

function withInput(id: string): string {
  return `{
  // The way out
  "servers": {
    "lamp": {
      "command": ${json(lamp.command)},
      "args": ${json(lamp.args)},
      "env": { "WICK": "\${input:${id}}" } // never in the file
    },
    "guide": {
      "command": ${json(guide.command)},
      "args": ${json([...guide.args, 'here'])},
      "cwd": "\${workspaceFolder}"
    }
  },
  "inputs": [
    { "type": "promptString", "id": "${id}", "description": "What burns", "password": true }
  ]
}
`;
}

test('a value that is kept is told behind its variable, and edited there', async () => {
  await tree.row(/^lampblocked/).waitFor({ timeout: 60_000 });
  await text.open();
  await text.lens('lamp', 'Start').click();
  await asked.asks('What burns');
  await asked.answer('beeswax-0815');
  await tree.row('lamprunning').waitFor();
  await text.storedHint.waitFor();
  expect(readJournal(journal)).toEqual([json('beeswax-0815')]);

  await text.storedHint.hover();
  await text.hover.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  await screenshot(editor.page, 'editing-hint');
  await text.hover.getByRole('link', { name: 'Edit', exact: true }).click();
  await asked.asks('New value for the input "wick"');
  await screenshot(editor.page, 'editing-edit');
  await asked.answer('paraffin-4711');
  await vi.waitFor(() => expect(readJournal(journal)).toHaveLength(2));
  await tree.row('lamprunning').waitFor();

  expect(readJournal(journal)).toEqual([json('beeswax-0815'), json('paraffin-4711')]);
});

test('F2 renames an input at both places, and its value goes along', async () => {
  const { page } = editor;
  await text.goTo('input:wick', 8);
  await page.keyboard.press('F2');
  const box = page.locator('.rename-box input');
  await box.waitFor();
  await screenshot(page, 'editing-rename');
  expect(await box.inputValue()).toBe('wick');
  await box.fill('flame');
  await page.keyboard.press('Enter');
  await text.area.getByText('${input:flame}').waitFor();
  await text.save();
  await text.storedHint.waitFor();
  expect(readFileSync(file, 'utf8')).toBe(withInput('flame'));
  // What runs goes on, as its launch is the same; the next one needs no question.
  const before = [json('beeswax-0815'), json('paraffin-4711')];
  expect(readJournal(journal)).toEqual(before);
  await text.lens('lamp', 'Restart').click();
  await vi.waitFor(() => expect(readJournal(journal)).toHaveLength(3));
  await text.lens('lamp', 'Restart').waitFor();

  expect(await asked.widget.count()).toBe(0);
  expect(readJournal(journal)).toEqual([...before, json('paraffin-4711')]);
});

test('a value that is cleared is asked for at the next start', async () => {
  const starts = readJournal(journal).length;
  await text.storedHint.hover();
  await text.hover.getByRole('link', { name: 'Clear', exact: true }).click();
  await text.storedHint.waitFor({ state: 'detached' });
  expect(readJournal(journal)).toHaveLength(starts);
  await text.lens('lamp', 'Restart').click();
  await asked.asks('What burns');
  await asked.answer('tallow-2342');
  await text.storedHint.waitFor();
  await vi.waitFor(
    () => expect(readJournal(journal).slice(starts)).toEqual([json('tallow-2342')]),
    { timeout: 20_000 },
  );
  await text.lens('lamp', 'Restart').waitFor();
});

test('variables and inputs are completed while they are typed', async () => {
  const { page } = editor;
  await text.goTo('"here"', 1);
  await page.keyboard.type('$');
  await text.suggestion('${workspaceFolder}').waitFor();
  await text.suggestion('${input:flame}').waitFor();
  await screenshot(page, 'editing-completion');
  await page.keyboard.type('{input:');
  await text.suggestion('${input:}').waitFor({ state: 'detached' });
  await text.suggestion('${input:flame}').waitFor();
  expect(await text.suggestions.count()).toBe(1);
  await page.keyboard.press('Enter');
  await text.save();

  expect(readFileSync(file, 'utf8')).toContain('"${input:flame}here"');
});

test('variables and servers are explained under the mouse', async () => {
  await text.goTo('workspaceFolder}', 4);
  await text.explain();
  await text.hover.getByText(editor.folder.path).waitFor();
  await screenshot(editor.page, 'editing-hover');
  await text.goTo('"lamp"', 2);
  await text.explain();
  await text.hover.getByText(/running.*1 tool/).waitFor();
  await text.goTo('input:flame', 8);
  await text.explain();
  await text.hover.getByText('What burns').waitFor();
  expect(await text.hover.innerText()).not.toContain('tallow');
});

test('an entry that is switched off has a lens to switch it on', async () => {
  await text.open();
  await text.lens('guide', 'Enable').waitFor();
  await screenshot(editor.page, 'editing-lenses');
  await text.lens('guide', 'Enable').click();
  // What was given for the lamp would go to it, too.
  await text.lens('guide', 'Start').click();
  await approval.asks('Start the MCP server "guide"?');
  await approval.approve();
  await tree.row('guiderunning').waitFor({ timeout: 20_000 });
  await text.lens('guide', 'Stop').waitFor();
});

test('problems of an open file are told once, and counted in the tree', async () => {
  const wrong = `{
  // Not quite right
  "servers": {
    "depot": { "command": "no-such-depot", "colour": "red", "cwd": "shed" }
  }
}
`;
  writeFileSync(file, wrong);
  await text.area.getByText('Not quite right').waitFor();
  const problems = new ProblemsPanel(editor);
  await problems.open();
  await problems.row('The folder "shed" of the server "depot"').waitFor();
  await problems.row('colour').waitFor();
  await vi.waitFor(async () =>
    expect((await problems.rows()).filter((row) => row.includes('colour'))).toHaveLength(1),
  );
  await tree.row('3 problems in this file').waitFor();
  const ofLine = (await problems.rows()).filter((row) => /\[Ln 4/.test(row));
  expect(ofLine).toHaveLength(3);
  await screenshot(editor.page, 'editing-once');

  await text.goTo('"red"', 0);
  await editor.page.keyboard.type('#');
  await vi.waitFor(async () => {
    const rows = (await problems.rows()).filter((row) => /\[Ln 4/.test(row));
    expect(rows.filter((row) => row.includes('MCP Roundhouse(syntax)'))).toEqual([]);
    expect(rows.some((row) => row.includes('jsonc'))).toBe(true);
  });
  await text.undo();
  await tree.row('3 problems in this file').waitFor();
});

test('each problem has its way out', async () => {
  const broken = `{
  // As pasted
  "mcpServers": {
    "depot": { "command": "no-such-depot", "args": ["\${DEPOT}"] },
    "far": { "command": "npx", "args": ["-y", "mcp-remote", "https://far.test/mcp"] } // away
  },
  "inputs": [
    { "type": "promptString", "id": "spare", "description": "Not used" }
  ]
}
`;
  writeFileSync(file, broken);
  await text.area.getByText('As pasted').waitFor();
  const problems = new ProblemsPanel(editor);
  await problems.open();
  await problems.row('"mcpServers" is not read').waitFor();
  await text.goTo('"mcpServers"', 3);
  await text.fix('Rename "mcpServers" to "servers"');
  await text.save();
  await problems.row('"no-such-depot" of the server "depot" was not found').waitFor();
  await text.area.locator('.squiggly-inline-unnecessary').first().waitFor();
  await screenshot(editor.page, 'editing-problems');
  await text.goTo('${DEPOT}', 3);
  await text.fix('Write "${env:DEPOT}"');
  await text.save();
  await text.goTo('"mcp-remote"', 3);
  await text.fix('Reach the server directly, without "mcp-remote"');
  await text.save();

  expect(readFileSync(file, 'utf8')).toBe(
    broken
      .replace('mcpServers', 'servers')
      .replace('${DEPOT}', '${env:DEPOT}')
      .replace(/"command": "npx".*\]/, '"type": "http", "url": "https://far.test/mcp"'),
  );
  await problems.row('mcp-remote').waitFor({ state: 'detached' });
  const left = (await problems.rows()).filter((row) => /\[Ln [45]/.test(row));
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('"no-such-depot" of the server "depot" was not found');
});

test('roundhouse.json is completed and explained by its schema', async () => {
  const { page } = editor;
  await own.open();
  await own.goTo('"command"', 3);
  await own.explain();
  await own.hover.getByText(/program/i).waitFor();
  await own.goTo('porter", }', 9);
  await own.suggest();
  await own.suggestion('envFile').waitFor();
  await screenshot(page, 'editing-schema');
  for (const key of ['args', 'cwd', 'dev', 'env']) {
    expect(await own.suggestion(key).count(), key).toBeGreaterThan(0);
  }
  await page.keyboard.type('args');
  await page.keyboard.press('Enter');
  // Brackets are there already, with the cursor between them.
  await page.keyboard.type('"$');
  await own.suggestion('${workspaceFolder}').waitFor();
  await page.keyboard.press('Enter');
  await own.save();
  expect(readFileSync(own.file, 'utf8')).toMatch(/"args": \[\s*"\$\{workspaceFolder\}"\s*\]/);
});
