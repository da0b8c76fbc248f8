import { spawn } from 'node:child_process';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hostsOf, writeMachineSettings } from '../support/editor/openEditor';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { statusItem } from '../support/editor/statusBar';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { extensionHostsBelow, processesKnowing, processesNaming } from '../support/processList';

// SIGKILL for each process of ours and of the editor, with servers that end by nothing else.

/** In milliseconds: how long the host outlives its last window, and what a kill may take. */
const hostGrace = 5_000;
const editorGrace = 5_000;
const limit = 5_000;
/** Goes on whatever becomes of the server in it. */
const stubbornShell = `trap '' TERM HUP; "$0" "$@"; while :; do sleep 1; done`;

const pids = { plain: newPidFile(), stubborn: newPidFile() };
const plain = fakeStdio({ tools: ['hold'], pidFile: pids.plain });
const figures: string[] = [];
/** The window that is open now. */
let page: Page;
let run = '';

const editor = editorForFile(() => {
  const { command, args } = fakeStdio({
    ignoreSigterm: true,
    ignoreStdinEnd: true,
    descendants: ['group', 'session', 'daemon'],
    pidFile: pids.stubborn,
  });
  const servers = {
    plain: { command: plain.command, args: plain.args },
    stubborn: { command: '/bin/sh', args: ['-c', stubbornShell, command, ...args] },
  };
  // VS Code's own MCP client would only end the turn, whatever reason it is given.
  const settings = { 'chat.mcp.access': 'none' };
  // The last test leaves no window.
  return { folder: { servers }, settings, agrees: false };
});
const { tree, chat } = editor;

beforeAll(() => {
  page = editor.page;
  run = join(editor.home, 'run');
});

// Not only the first window is of interest.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screenshot(page, 'kills-failed').catch(() => undefined);
});

afterAll(() => console.log(`SIGKILL, ms: ${figures.join(' · ')}`));

/** Every process of ours and of the servers. */
function census() {
  const windows = extensionHostsBelow(join(editor.home, 'data'));
  const hosts = hostsOf(editor);
  return {
    hosts,
    /** Their command lines name the ledger. */
    watchdogs: processesNaming(`${run}/`).filter((pid) => !hosts.includes(pid)),
    windows,
    /** All that a server is or has started, wherever it went: what it inherited tells. */
    servers: processesKnowing('MCP_ROUNDHOUSE_SERVER=', `ROUNDHOUSE_HOME=${run}`),
    leaders: [...processesNaming(pids.plain), ...processesNaming(pids.stubborn)],
  };
}

function ledgers(): string[] {
  return readdirSync(run).filter((name) => name.includes('.ledger') && !name.endsWith('.key'));
}

function logs(): string {
  const files = globSync('data/logs/*/exthost*/mcp-roundhouse.*/*.log', { cwd: editor.home });
  return files.map((file) => readFileSync(join(editor.home, file), 'utf8')).join('');
}

function configure(settings: Record<string, unknown>): void {
  const grace = { 'roundhouse.hostGraceSeconds': hostGrace / 1_000 };
  writeMachineSettings(editor, { ...grace, ...settings });
}

function kill(...all: readonly number[]): number {
  for (const pid of all) process.kill(pid, 'SIGKILL');
  return performance.now();
}

async function showsBothRunning(): Promise<void> {
  await statusItem(page).getByText('2 of 2', { exact: true }).waitFor({ timeout: 60_000 });
}

/** Both servers, each once, and all that the stubborn one started. */
async function bothRun() {
  await showsBothRunning();
  const seen = census();
  const { pid, descendants = [] } = readPids(pids.stubborn);
  expect(seen.leaders).toHaveLength(3);
  expect(seen.servers).toHaveLength(6);
  expect(seen.servers).toEqual(expect.arrayContaining([pid, ...descendants, ...seen.leaders]));
  expect(seen.watchdogs).toHaveLength(1);
  return seen;
}

async function untilGone(
  what: string,
  all: readonly number[],
  since: number,
  longest = limit,
): Promise<void> {
  await vi.waitFor(() => expect(all.filter(isRunning)).toEqual([]), {
    timeout: longest + 10_000,
    interval: 20,
  });
  const took = Math.round(performance.now() - since);
  figures.push(`${what} ${took}`);
  expect(took).toBeLessThan(longest);
}

/** Nothing is there any more, neither of ours nor of a server. */
function expectNothingLeft(): void {
  const { windows: _, ...left } = census();
  expect(left).toEqual({ hosts: [], watchdogs: [], servers: [], leaders: [] });
  expect(ledgers()).toEqual([]);
}

/** The extension host of the only window, which has come instead of others. */
async function newExtensionHost(before: readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      const { windows } = census();
      expect(windows).toHaveLength(1);
      expect(before).not.toContain(windows[0]);
    },
    { timeout: 30_000, interval: 200 },
  );
}

test('a killed host takes its servers along and is replaced, and a call fails with the reason', async () => {
  const before = await bothRun();
  await chat.open();
  await chat.callTool('plain', 'hold');
  await chat.allow();
  await vi.waitFor(() => expect(logs()).toContain('holds'));
  const killed = kill(...before.hosts);
  await untilGone('host → its servers', [...before.servers, ...before.watchdogs], killed);
  await vi.waitFor(() => expect(readPids(pids.plain).pid).not.toBe(before.leaders[0]));
  for (const name of ['plain', 'stubborn']) await tree.row(`${name}running · `).waitFor();
  const after = await bothRun();
  figures.push(`host → servers again ${Math.round(performance.now() - killed)}`);
  await chat.answerWith('Result:');

  expect(after.servers.filter((pid) => before.servers.includes(pid))).toEqual([]);
  expect(after.hosts).toHaveLength(1);
  expect(after.windows).toEqual(before.windows);
  expect(editor.told()).toBe(
    'The connection to the host process was lost. Call again in a few seconds.',
  );
});

test('the window replaces a killed extension host, and the same servers go on', async () => {
  const before = await bothRun();
  // The next extension host tells the host its grace; until then that one has the usual.
  configure({});
  const killed = kill(...before.windows);
  const row = tree.row('plainrunning');
  await row.waitFor({ state: 'hidden' });
  await newExtensionHost(before.windows);
  await row.waitFor();
  const after = await bothRun();
  figures.push(`extension host → window again ${Math.round(performance.now() - killed)}`);

  expect({ ...after, windows: before.windows }).toEqual(before);
});

test('an extension host killed with its tab leaves nothing after our grace', async () => {
  const { windows, hosts, watchdogs, servers } = await bothRun();
  await editor.killTabs();
  const killed = kill(...windows);
  await untilGone('extension host and tab → servers', servers, killed, hostGrace + limit);
  await untilGone('… → all of ours', [...hosts, ...watchdogs], killed, hostGrace + limit);
  expectNothingLeft();
});

test('a killed tab leaves nothing after the graces of the editor and ours', async () => {
  page = await editor.openWindow();
  const { windows, hosts, watchdogs, servers } = await bothRun();
  await editor.killTabs();
  const killed = performance.now();
  const longest = editorGrace + hostGrace + limit;
  await untilGone('tab → servers', servers, killed, longest);
  await untilGone('… → all of ours', [...windows, ...hosts, ...watchdogs], killed, longest);
  expectNothingLeft();
});

test('after a kill of everything a new window ends the orphans, but no process with the id of one', async () => {
  page = await editor.openWindow();
  const lost = await bothRun();
  const dead = readPids(pids.plain).pid;
  await editor.killTabs();
  kill(...lost.windows, ...lost.hosts, ...lost.watchdogs);
  const ours = [...lost.windows, ...lost.hosts, ...lost.watchdogs, dead];
  await vi.waitFor(() => expect(ours.filter(isRunning)).toEqual([]));
  const orphans = processesKnowing('MCP_ROUNDHOUSE_SERVER=', `ROUNDHOUSE_HOME=${run}`);
  expect(orphans).toEqual(expect.arrayContaining([...(readPids(pids.stubborn).descendants ?? [])]));
  const decoy = startDecoy(dead);

  const [opened] = await Promise.all([
    editor.openWindow(),
    vi.waitFor(() => expect(census().hosts).toHaveLength(1), 60_000),
  ]);
  await untilGone('next host → orphans', orphans, performance.now());
  page = opened;
  await showsBothRunning();
  const after = census();
  expect(isRunning(decoy)).toBe(true);
  process.kill(decoy, 'SIGKILL');
  expect(after.servers.filter((pid) => lost.servers.includes(pid))).toEqual([]);
  expect(after.servers).toHaveLength(6);
  expect(after.hosts).toHaveLength(1);
  expect(ledgers()).toEqual([expect.stringMatching(`^${after.hosts[0]}-`)]);
});

/** Starts what a dead server was, and lets the ledger name it in that one's place. */
function startDecoy(dead: number): number {
  const { pid = 0 } = spawn(plain.command, plain.args, { stdio: ['pipe', 'ignore', 'ignore'] });
  const [name = ''] = ledgers();
  const file = join(run, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`"pid":${dead},`);
  writeFileSync(file, text.replace(`"pid":${dead},`, `"pid":${pid},`));
  return pid;
}

test('without a host of its own, a killed extension host takes the servers along', async () => {
  const { windows, hosts, servers } = census();
  await editor.killTabs();
  kill(...windows, ...hosts);
  await vi.waitFor(() => expect(servers.filter(isRunning)).toEqual([]));
  configure({ 'roundhouse.host': 'window' });
  page = await editor.openWindow();
  const before = await bothRun();
  expect(before.hosts).toEqual([]);
  const killed = kill(...before.windows);
  await untilGone('window mode → servers', [...before.servers, ...before.watchdogs], killed);
  await newExtensionHost(before.windows);
  await vi.waitFor(() => expect(readPids(pids.plain).pid).not.toBe(before.leaders[0]));
  const after = await bothRun();
  expect(after.servers.filter((pid) => before.servers.includes(pid))).toEqual([]);

  await editor.killTabs();
  const again = kill(...after.windows);
  await untilGone('window mode and tab → servers', [...after.servers, ...after.watchdogs], again);
  expectNothingLeft();
});
