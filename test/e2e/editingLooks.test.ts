import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { CodeEditor } from '../support/editor/codeEditor';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { ProblemsPanel } from '../support/editor/problemsPanel';
import { QuickInput } from '../support/editor/quickInput';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { looks, reloadIn } from '../support/editor/looks';

// A configuration file with problems, lenses and hints in light, dark and high contrast, for a person to look at.

const settings = {
  'roundhouse.owner': 'roundhouse',
  'roundhouse.trust': 'workspace',
  'roundhouse.servers': { guide: { enabled: false } },
  'chat.mcp.autostart': 'never',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'editor.minimap.enabled': false,
};
let folder: WorkspaceFolder;
let editor: TestEditor;
let tree: Tree;
let text: CodeEditor;

beforeAll(async () => {
  folder = workspaceFolder({});
  const file = join(folder.path, '.vscode', 'mcp.json');
  const { command, args } = fakeStdio({ tools: ['echo', 'progress', 'log'] });
  writeFileSync(
    file,
    `{
  // Servers of the shed
  "servers": {
    "lamp": {
      "command": ${JSON.stringify(command)},
      "args": ${JSON.stringify(args)},
      "env": { "LAMP_TOKEN": "\${input:lamp-token}" }
    },
    "guide": {
      "command": "node",
      "args": ["guide.js"],
      "cwd": "guide"
    },
    "depot": {
      "command": "no-such-depot",
      "env": { "DEPOT_TOKEN": "d3p0t-5f7a9c3e1d8b2460" }
    },
    "signals": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "https://signals.test/mcp", "\${SIGNALS}"]
    }
  },
  "inputs": [
    { "type": "promptString", "id": "lamp-token", "description": "Token", "password": true },
    { "type": "promptString", "id": "spare", "description": "Spare part" }
  ]
}
`,
  );
  editor = await openEditor({
    folder: folder.path,
    settings,
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  tree = new Tree(editor.page);
  text = new CodeEditor(editor.page, file);
  await tree.open();
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
});

test('a stored value is set before it is asked for', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'editing-set-failed'));
  const { page } = editor;
  const asked = new QuickInput(page);
  await tree.row(/^lampblocked/).waitFor({ timeout: 60_000 });
  await runCommand(page, 'MCP Roundhouse: Edit Stored Input…');
  await asked.row('lamp-token').click();
  await asked.asks('New value for the input "lamp-token"');
  await asked.answer('beeswax-0815');
  await text.open();
  await text.storedHint.waitFor();
  // What it waited for is there.
  await tree.row('lamprunning · 3 tools').waitFor();
});

test.each(looks)('problems, lenses and hints in $name', async (look) => {
  const { name } = look;
  onTestFailed(() => pictureOfFailure(editor.page, `editing-${name}-failed`));
  await reloadIn(look, editor);
  await tree.open();
  await tree.row('lamprunning').waitFor({ timeout: 30_000 });
  await text.open();
  await text.storedHint.waitFor();
  await text.area.locator('.squiggly-warning').first().waitFor();
  await text.lens('guide', 'Enable').waitFor();
  const problems = new ProblemsPanel(editor.page);
  await problems.open();
  await problems.row('"no-such-depot" was not found').waitFor();
  await problems.row('stands here in plain text').waitFor();
  await screenshot(editor.page, `editing-${name}`);

  expect(await text.lenses.filter({ hasText: 'Roundhouse' }).count()).toBe(4);
});
