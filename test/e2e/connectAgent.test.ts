import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { parse as parseToml } from 'smol-toml';
import { afterAll, expect, test, vi } from 'vitest';
import { textOf } from '../support/agents';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// A person gives their servers to other agents; unmodified client libraries take the entries as they were written.

const editor = editorForFile(() => {
  const folder = workspaceFolder({ till: fakeEntry({ tools: ['echo', 'fail', 'log'] }) });
  mkdirSync(join(folder.path, '.codex'));
  writeFileSync(join(folder.path, '.codex', 'config.toml'), '# mine\n');
  const settings = {
    'roundhouse.toolSets': { counter: ['till', '!till/fail'] },
    'roundhouse.toolRules': { 'till/log': 'ask' },
  };
  return { folder, settings, running: ['till'] };
});
const { quick } = editor;
const agents: ClientV1[] = [];

afterAll(async () => {
  for (const agent of agents) await agent.close();
});

/** Goes through the questions of the command, up to where the entry is written. */
async function connect(agent: string, set: string, way: string, file: string): Promise<void> {
  const picture = agent.toLowerCase().replaceAll(' ', '-');
  await runCommand(editor.page, 'MCP Roundhouse: Connect Another Agent…');
  await quick.asks('Which agent should get the servers of this window?');
  await screenshot(editor.page, `agent-${picture}`);
  await quick.choose(agent);
  await quick.asks(`Which tools does ${agent} get?`);
  await screenshot(editor.page, `agent-${picture}-set`);
  await quick.choose(set);
  await quick.asks(`How does ${agent} reach them?`);
  await screenshot(editor.page, `agent-${picture}-way`);
  await quick.choose(way);
  await quick.asks('Where to?');
  await screenshot(editor.page, `agent-${picture}-where`);
  await quick.choose(`Write to ${file}`);
  await quick.asks('Nothing is written yet.');
  await screenshot(editor.page, `agent-${picture}-preview`);
  await quick.choose(`Write to ${file}`);
  await editor.page.getByText(`1 server was written to ${file}`).first().waitFor();
}

async function open(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const agent = new ClientV1({ name: 'some-agent', version: '1' });
  agents.push(agent);
  await agent.connect(transport);
  return agent;
}

/** A list has the servers that are up by then. */
const whole = { timeout: 20_000 };

const namesOf = async (agent: ClientV1): Promise<string[]> =>
  (await agent.listTools()).tools.map(({ name }) => name);

test('Codex gets a set by a command: without a port and a token in its file', async () => {
  const file = join(editor.folder.path, '.codex', 'config.toml');
  await connect('Codex', 'counter', 'By a Command', '.codex/config.toml');
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('roundhouse'));
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('# mine\n')).toBe(true);
  expect(text).not.toMatch(/127\.0\.0\.1|Bearer/);
  const { mcp_servers: servers } = parseToml(text) as {
    mcp_servers: Record<string, { command: string; args: string[]; env?: Record<string, string> }>;
  };
  const entry = servers['roundhouse'];
  if (!entry) throw new Error(`no entry in ${text}`);
  const PATH = process.env['PATH'] ?? '';
  const cwd = realpathSync(editor.folder.path);
  const agent = await open(
    new StdioClientTransport({ ...entry, cwd, env: { PATH, ...entry.env } }),
  );
  await expect.poll(() => namesOf(agent), whole).toEqual(['till_echo', 'till_log']);
  const result = await agent.callTool({ name: 'till_echo', arguments: { text: 'hello' } });
  expect(textOf(result)).toBe('hello');
});

test('where a rule asks, the person is asked who is told which agent it is', async () => {
  const [agent] = agents;
  const calling = agent?.callTool({ name: 'till_log', arguments: {} });
  await quick.asks('some-agent');
  await screenshot(editor.page, 'agent-asks');
  await quick.choose('Allow This Call');
  await expect(calling).resolves.toBeDefined();
});

test('an agent over HTTP has a token of its own, and none any more once it is revoked', async () => {
  const file = join(editor.folder.path, '.gemini', 'settings.json');
  await connect('Gemini CLI', 'What Is Switched On', 'Over HTTP', '.gemini/settings.json');
  await vi.waitFor(() => expect(existsSync(file)).toBe(true));
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as {
    mcpServers: Record<string, { httpUrl: string; headers: Record<string, string> }>;
  };
  const { httpUrl = '', headers = {} } = mcpServers['roundhouse'] ?? {};
  const url = new URL(httpUrl);
  const agent = await open(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  await expect.poll(() => namesOf(agent), whole).toEqual(['till_echo', 'till_fail', 'till_log']);
  await runCommand(editor.page, 'MCP Roundhouse: Revoke Tokens of Agents…');
  await quick.asks('Which tokens should open nothing any more?');
  await quick.row('Gemini CLI').locator('.monaco-checkbox').click();
  await screenshot(editor.page, 'agent-revoke');
  await quick.press('OK');
  await editor.page.getByText('1 token is revoked').first().waitFor();
  await vi.waitFor(() => expect(agent.listTools()).rejects.toThrow());
});
