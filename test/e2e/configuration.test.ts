import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, startsIn } from '../support/fakeServer/processes';

// A workspace of two folders with every kind of file that servers are configured in.

const root = mkdtempSync(join(tmpdir(), 'rh-sources-'));
const home = join(root, 'home');
const workspace = join(root, 'station.code-workspace');
const journals: Record<string, string> = {};

const { command, args } = fakeStdio();
const [program = ''] = args;

/** An entry whose process notes its starts under this name. */
function entry(journal: string): { command: string; args: string[] } {
  const options = JSON.stringify({ journal: (journals[journal] ??= newJournal()) });
  return { command, args: [program, options] };
}

const starts = (journal: string): number => startsIn(journals[journal] ?? '');

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

const editor = editorForFile(() => {
  writeFiles();
  return {
    folder: workspace,
    settings: { 'roundhouse.discovery': { codex: true, cursor: true } },
    userMcp: { servers: { till: entry('tillOfUser'), diary: entry('diary') } },
    env: { HOME: home },
    approve: false,
  };
});
const { tree, quick, menu, approval } = editor;

// What is for later is not approved: approving starts all that is ticked.
beforeAll(async () => {
  await editor.setUp();
  await approval.untick('scribe');
  await approval.untick('clock');
  await approval.approve();
  await approval.asks(/running$/);
  await approval.cancel();
  await tree.untilRunning('till', 'scale', 'lamp', 'crane', 'diary');
});

/** Starts a server from its row, up to the question whether it may. */
async function start(name: string): Promise<void> {
  const question = approval.question(`Start the MCP server "${name}"?`);
  await tree.act(tree.row(new RegExp(`^${name}(blocked|stopped)`)), 'Start Server', question);
}

/** They are counted a moment later. */
async function rowsWithoutTokens(): Promise<string[]> {
  return (await tree.rows()).map((row) => row.replace(/ · [\d.]+k? tokens?/, ''));
}

test('every source is in the tree, and of one name the nearest entry runs', async () => {
  await tree.row(/^scriberunning|^scribeblocked/).waitFor();
  await screenshot(editor.page, 'configuration-sources');
  const lost = 'disabled · folder:shop/till counts instead';

  await expect
    .poll(rowsWithoutTokens)
    .toEqual([
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
      '    This entry, or what it takes from the workspace, has not been approved in its present form.',
      '    Start it: a page shows what would run, for you to approve.',
    ]);
  expect(['till', 'tillOfTeam', 'tillOfUser', 'tillOfCursor', 'lamp', 'clock'].map(starts)).toEqual(
    [1, 0, 0, 0, 1, 0],
  );
});

test('what another host configures is shown whole before it is started', async () => {
  await start('scribe');
  expect(starts('scribe')).toBe(0);
  await approval.approve();
  await tree.row('scriberunning · 1 tool').waitFor();
  expect(starts('scribe')).toBe(1);
});

test('a server that starts only by hand is started by hand', async () => {
  await start('clock');
  await approval.approve();
  await tree.row('clockrunning · 1 tool').waitFor();
  expect(starts('clock')).toBe(1);
});

test('a server is disabled and enabled in the menu, and the next of its name takes over', async () => {
  await menu.choose(tree.row('tillrunning'), 'Disable Server');
  await tree.row(/^tilldisabled · by the folder settings$/).waitFor();
  const settings = join(root, 'shop', '.vscode', 'settings.json');
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
    'roundhouse.servers': { till: { enabled: false } },
  });
  // What the folder says reaches all of its files. What another stood before was not asked about until now.
  await tree.row('tillblocked · needs your approval').waitFor();
  await start('till');
  await approval.approve();
  await vi.waitFor(() => expect(starts('tillOfUser')).toBe(1));
  expect(starts('tillOfTeam')).toBe(0);

  expect(await menu.items(tree.row('tilldisabled'))).toContain('Enable Server');
  await runCommand(editor.page, 'MCP Roundhouse: Enable Server');
  await quick.asks('Which server?');
  await quick.row('shop · .vscode/mcp.json').click();
  await tree.row('tillrunning').waitFor();
  await vi.waitFor(() => expect(starts('till')).toBe(2));
});

test('the settings keep their comments when a server is disabled for the workspace', async () => {
  const before = readFileSync(workspace, 'utf8');
  await menu.choose(tree.row('clockrunning'), 'Disable Server');
  await tree.row(/^clockdisabled · by the workspace settings$/).waitFor();
  const without = before.replace('"never" }', '"never", "enabled": false }');
  expect(readFileSync(workspace, 'utf8')).toBe(without);

  await menu.choose(tree.row('clockdisabled'), 'Enable Server');
  await tree.row('clockstopped').waitFor();
  expect(readFileSync(workspace, 'utf8')).toBe(before);
  expect(starts('clock')).toBe(1);
});
