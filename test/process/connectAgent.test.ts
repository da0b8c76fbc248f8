import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExternalOffer } from '../../src/ipc/externalClients';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { agentV1, agentV2, connectLaunch, textOf, type Agent, type Told } from '../support/agents';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { declarations } from '../support/hostFixture';
import { hostPlace, sharedHostPid, windowAt } from '../support/realHost';

const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));
let home = '';
let folder = '';
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'rh-')));
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rh-')));
});

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const launches = {
  'folder:app/till': fakeStdio({ tools: ['echo', 'slow'], prompts: ['greet'] }),
  'folder:app/notes': fakeStdio({ tools: ['echo', 'progress'], resources: ['shop://prices'] }),
};

/** A window with servers that takes external clients. `editor`: the one whose host it has. */
async function openWindow(
  changes: Partial<ExternalOffer> = {},
  servers: Record<string, ResolvedLaunch> = launches,
  editor = 'data',
): Promise<HostClient> {
  const offer = { folders: [folder], sets: {}, tokens: [], ...changes };
  const place = { ...hostPlace(home, bundle), dataFolder: path.join(home, editor) };
  const window = windowAt(place, (id) => servers[id], 1, {
    externalClients: async () => signal(offer),
    questions: { elicit: async () => ({ action: 'decline' }) },
  });
  closing.push(() => window.end());
  await window.declare(declarations(servers));
  const pid = sharedHostPid(window);
  // After all windows.
  closing.unshift(() => vi.waitFor(() => expect(isRunning(pid)).toBe(false)));
  return window;
}

async function agent(opening: Promise<Agent>): Promise<Agent> {
  const client = await opening;
  closing.push(() => client.close());
  return client;
}

/** A list has the servers that are up by then. */
const whole = { timeout: 60_000 };

const namesOf = async (client: Agent): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

const lines = [
  ['legacy', agentV1],
  ['modern', agentV2],
] as const;

describe.each(lines)('an unmodified client of the %s era', (_era, open) => {
  test('gets the servers of the window that has its folder open as one', async () => {
    await openWindow();
    const client = await agent(open(connectLaunch(home, folder)));
    await expect
      .poll(() => namesOf(client), whole)
      .toEqual(['notes_echo', 'notes_progress', 'till_echo', 'till_slow']);
    const result = await client.callTool({ name: 'till_echo', arguments: { text: 'hello' } });
    expect(textOf(result)).toBe('hello');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['till_greet']);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['shop://prices']);
    await expect(client.callTool({ name: 'till_eco', arguments: {} })).rejects.toThrow('till_echo');
  });

  test('goes on when its window reloads, and is told that lists may have changed', async () => {
    const first = await openWindow();
    const told: Told[] = [];
    const client = await agent(open(connectLaunch(home, folder), told));
    await expect.poll(() => namesOf(client), whole).toContain('till_echo');
    await first.end();
    await openWindow({}, { 'folder:app/other': fakeStdio({ tools: ['echo'] }) });
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual(['other_echo']));
    expect(told.map(({ method }) => method)).toContain('notifications/tools/list_changed');
    const result = await client.callTool({ name: 'other_echo', arguments: { text: 'again' } });
    expect(textOf(result)).toBe('again');
  });

  test('is told nothing of lists when its window leaves, as it may come back', async () => {
    const window = await openWindow();
    const told: Told[] = [];
    const client = await agent(open(connectLaunch(home, folder), told));
    await expect.poll(() => namesOf(client), whole).toHaveLength(4);
    await client.callTool({ name: 'till_echo', arguments: { text: 'hello' } });
    const { length } = told;
    await window.end();
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual([]));
    expect(told.slice(length)).toEqual([]);
  });

  test('is there before any window: with nothing at first, and then with what there is', async () => {
    const told: Told[] = [];
    const client = await agent(open(connectLaunch(home, folder), told));
    expect(await namesOf(client)).toEqual([]);
    expect(client.getInstructions()).toContain(
      `no window of VS Code shares its MCP servers for ${folder}`,
    );
    await openWindow();
    await vi.waitFor(async () => expect(await namesOf(client)).toContain('till_echo'));
    expect(told.map(({ method }) => method)).toContain('notifications/tools/list_changed');
  });

  test('has a set of tools of its own, beside another with another one', async () => {
    const sets = { till: ['till'], echoes: ['*/echo'] };
    await openWindow({ sets });
    const [a, b] = await Promise.all([
      agent(open(connectLaunch(home, folder, '--set', 'till'))),
      agent(open(connectLaunch(home, folder, '--set', 'echoes'))),
    ]);
    await expect.poll(() => namesOf(a), whole).toEqual(['till_echo', 'till_slow']);
    await expect.poll(() => namesOf(b), whole).toEqual(['notes_echo', 'till_echo']);
    const off = b.callTool({ name: 'till_slow', arguments: {} });
    await expect(off).rejects.toThrow('is switched off by the active tool set');
  });

  test('gets the servers of the files that it names where no window has its folder', async () => {
    const file = path.join(home, 'mcp.json');
    const { command, args } = fakeStdio({ tools: ['echo'] });
    writeFileSync(file, JSON.stringify({ servers: { own: { command, args } } }));
    const client = await agent(open(connectLaunch(home, folder, '--config', file)));
    await expect.poll(() => namesOf(client), whole).toEqual(['own_echo']);
    const result = await client.callTool({ name: 'own_echo', arguments: { text: 'mine' } });
    expect(textOf(result)).toBe('mine');
  });

  test('answers a question of a server that belongs to its call, and takes large results', async () => {
    await openWindow({}, { 'folder:app/big': fakeStdio({ tools: ['ask_form', 'huge'] }) });
    const client = await agent(open(connectLaunch(home, folder)));
    const asked = await client.callTool({ name: 'big_ask_form', arguments: {} });
    expect(textOf(asked)).toContain('Alice');
    const call = (bytes: number) => client.callTool({ name: 'big_huge', arguments: { bytes } });
    expect(textOf(await call(9_000_000))).toHaveLength(9_000_000);
    // Its library would end the connection.
    await expect(call(20_000_000)).rejects.toThrow('10 MB');
    expect(textOf(await call(3))).toBe('xxx');
  });
});

test('a client of the legacy era calls a tool that runs as a task', async () => {
  const toolsFile = path.join(folder, 'tools.json');
  const dig = { name: 'echo', inputSchema: { type: 'object' } };
  writeFileSync(toolsFile, JSON.stringify([{ ...dig, execution: { taskSupport: 'required' } }]));
  await openWindow({}, { 'folder:app/mine': fakeStdio({ toolsFile }) });
  const client = await agent(agentV1(connectLaunch(home, folder)));
  await expect.poll(() => namesOf(client), whole).toEqual(['mine_echo']);
  const result = await client.callTool({ name: 'mine_echo', arguments: { text: 'dug' } });
  expect(textOf(result)).toBe('dug');
});

test('from another folder only the own servers of the person are there, and the model is told why', async () => {
  const { 'folder:app/till': till, 'folder:app/notes': notes } = launches;
  await openWindow({}, { 'folder:app/till': till, 'user/notes': notes });
  for (const open of [agentV1, agentV2]) {
    const client = await agent(open(connectLaunch(home, home)));
    await expect.poll(() => namesOf(client), whole).toEqual(['notes_echo', 'notes_progress']);
    expect(client.getInstructions()).toContain(`No window of VS Code has ${home} open.`);
  }
});

/** No other servers take the place of a window that reloads, and a call waits for it. */
async function reload(window: HostClient, client: Agent): Promise<void> {
  await window.end();
  await vi.waitFor(async () => expect(await namesOf(client)).toEqual([]));
  const calling = client.callTool({ name: 'again_echo', arguments: { text: 'waited' } });
  await openWindow({}, { 'folder:app/again': fakeStdio({ tools: ['echo'] }) });
  expect(textOf(await calling)).toBe('waited');
}

test('servers of the files that it names serve only until a window has its folder, which may reload', async () => {
  const [file, pidFile] = [path.join(home, 'mcp.json'), newPidFile()];
  const { command, args } = fakeStdio({ tools: ['echo'], pidFile });
  writeFileSync(file, JSON.stringify({ servers: { own: { command, args } } }));
  const told: Told[] = [];
  const client = await agent(agentV1(connectLaunch(home, folder, '--config', file), told));
  await expect.poll(() => namesOf(client), whole).toEqual(['own_echo']);
  const window = await openWindow({}, { 'folder:app/till': fakeStdio({ tools: ['echo'] }) });
  await expect.poll(() => namesOf(client), whole).toEqual(['till_echo']);
  expect(told.map(({ method }) => method)).toContain('notifications/tools/list_changed');
  await vi.waitFor(() => expect(isRunning(readPids(pidFile).pid)).toBe(false));
  await reload(window, client);
});

test.each([
  ['another one', () => home],
  ['one that has a folder around its own open', () => path.dirname(folder)],
])('while its window reloads it does not go to %s', async (_, other) => {
  await openWindow({ folders: [other()] }, { 'user/notes': fakeStdio({ tools: ['echo'] }) });
  const window = await openWindow();
  const client = await agent(agentV1(connectLaunch(home, folder)));
  await expect.poll(() => namesOf(client), whole).toContain('till_echo');
  await reload(window, client);
});

test.each([
  ['another window', 'the same host', () => home, 'data'],
  ['another window', 'another host', () => home, 'insiders'],
  ['a window with a folder around its own', 'the same host', () => path.dirname(folder), 'data'],
  ['a window with a folder around its own', 'another host', () => path.dirname(folder), 'insiders'],
])(
  'from %s it moves to one of %s that opens its folder, after its calls',
  async (_from, _to, outer, editor) => {
    const [id, pidFile] = ['user/notes', newPidFile()];
    const notes = fakeStdio({ tools: ['hold'], pidFile });
    const window = await openWindow({ folders: [outer()] }, { [id]: notes });
    const client = await agent(agentV1(connectLaunch(home, folder)));
    await expect.poll(() => namesOf(client), whole).toEqual(['notes_hold']);
    const calling = client.callTool({ name: 'notes_hold', arguments: {} });
    await vi.waitFor(async () => {
      const logs = await window.send('logs', { id });
      expect(logs.map(({ text }) => text)).toContain('holds');
    });
    await openWindow({}, { 'folder:app/till': fakeStdio({ tools: ['echo'] }) }, editor);
    const other = await agent(agentV1(connectLaunch(home, folder)));
    await expect.poll(() => namesOf(other), whole).toEqual(['till_echo']);
    process.kill(readPids(pidFile).pid, 'SIGUSR2');
    expect(textOf(await calling)).toBe('held');
    await expect.poll(() => namesOf(client), whole).toEqual(['till_echo']);
  },
);

test('a host that does not answer keeps nobody from the window of another one', async () => {
  await openWindow();
  const run = path.join(home, 'run');
  const address = path.join(run, 'mute.sock');
  const taken: net.Socket[] = [];
  const mute = net.createServer((socket) => void taken.push(socket)).listen(address);
  await once(mute, 'listening');
  closing.push(async () => {
    for (const socket of taken) socket.destroy();
    mute.close();
  });
  const file = { pid: process.pid, address, secret: 'mute', build: 'mute' };
  writeFileSync(path.join(run, 'mute.json'), JSON.stringify(file));
  for (const open of [agentV1, agentV2]) {
    const client = await agent(open(connectLaunch(home, folder)));
    await expect.poll(() => namesOf(client), whole).toHaveLength(4);
  }
});

test('one slow server holds up no list, and the agent is told when it has come up', async () => {
  const file = path.join(home, 'mcp.json');
  const servers = {
    good: fakeStdio(),
    late: fakeStdio({ slowStartMs: 6_000 }),
    mute: fakeStdio({ hangInitialize: true }),
  };
  writeFileSync(file, JSON.stringify({ servers }));
  for (const open of [agentV1, agentV2]) {
    const told: Told[] = [];
    const client = await agent(open(connectLaunch(home, folder, '--config', file), told));
    // It does not wait for the server that never answers, nor for the late one.
    expect(await namesOf(client)).not.toContain('late_echo');
    await expect.poll(() => namesOf(client), whole).toEqual(['good_echo', 'late_echo']);
    expect(told.map(({ method }) => method)).toContain('notifications/tools/list_changed');
  }
});

test('it ends with its input, also where servers of its own do not want to end', async () => {
  const [file, pidFile] = [path.join(home, 'mcp.json'), newPidFile()];
  const servers = {
    stubborn: fakeStdio({ ignoreStdinEnd: true, ignoreSigterm: true, pidFile }),
    mute: fakeStdio({ hangInitialize: true }),
  };
  writeFileSync(file, JSON.stringify({ servers }));
  const { command, args, env, cwd = '' } = connectLaunch(home, folder, '--config', file);
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
  const call = { name: 'stubborn_echo', arguments: { text: 'hello' } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: call },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await vi.waitFor(() => expect(said).toContain('"text":"hello"'));
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  await vi.waitFor(() => expect(isRunning(readPids(pidFile).pid)).toBe(false));
});

test('a call that is cancelled is cancelled at its server', async () => {
  await openWindow({}, { 'folder:app/till': fakeStdio({ tools: ['forever', 'cancelled'] }) });
  for (const open of [agentV1, agentV2]) {
    const client = await agent(open(connectLaunch(home, folder)));
    const abort = new AbortController();
    const call = { name: 'till_forever', arguments: {} };
    const onprogress = (): void => abort.abort();
    const options = { signal: abort.signal, onprogress };
    const calling =
      client instanceof ClientV1
        ? client.callTool(call, undefined, options)
        : client.callTool(call, options);
    await expect(calling).rejects.toThrow();
    await vi.waitFor(async () => {
      const seen = await client.callTool({ name: 'till_cancelled', arguments: {} });
      expect(JSON.parse(textOf(seen))).not.toEqual([]);
    });
  }
});

test('every call is in the list of calls, under the name of its agent, also one that is refused', async () => {
  const rules = [[{ tool: 'slow', effect: 'deny', pattern: 'till/slow' } as const]];
  const window = await openWindow();
  await window.declare(declarations(launches, { models: { rules } }));
  const client = await agent(agentV1(connectLaunch(home, folder)));
  await client.callTool({ name: 'notes_echo', arguments: { text: 'hello' } });
  const denied = client.callTool({ name: 'till_slow', arguments: {} });
  await expect(denied).rejects.toThrow('is denied by the rule "till/slow"');
  const { calls } = await window.send('calls', { limit: 10 });
  const told = calls.map(({ server, tool, route, client, outcome }) => ({
    call: `${server.name}/${tool}`,
    by: `${route} ${client}`,
    outcome: outcome.kind,
  }));
  expect(told).toEqual([
    { call: 'till/slow', by: 'agent agent-v1', outcome: 'refused' },
    { call: 'notes/echo', by: 'agent agent-v1', outcome: 'ok' },
  ]);
});

test('a call that runs when the window leaves fails at once, as it may have run', async () => {
  const servers = { 'folder:app/till': fakeStdio({ tools: ['forever', 'echo'] }) };
  for (const open of [agentV1, agentV2]) {
    const window = await openWindow({}, servers);
    const client = await agent(open(connectLaunch(home, folder)));
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => (begun = resolve));
    const call = { name: 'till_forever', arguments: {} };
    const options = { onprogress: () => begun() };
    const calling =
      client instanceof ClientV1
        ? client.callTool(call, undefined, options)
        : client.callTool(call, options);
    const failed = expect(calling).rejects.toThrow('the call may have run or not');
    await running;
    await window.end();
    await failed;
  }
});

test('what comes without waiting for the handshake is served; it ends with its input', async () => {
  await openWindow();
  const { command, args, env, cwd = '' } = connectLaunch(home, folder);
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await vi.waitFor(() => expect(said).toContain('"id":2,"result":{"tools":['));
  child.stdin.end();
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});

test('it ends by a signal, though its client leaves the other end open', async () => {
  for (const window of [false, true]) {
    if (window) await openWindow();
    const { command, args, env, cwd = '' } = connectLaunch(home, folder);
    const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  }
});

test('a set that is not there is told to the agent with those that are', async () => {
  await openWindow({ sets: { daily: ['*'] } });
  const opening = agentV1(connectLaunch(home, folder, '--set', 'dayly'));
  await expect(opening).rejects.toThrow('"dayly"');
});

test('it is not one of the servers that it serves', async () => {
  const id = 'folder:app/roundhouse';
  const launch = connectLaunch(home, folder);
  const itself = { type: 'stdio', ...launch, cwd: folder, baseEnv: {} } as const;
  const window = await openWindow({}, { ...launches, [id]: itself });
  await window.start(id, true);
  await expect
    .poll(() => window.servers.peek().get(id)?.state, whole)
    .toMatchObject({ kind: 'failed', error: { code: 'servesItself' } });
  const client = await agent(agentV1(connectLaunch(home, folder)));
  await expect.poll(() => namesOf(client), whole).toContain('till_echo');
  expect((await namesOf(client)).filter((name) => name.startsWith('roundhouse_'))).toEqual([]);
});
