import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest';
import { dialog } from '../support/editor/chooseOwner';
import { ContextMenu } from '../support/editor/contextMenu';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { QuickInput } from '../support/editor/quickInput';
import { runCommand } from '../support/editor/runCommand';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, readJournal } from '../support/fakeServer/processes';
import { looks, reloadIn } from '../support/editor/looks';

// A workspace of two folders with every kind of file that servers are configured in.

const root = mkdtempSync(join(tmpdir(), 'rh-sources-'));
const home = join(root, 'home');
const workspace = join(root, 'station.code-workspace');
const journals: Record<string, string> = {};
let editor: TestEditor;
let tree: Tree;

const { command, args } = fakeStdio();
const [program = ''] = args;

/** An entry whose process notes its starts under this name. */
function entry(journal: string): { command: string; args: string[] } {
  const options = JSON.stringify({ journal: (journals[journal] ??= newJournal()) });
  return { command, args: [program, options] };
}

function starts(journal: string): number {
  const lines = readJournal(journals[journal] ?? '');
  return lines.filter((line) => line.startsWith('+')).length;
}

function write(path: string, content: unknown): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  writeFileSync(file, text);
}

function writeFiles(): void {
  write('shop/.vscode/mcp.json', { servers: { till: entry('till'), scale: entry('scale') } });
  journals['lamp'] = newJournal();
  const lamp = JSON.stringify({ journal: `\${NO_SUCH_LAMP:-${journals['lamp']}}` });
  write('shop/.mcp.json', {
    mcpServers: { till: entry('tillOfTeam'), lamp: { command, args: [program, lamp] } },
  });
  // Without a wrapper, as Claude Code allows it.
  write('yard/.mcp.json', { crane: entry('crane') });
  write(
    'station.code-workspace',
    `{
  "folders": [{ "path": "shop" }, { "path": "yard" }],
  "settings": {
    "roundhouse.servers": {
      // Nobody needs the clock by itself
      "clock": { "autostart": "never" },
      "scale": { "tools": { "hide": ["e*"] } } // too heavy
    },
    "mcp": { "servers": { "clock": ${JSON.stringify(entry('clock'))} } }
  }
}
`,
  );
  const [script = '', options = ''] = entry('scribe').args;
  write(
    'home/.codex/config.toml',
    `# Mine\n[mcp_servers.scribe]\ncommand = '${command}'\nargs = ['${script}', '${options}']\n`,
  );
  write('home/.cursor/mcp.json', { mcpServers: { till: entry('tillOfCursor') } });
}

beforeAll(async () => {
  writeFiles();
  editor = await openEditor({
    folder: workspace,
    settings: {
      'roundhouse.owner': 'roundhouse',
      'roundhouse.trust': 'workspace',
      'roundhouse.discovery': { codex: true, cursor: true },
    },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
    userMcp: { servers: { till: entry('tillOfUser'), diary: entry('diary') } },
    env: { HOME: home },
  });
  tree = new Tree(editor.page);
  await tree.open();
});

afterAll(async () => {
  await editor?.close();
  rmSync(root, { recursive: true, force: true });
  for (const journal of Object.values(journals)) {
    rmSync(dirname(journal), { recursive: true, force: true });
  }
});

/** They are counted a moment later. */
async function rowsWithoutTokens(): Promise<string[]> {
  return (await tree.rows()).map((row) => row.replace(/ · [\d.]+k? tokens?/, ''));
}

test('every source is in the tree, and of one name the nearest entry runs', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'configuration-sources-failed'));
  const running = ['till', 'scale', 'lamp', 'crane', 'diary'];
  for (const name of running) {
    await tree.row(new RegExp(`^${name}running`)).waitFor({ timeout: 60_000 });
  }
  await tree.row(/^scriberunning|^scribeblocked/).waitFor();
  await screenshot(editor.page, 'configuration-sources');
  const lost = 'disabled · folder:shop/till counts instead';

  expect(await rowsWithoutTokens()).toEqual([
    'shop.vscode/mcp.json · Roundhouse runs them',
    '  tillrunning · 1 tool',
    '  scalerunning · 0 tools',
    'shop.mcp.json · Roundhouse runs them',
    `  till${lost}`,
    '  lamprunning · 1 tool',
    'yard.mcp.json · Roundhouse runs them',
    '  cranerunning · 1 tool',
    'Workspacestation.code-workspace · Roundhouse runs them',
    '  clockstopped',
    'Usermcp.json · Roundhouse runs them',
    `  till${lost}`,
    '  diaryrunning · 1 tool',
    'Cursormcp.json · Roundhouse runs them',
    `  till${lost}`,
    'Codexconfig.toml · Roundhouse runs them',
    '  scribeblocked · needs your approval',
    '    This entry has not been approved in its present form.',
    '    Read its entry, then start it: that approves it.',
  ]);
  expect(['till', 'tillOfTeam', 'tillOfUser', 'tillOfCursor', 'lamp', 'clock'].map(starts)).toEqual(
    [1, 0, 0, 0, 1, 0],
  );
});

test('what another host configures is shown whole before it is started', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'configuration-discovered-failed'));
  const row = tree.row(/^scribe/);
  await row.hover();
  await row.getByRole('button', { name: 'Start Server' }).click();
  await dialog(editor.page).getByText('Start the MCP server "scribe"?').waitFor();
  expect(starts('scribe')).toBe(0);
  await dialog(editor.page).getByRole('button', { name: 'Approve and Start' }).click();
  await tree.row('scriberunning · 1 tool').waitFor();
  expect(starts('scribe')).toBe(1);
});

test('a server that starts only by hand is started by hand', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'configuration-never-failed'));
  const row = tree.row(/^clock/);
  await row.hover();
  await row.getByRole('button', { name: 'Start Server' }).click();
  await tree.row('clockrunning · 1 tool').waitFor();
  expect(starts('clock')).toBe(1);
});

test('a server is disabled and enabled in the menu, and the next of its name takes over', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'configuration-switch-failed'));
  const menu = new ContextMenu(editor.page);
  await menu.choose(tree.row('tillrunning'), 'Disable Server');
  await tree.row(/^tilldisabled · by the folder settings$/).waitFor();
  const settings = join(root, 'shop', '.vscode', 'settings.json');
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
    'roundhouse.servers': { till: { enabled: false } },
  });
  // What the folder says reaches all of its files.
  await vi.waitFor(() => expect(starts('tillOfUser')).toBe(1), { timeout: 10_000 });
  expect(starts('tillOfTeam')).toBe(0);

  expect(await menu.items(tree.row('tilldisabled'))).toContain('Enable Server');
  await runCommand(editor.page, 'MCP Roundhouse: Enable Server');
  const question = new QuickInput(editor.page);
  await question.asks('Which server?');
  await question.row('shop · .vscode/mcp.json').click();
  await tree.row('tillrunning').waitFor();
  await vi.waitFor(() => expect(starts('till')).toBe(2), { timeout: 10_000 });
});

test('the settings keep their comments when a server is disabled for the workspace', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'configuration-comments-failed'));
  const before = readFileSync(workspace, 'utf8');
  const menu = new ContextMenu(editor.page);
  await menu.choose(tree.row('clockrunning'), 'Disable Server');
  await tree.row(/^clockdisabled · by the workspace settings$/).waitFor();
  const without = before.replace('"never" }', '"never", "enabled": false }');
  expect(readFileSync(workspace, 'utf8')).toBe(without);

  await menu.choose(tree.row('clockdisabled'), 'Enable Server');
  await tree.row('clockstopped').waitFor();
  expect(readFileSync(workspace, 'utf8')).toBe(before);
});

test.each(looks)('the effective configuration in $name', async (look) => {
  const { name } = look;
  const { page } = editor;
  onTestFailed(() => pictureOfFailure(page, `effective-${name}-failed`));
  await reloadIn(look, editor);
  await tree.open();
  await tree.row('tillrunning').waitFor();
  await runCommand(page, 'MCP Roundhouse: Show Effective Configuration');
  const area = page.locator('.editor-instance .monaco-editor').first();
  await area.getByText('Effective configuration').first().waitFor();
  await area.getByText('### dotmcp:yard/crane').first().waitFor();
  await screenshot(page, `effective-${name}`);
});
