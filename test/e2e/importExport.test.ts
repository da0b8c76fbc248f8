import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { clearNotifications, notificationIn } from '../support/editor/notifications';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { startFakeHttpServer, type FakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeEntry, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { newPidFile, readPids } from '../support/fakeServer/processes';
import { SecretSearch } from '../support/secretSearch';

// A person takes over what other hosts have, and gives servers away to them.

const homeFolder = mkdtempDisposableSync(join(tmpdir(), 'rh-home-'));
const workspace = mkdtempDisposableSync(join(tmpdir(), 'rh-workspace-'));
const home = homeFolder.path;
const folder = workspace.path;
const file = join(folder, '.vscode', 'mcp.json');
const codexFile = join(home, '.codex', 'config.toml');
const journal = join(home, 'off.journal');
const oldTill = launch(['sell']);
const newTill = launch(['sell', 'refund']);
const crane = launch(['lift']);
const shed = launch(['store']);
const off = launch([], { journal });
const json = (value: unknown) => JSON.stringify(value);

const head = `{
  // The shop
  "servers": {
    "till": ${json(oldTill)}, // the old one
    /* Codex has the same */
    "crane": ${json(crane)},
    "shed": ${json({ ...shed, env: { PLACE: '${env:PLACE}' } })}, // cold
`;
const rest = '  }, // that is all\n}\n';

const settingsFile = join(folder, '.vscode', 'settings.json');
const settingsBefore = `{
  // Ours
  "roundhouse.servers": {
    "crane": { "callTimeoutSeconds": 30 } // it is heavy
  }
}
`;

let harbour: FakeHttpServer;
let codex: string;

function launch(tools: readonly string[], options: FakeStdioOptions = {}) {
  return fakeEntry({ tools, ...options });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeHome(): void {
  const cursor = { boiler: launch(['heat']), crane, lamp: launch(['shine']) };
  write(
    join(home, '.cursor', 'mcp.json'),
    `{\n  // of Cursor\n  "mcpServers": ${json(cursor)}\n}\n`,
  );
  codex = `model = "gpt" # which

# The new one
[mcp_servers.till]
command = ${json(newTill.command)} # node
args = ${json(newTill.args)}
startup_timeout_sec = 20
tool_timeout_sec = 600
disabled_tools = ["refund"]

[mcp_servers.crane]
command = ${json(crane.command)}
args = ${json(crane.args)}

[mcp_servers.harbour]
url = ${json(harbour.url)}
bearer_token_env_var = "HARBOUR_TOKEN"

[mcp_servers.off]
command = ${json(off.command)}
args = ${json(off.args)}
enabled = false # for now
`;
  write(codexFile, codex);
  const project = { mcpServers: { oven: launch(['bake']) } };
  const claude = { numStartups: 3, mcpServers: { bell: launch(['ring']) } };
  write(join(home, '.claude.json'), json({ ...claude, projects: { [folder]: project } }));
  const zed = { lens: launch(['zoom']), desk: launch(['write']) };
  write(
    join(home, '.config', 'zed', 'settings.json'),
    `// Zed settings\n{\n  "theme": "One Dark",\n  "context_servers": ${json(zed)},\n}\n`,
  );
  const { command, args } = launch(['follow']);
  write(
    join(home, '.continue', 'config.yaml'),
    `name: Mine # really\nversion: 0.0.1\nmcpServers:\n  # the guide\n  - name: guide\n    command: ${json(command)}\n    args: ${json(args)}\n`,
  );
}

const editor = editorForFile(async () => {
  harbour = await startFakeHttpServer({ unauthorized: 401, tools: ['dock'] });
  writeHome();
  write(file, head + rest);
  write(settingsFile, settingsBefore);
  return {
    folder,
    env: {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      CODEX_HOME: dirname(codexFile),
      CLAUDE_CONFIG_DIR: home,
      HARBOUR_TOKEN: 'good',
      PLACE: 'yard',
    },
    running: ['till', 'crane', 'shed'],
    after: [harbour, homeFolder, workspace],
  };
});
const { tree, quick, menu } = editor;

beforeAll(() => editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']));

beforeEach(async () => {
  if (await notification().count()) await clearNotifications(editor.page);
  await notification().first().waitFor({ state: 'detached' });
});

const notification = () => notificationIn(editor.page);
const preview = () => editor.page.locator('.monaco-diff-editor');
const press = (key: string) => editor.page.keyboard.press(key);
const shownText = () => editor.page.locator('.editor-instance .view-lines');
const copy = (text: string) => editor.page.evaluate(`navigator.clipboard.writeText(${json(text)})`);

/** What is asked for and answered with Escape leaves nothing behind. */
async function leave(): Promise<void> {
  await press('Escape');
  await quick.widget.waitFor({ state: 'hidden' });
}

/** What a list says of each server, without how it is reached. */
async function planRows(): Promise<Record<string, string>> {
  const rows = await quick.rows.all();
  const texts = await Promise.all(
    rows.map(async (row) => {
      const name = await row.locator('.label-name').first().innerText();
      const says = row.locator('.label-description').first();
      return [name, (await says.count()) ? await says.innerText() : ''] as const;
    }),
  );
  return Object.fromEntries(texts);
}

test('the hosts of this machine are offered with how many servers they have', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Import Servers…');
  await quick.row('Codex').waitFor();
  await screenshot(editor.page, 'import-hosts');
  const rows = await planRows();
  expect(rows).toMatchObject({
    'Claude Code': '1 server',
    Cursor: '3 servers',
    Continue: '1 server',
    Codex: '4 servers',
    Zed: '2 servers',
  });
  expect(Object.entries(rows).filter(([name]) => name.startsWith('Claude Code · '))).toEqual([
    [expect.any(String), '1 server'],
  ]);
  await leave();
});

test('the servers of Codex come in: one new name, one left out, variables and settings translated', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Import Servers…');
  await quick.choose('Codex');
  await quick.asks('Where are they written?');
  await screenshot(editor.page, 'import-target');
  await quick.choose('.vscode/mcp.json');
  await quick.row('harbour').waitFor();
  await screenshot(editor.page, 'import-codex');
  expect(await planRows()).toEqual({
    till: 'is added as "till-2", as the name is taken, without callTimeoutSeconds',
    crane: 'is there already in the same form',
    harbour: 'is added',
    off: 'is added',
    'Also carry 3 settings (timeouts, tools, disabled) into the workspace settings': '',
  });
  await press('Enter');
  await quick.asks('The file already has a server named "till"');
  await screenshot(editor.page, 'import-conflict');
  await quick.choose('Add as "till-2"');
  await quick.row('Write to .vscode/mcp.json').waitFor();
  await preview().getByText('"harbour"').first().waitFor();
  await screenshot(editor.page, 'import-preview');
  expect(readFileSync(file, 'utf8')).toBe(head + rest);
  expect(readFileSync(settingsFile, 'utf8')).toBe(settingsBefore);
  await quick.choose('Write to .vscode/mcp.json');

  await notification().getByText('3 servers were written to .vscode/mcp.json.').waitFor();
  expect(await notification().innerText()).toMatch(
    /3 settings went into "roundhouse\.servers"\. Not everything could be carried: till-2\./,
  );
  await screenshot(editor.page, 'import-written');
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith(head)).toBe(true);
  expect(text.endsWith(rest)).toBe(true);
  const { servers } = parse(text) as { servers: Record<string, object> };
  expect(Object.keys(servers)).toEqual(['till', 'crane', 'shed', 'till-2', 'harbour', 'off']);
  expect(servers).toMatchObject({
    'till-2': newTill,
    harbour: {
      type: 'http',
      url: harbour.url,
      headers: { Authorization: 'Bearer ${env:HARBOUR_TOKEN}' },
    },
    off,
  });
  const settings = readFileSync(settingsFile, 'utf8');
  expect(settings).toMatch(/\/\/ Ours[^]*\/\/ it is heavy/);
  expect(parse(settings)).toEqual({
    'roundhouse.servers': {
      crane: { callTimeoutSeconds: 30 },
      'till-2': { startupTimeoutSeconds: 20, tools: { hide: ['refund'] } },
      off: { enabled: false },
    },
  });
});

test('what came in runs as it was set', async () => {
  for (const name of ['till-2', 'harbour']) {
    const row = tree.row(name);
    const blocked = row.filter({ hasText: 'blocked · needs your approval' });
    const question = editor.approval.question(`Start the MCP server "${name}"?`);
    await editor.tree.act(blocked, 'Start Server', question);
    await editor.approval.approve();
    await row.filter({ hasText: 'running · 1 tool' }).waitFor();
    await editor.approval.isGone();
  }
  await tree.row(/^offdisabled/).waitFor();
  // It was switched off before it was there, so it never started.
  expect(existsSync(journal)).toBe(false);
  expect(readFileSync(codexFile, 'utf8')).toBe(codex);
});

test('what was not carried is told on a page', async () => {
  const [text, settings] = [file, settingsFile].map((path) => readFileSync(path, 'utf8'));
  await runCommand(editor.page, 'MCP Roundhouse: Import Servers…');
  await quick.choose('Codex');
  await quick.asks('Where are they written?');
  await quick.choose('· .mcp.json');
  await quick.row('Also carry').click();
  await quick.widget.getByText('4 Selected').waitFor();
  await press('Enter');
  await quick.choose('Write to .mcp.json');
  await notification().getByText('Not everything could be carried: ').waitFor();
  await notification().getByRole('button', { name: 'Show Details' }).click();
  await shownText().getByText('till: "startupTimeoutSeconds"').waitFor();
  await screenshot(editor.page, 'import-details');
  expect(readFileSync(settingsFile, 'utf8')).toBe(settings);
  expect(readFileSync(file, 'utf8')).toBe(text);
  await runCommand(editor.page, 'MCP Roundhouse: Import Servers…');
  await quick.row(/· \.mcp\.json/).waitFor();
  await leave();
  rmSync(join(folder, '.mcp.json'));
  await tree.row(/(?<!vscode\/)\.mcp\.json/).waitFor({ state: 'detached' });
});

test('one server goes from the tree into the file of Codex, whose comments stay', async () => {
  await menu.choose(tree.row(/^shed/), 'Export Servers…');
  await quick.asks('In which format?');
  await screenshot(editor.page, 'export-format');
  await quick.choose('Codex');
  await quick.asks('Where to?');
  await screenshot(editor.page, 'export-where');
  await quick.choose('Write to config.toml');
  await quick.row('Write to config.toml').waitFor();
  await preview().getByText('[mcp_servers.shed]').first().waitFor();
  await screenshot(editor.page, 'export-preview');
  expect(readFileSync(codexFile, 'utf8')).toBe(codex);
  await quick.choose('Write to config.toml');
  await notification().getByText('1 server was written to config.toml.').waitFor();
  const text = readFileSync(codexFile, 'utf8');
  expect(text.startsWith(codex)).toBe(true);
  expect((parseToml(text) as { mcp_servers: object }).mcp_servers).toMatchObject({
    shed: { ...shed, env_vars: ['PLACE'] },
  });
});

test('all go into a new document of Claude Desktop, which cannot hold every one, nor their settings', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Export Servers…');
  await quick.asks('Which servers should be exported?');
  await screenshot(editor.page, 'export-which');
  await press('Enter');
  await quick.asks('In which format?');
  await quick.choose('Claude Desktop');
  await quick.asks('Where to?');
  await quick.choose('Open as a New Document');
  await shownText().getByText('"mcpServers"').waitFor();
  await notification().getByText('Claude Desktop').first().waitFor();
  await screenshot(editor.page, 'export-claude');
  expect(await notification().first().innerText()).toMatch(
    /5 servers were written in the format of Claude Desktop\. Not everything could be carried: crane, shed, till-2, harbour, off\./,
  );
});

test('what went to another host by the clipboard comes back as it was', async () => {
  const host = 'Claude Desktop';
  const before = readFileSync(file, 'utf8');
  await runCommand(editor.page, 'MCP Roundhouse: Export Servers…');
  await quick.asks('Which servers should be exported?');
  await press('Enter');
  await quick.asks('In which format?');
  await quick.choose(host);
  await quick.asks('Where to?');
  await quick.choose('Copy to the Clipboard');
  await notification().getByText(`copied for ${host}`).waitFor();
  const { mcpServers } = parse(await editor.clipboard()) as { mcpServers: object };
  // It has no place for a server over HTTP.
  const there = ['till', 'crane', 'shed', 'till-2', 'off'];
  expect(Object.keys(mcpServers)).toEqual(there);

  await runCommand(editor.page, 'MCP Roundhouse: Import Servers…');
  await quick.choose('From the Clipboard');
  await quick.asks('Where are they written?');
  await quick.choose('.vscode/mcp.json');
  await quick.asks('Which servers should be imported?');
  expect(await planRows()).toEqual(
    Object.fromEntries(there.map((name) => [name, 'is there already in the same form'])),
  );
  await leave();
  expect(readFileSync(file, 'utf8')).toBe(before);
});

const snippet = `{
  // The shop
  "servers": {
    "lamp": ${json(launch(['shine']))} // bright
  }
}`;

test('lines with comments are lost in the box, which says so, and come whole by the button', async () => {
  await copy(snippet);
  await runCommand(editor.page, 'MCP Roundhouse: Add Server…');
  await quick.asks('Paste a command line, URL, package, image or JSON');
  await quick.box.click();
  await press('ControlOrMeta+V');
  await expect.poll(() => quick.box.inputValue()).toContain('// The shop');
  expect(await quick.box.inputValue()).not.toContain('\n');
  await press('Enter');
  await quick.asks(/lost its line ends/);
  await screenshot(editor.page, 'add-lines');
  await quick.press('From the Clipboard');
  await quick.asks('Where is it written?');
  await quick.choose('.vscode/mcp.json');
  await quick.asks(/The name of the server/);
  expect(await quick.box.inputValue()).toBe('lamp');
  await press('Enter');
  await quick.choose('Write to .vscode/mcp.json');
  const startServer = notification().getByRole('button', { name: 'Start Server' });
  await startServer.waitFor();
  expect(parse(readFileSync(file, 'utf8'))).toMatchObject({ servers: { lamp: launch(['shine']) } });
  await startServer.click();
  await tree.row('lamprunning · 1 tool').waitFor();
});

test('a clipboard without a server says so', async () => {
  await copy('@@');
  await runCommand(editor.page, 'MCP Roundhouse: Add Server…');
  await quick.press('From the Clipboard');
  await quick.asks(/No server can be read from the clipboard/);
  await screenshot(editor.page, 'add-clipboard');
  await leave();
});

test('a pasted command line becomes a server whose secret stands nowhere', async () => {
  const pids = newPidFile();
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const { command, args } = launch(['sell'], { pidFile: pids });
  await runCommand(editor.page, 'MCP Roundhouse: Add Server…');
  await quick.answer('@@');
  await quick.asks(/No server can be read from this/);
  expect(await quick.box.inputValue()).toBe('@@');

  const words = [command, ...args].map((word) => `'${word}'`).join(' ');
  await quick.answer(`$ KIOSK_TOKEN=${token} ${words}`);
  await quick.asks('Where is it written?');
  await quick.choose('.vscode/mcp.json');
  await quick.asks(/The name of the server/);
  await quick.answer('kiosk');
  await quick.row('KIOSK_TOKEN').waitFor();
  await screenshot(editor.page, 'add-secrets');
  await press('Enter');
  await quick.choose('Write to .vscode/mcp.json');
  await notification().getByRole('button', { name: 'Start Server' }).click();
  await tree.row('kioskrunning · 1 tool').waitFor();
  const environment = readFileSync(`/proc/${readPids(pids).pid}/environ`, 'utf8').split('\0');
  expect(environment).toContain(`KIOSK_TOKEN=${token}`);
  const search = new SecretSearch([token]);
  expect([folder, home, editor.home].flatMap((path) => search.inFolder(path))).toEqual([]);
});
