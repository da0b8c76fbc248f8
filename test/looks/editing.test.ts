import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CodeEditor } from '../support/editor/codeEditor';
import { editorForFile } from '../support/editor/fileEditor';
import { ProblemsPanel } from '../support/editor/problemsPanel';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { looks, reloadIn } from '../support/editor/looks';

// A configuration file with problems, lenses and hints in light, dark and high contrast, for a person to look at.

let text: CodeEditor;

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
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
  text = new CodeEditor(editor, file);
  const settings = {
    'roundhouse.servers': { guide: { enabled: false } },
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'editor.minimap.enabled': false,
  };
  return { folder, settings, putsOff: 'Token' };
});
const { tree, quick: asked } = editor;

test('a stored value is set before it is asked for', async () => {
  const { page } = editor;
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
  await reloadIn(look, editor);
  await tree.open();
  await tree.row('lamprunning').waitFor({ timeout: 30_000 });
  await text.open();
  await text.storedHint.waitFor();
  await text.area.locator('.squiggly-warning').first().waitFor();
  await text.lens('guide', 'Enable').waitFor();
  const problems = new ProblemsPanel(editor);
  await problems.open();
  await problems.row('"no-such-depot" of the server "depot" was not found').waitFor();
  await problems.row('stands here in plain text').waitFor();
  await screenshot(editor.page, `editing-${name}`);

  expect(await text.lenses.filter({ hasText: 'Roundhouse' }).count()).toBe(4);
});
