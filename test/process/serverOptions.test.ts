import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { startGateway } from '../support/chatClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newJournal, startsIn } from '../support/fakeServer/processes';
import { declarations, restartsAfter, stateOf } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/echo';
/** They wait so long for the first retry that no test sees it. */
const hosts = testHosts({ startGateway, restart: restartsAfter(600_000) });
let journal = '';

interface Window {
  readonly client: HostClient;
  /** Declares the same launch with other options. */
  configure(options: ServerOptions): Promise<void>;
}

async function enter(
  host: Host,
  options: ServerOptions,
  launch: ResolvedLaunch = fakeStdio({ journal }),
): Promise<Window> {
  const launches = { [id]: launch };
  const client = await hosts.attach(host, launches, 30, options);
  return { client, configure: (changed) => client.declare(declarations(launches, changed)) };
}

const snapshotOf = ({ client }: Window) => client.servers.peek().get(id);
const call = ({ client }: Window, tool: string, args = {}, gesture = false) =>
  client.callTool({ server: id, tool, arguments: args, gesture });
const chat = ({ client }: Window): Promise<Client> => hosts.chat(client, id);
const starts = (): number => startsIn(journal);

async function crash(window: Window): Promise<void> {
  process.kill(snapshotOf(window)?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(stateOf(window.client, id).kind).not.toBe('running'));
}

beforeEach(() => {
  journal = newJournal();
});

describe('timeouts', () => {
  test('a start has as long as is said, from the next one on', async () => {
    const launch = fakeStdio({ slowStartMs: 1_000, journal });
    const window = await enter(await hosts.open(), { startupTimeoutSeconds: 0.2 }, launch);
    await window.client.start(id, true);
    expect(stateOf(window.client, id)).toMatchObject({
      kind: 'failed',
      error: { code: 'timedOut', args: { what: 'initialize', seconds: 0.2 } },
    });
    await window.configure({ startupTimeoutSeconds: 20 });
    expect(stateOf(window.client, id).kind).toBe('failed');
    await window.client.start(id, true);
    expect(stateOf(window.client, id).kind).toBe('running');
  });

  test('a call has as long as is said, and progress starts the time anew', async () => {
    const launch = fakeStdio({ tools: ['slow', 'progress'], journal });
    const window = await enter(await hosts.open(), { callTimeoutSeconds: 0.2 }, launch);
    const tooLate = { code: 'timedOut', args: { what: 'tools/call', seconds: 0.2 } };
    await expect(call(window, 'slow')).rejects.toMatchObject(tooLate);
    await expect(call(window, 'progress', { interval: 600 })).rejects.toMatchObject(tooLate);
    const { pid } = snapshotOf(window) ?? {};
    await window.configure({ callTimeoutSeconds: 1.5 });
    const result = await call(window, 'progress', { interval: 600, steps: 4 });
    expect(result).toMatchObject({ content: [{ text: 'done' }] });
    expect([snapshotOf(window)?.pid, starts()]).toEqual([pid, 1]);
  });

  test('what comes through the gateway has the same', async () => {
    const launch = fakeStdio({ tools: ['slow'], journal });
    const window = await enter(await hosts.open(), { callTimeoutSeconds: 0.2 }, launch);
    const client = await chat(window);
    await expect(client.callTool({ name: 'slow' })).rejects.toMatchObject({
      data: { code: 'timedOut', args: { seconds: 0.2 } },
    });
  });
});

describe('crashes', () => {
  test('a server that is never restarted fails with its reason at once', async () => {
    const window = await enter(await hosts.open(), { maxCrashes: 0 });
    await window.client.start(id, false);
    await crash(window);
    expect(stateOf(window.client, id)).toMatchObject({
      kind: 'failed',
      error: { code: 'exited', args: { signal: 'SIGKILL' } },
    });
    await window.client.start(id, false);
    expect([stateOf(window.client, id).kind, starts()]).toEqual(['failed', 1]);
    await window.client.start(id, true);
    expect([stateOf(window.client, id).kind, starts()]).toEqual(['running', 2]);
  });

  test('of those who share a server the one that started it last says how many are too many', async () => {
    const host = await hosts.open();
    const [strict, usual] = [await enter(host, { maxCrashes: 0 }), await enter(host, {})];
    await strict.client.start(id, false);
    await usual.client.start(id, false);
    await crash(usual);
    expect(stateOf(usual.client, id).kind).toBe('failed');
    await usual.client.start(id, true);
    await crash(usual);
    expect(stateOf(strict.client, id).kind).toBe('backingOff');
  });

  test('a limit that changes while the server runs counts from its next crash on', async () => {
    const window = await enter(await hosts.open(), {});
    await window.client.start(id, false);
    await window.configure({ maxCrashes: 0 });
    expect([stateOf(window.client, id).kind, starts()]).toEqual(['running', 1]);
    await crash(window);
    expect(stateOf(window.client, id).kind).toBe('failed');
  });
});

describe('tools', () => {
  const launch = () =>
    fakeStdio({ tools: ['echo', 'echo_all', 'fail', 'log'], prompts: ['p'], journal });

  test('only what the globs allow is shown, found, described and called', async () => {
    const host = await hosts.open();
    const tools = { allow: [['echo*', 'log'], ['*o*']], hide: ['*_all'] };
    const [narrow, wide] = [
      await enter(host, { tools }, launch()),
      await enter(host, {}, launch()),
    ];
    await Promise.all([narrow.client.start(id, false), wide.client.start(id, false)]);
    expect(snapshotOf(narrow)?.counts).toEqual({ tools: 2, prompts: 1, resources: 0 });
    expect(snapshotOf(wide)?.counts.tools).toBe(4);
    const catalog = narrow.client.catalog(id);
    await vi.waitFor(() =>
      expect(catalog.peek()?.tools.map(({ name }) => name)).toEqual(['echo', 'log']),
    );
    const found = await narrow.client.send('searchTools', { query: '', limit: 10 });
    expect(found.map(({ tool }) => tool.name)).toEqual(['echo', 'log']);
    const hidden = { code: 'toolHidden', args: { server: 'echo', tool: 'fail' } };
    await expect(
      narrow.client.send('describeTool', { server: id, tool: 'fail' }),
    ).rejects.toMatchObject(hidden);
    await expect(call(narrow, 'fail')).rejects.toMatchObject(hidden);
    await expect(call(wide, 'fail')).rejects.toMatchObject({ code: 'serverError' });
    await expect(call(narrow, 'ech')).rejects.toMatchObject({
      code: 'toolHidden',
      args: { valid: ['echo', 'log'] },
    });
    expect(starts()).toBe(1);
  });

  test('a call of a hidden tool does not start the server', async () => {
    const window = await enter(await hosts.open(), { tools: { hide: ['fail'] } }, launch());
    await expect(call(window, 'fail')).rejects.toMatchObject({ code: 'toolHidden' });
    expect(starts()).toBe(0);
  });

  test('another filter is told to windows and chat, and the server does not notice', async () => {
    const window = await enter(await hosts.open(), {}, launch());
    await window.client.start(id, false);
    // Otherwise the first list, too, is a change that chat is told of.
    await vi.waitFor(() => expect(snapshotOf(window)?.counts.tools).toBe(4));
    const client = await chat(window);
    const { catalogVersion = 0 } = snapshotOf(window) ?? {};
    let told = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (told += 1));
    expect((await client.listTools()).tools).toHaveLength(4);
    await window.configure({ tools: { hide: ['f*', 'log'] }, callTimeoutSeconds: 9 });
    await vi.waitFor(() => expect(told).toBe(1));
    expect(snapshotOf(window)?.counts.tools).toBe(2);
    expect(snapshotOf(window)?.catalogVersion).toBeGreaterThan(catalogVersion);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'echo_all']);
    await expect(client.callTool({ name: 'fail' })).rejects.toMatchObject({
      code: -32602,
      data: { code: 'toolHidden' },
    });
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    await window.configure({ callTimeoutSeconds: 8 });
    await vi.waitFor(() => expect(told).toBe(2));
    expect((await client.listTools()).tools).toHaveLength(4);
    expect(starts()).toBe(1);
  });
});

test('only windows with the same key share a process', async () => {
  const host = await hosts.open();
  const windows = await Promise.all(
    ['one', 'one', 'two', undefined].map((shareKey) => enter(host, shareKey ? { shareKey } : {})),
  );
  await Promise.all(windows.map(({ client }) => client.start(id, false)));
  const [first, second, third, fourth] = windows.map((window) => snapshotOf(window)?.pid);
  expect(second).toBe(first);
  expect(new Set([first, third, fourth]).size).toBe(3);
  expect(starts()).toBe(3);
  // Another key, and nothing else, leads to another process.
  await windows[2]?.configure({ shareKey: 'one' });
  await vi.waitFor(() => expect(windows[2] && snapshotOf(windows[2])?.pid).toBe(first));
  expect(starts()).toBe(3);
});

test('a window with a process of its own finds it again after a reload, and shares it with no other', async () => {
  const host = await hosts.open();
  const own: ServerOptions = { shareKey: 'w', exclusive: true };
  const [first, second] = [await enter(host, own), await enter(host, own)];
  await Promise.all([first, second].map(({ client }) => client.start(id, false)));
  const pids = [first, second].map((window) => snapshotOf(window)?.pid);
  expect(new Set(pids).size).toBe(2);
  await first.client.end();
  const again = await enter(host, own);
  await again.client.start(id, false);
  expect([snapshotOf(again)?.pid, starts()]).toEqual([pids[0], 2]);
});

describe('a server that only a person starts', () => {
  const never: ServerOptions = { autostart: 'never' };
  const byHand = { code: 'notStartedByItself', args: { server: 'echo' } };

  test('is not started by a call, by chat or by a start that nobody stands behind', async () => {
    const window = await enter(await hosts.open(), never);
    await expect(call(window, 'echo')).rejects.toMatchObject(byHand);
    await expect(call(window, 'echo', {}, true)).rejects.toMatchObject(byHand);
    await expect(window.client.start(id, false)).rejects.toMatchObject(byHand);
    await expect(window.client.restart(id, false)).rejects.toMatchObject(byHand);
    await expect(chat(window)).rejects.toMatchObject({ data: byHand });
    expect([stateOf(window.client, id).kind, starts()]).toEqual(['idle', 0]);
  });

  test('serves calls and chat once it was started, until it is stopped', async () => {
    const window = await enter(await hosts.open(), never, fakeStdio({ slowStartMs: 300, journal }));
    const started = window.client.start(id, true);
    await vi.waitFor(() => expect(starts()).toBe(1));
    // A call waits for the start that is under way.
    expect(await call(window, 'echo', { text: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
    await started;
    const client = await chat(window);
    expect(await client.callTool({ name: 'echo' })).toHaveProperty('content');
    await window.client.restart(id, false);
    expect([stateOf(window.client, id).kind, starts()]).toEqual(['running', 2]);
    await window.client.stop(id);
    expect((await client.listTools()).tools).toHaveLength(1);
    await expect(client.callTool({ name: 'echo' })).rejects.toMatchObject({ data: byHand });
    expect(starts()).toBe(2);
  });

  test('goes on when its window is reloaded, until it is stopped or the grace is over', async () => {
    const host = await hosts.open();
    const launch = fakeStdio({ journal });
    const reload = async (before?: HostClient, ids = [id]): Promise<HostClient> => {
      await before?.end();
      await vi.waitFor(() => expect(host.isDeserted).toBe(true));
      const client = hosts.window(host, {
        resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
        workspaceKey: () => 'shop',
      });
      // What its files have comes one after another.
      await client.declare(ids.flatMap((one) => declarations({ [one]: launch }, never)));
      await client.declare(declarations({ [id]: launch }, never));
      return client;
    };
    const first = await reload();
    await first.start(id, true);
    const { pid } = first.servers.peek().get(id) ?? {};
    const second = await reload(first, ['folder:b/other']);
    await vi.waitFor(() => expect(stateOf(second, id).kind).toBe('running'));
    expect([second.servers.peek().get(id)?.pid, starts()]).toEqual([pid, 1]);
    await second.stop(id);
    const third = await reload(second);
    await third.send('catalog', { id });
    expect([stateOf(third, id).kind, starts()]).toEqual(['idle', 1]);
    await third.start(id, true);
    const last = third.servers.peek().get(id)?.pid ?? 0;
    host.setGrace(0);
    await third.end();
    await vi.waitFor(() => expect(isRunning(last)).toBe(false));
    const fourth = await reload();
    await fourth.send('catalog', { id });
    expect([stateOf(fourth, id).kind, starts()]).toEqual(['idle', 2]);
  });

  test('goes on where its window comes back before it was seen to leave', async () => {
    const host = await hosts.open();
    const open = async (): Promise<HostClient> => {
      const client = hosts.window(host, {
        resolveLaunch: async () => ({
          kind: 'resolved',
          launch: fakeStdio({ journal }),
          secrets: [],
        }),
        workspaceKey: () => 'shop',
      });
      await client.declare(declarations({ [id]: fakeStdio({ journal }) }, never));
      return client;
    };
    const before = await open();
    await before.start(id, true);
    const after = await open();
    await vi.waitFor(() => expect(stateOf(after, id).kind).toBe('running'));
    await before.end();
    expect([stateOf(after, id).kind, starts()]).toEqual(['running', 1]);
  });

  test('comes back after a change, since a person had started it', async () => {
    const host = await hosts.open();
    const launches = { [id]: fakeStdio({ journal }) };
    const client = await hosts.attach(host, launches, 30, never);
    await client.start(id, true);
    launches[id] = fakeStdio({ journal, prompts: ['new'] });
    await client.declare(declarations(launches, never));
    await vi.waitFor(() => expect(starts()).toBe(2));
    await vi.waitFor(() => expect(stateOf(client, id).kind).toBe('running'));
    expect(starts()).toBe(2);
  });
});

test('a server that starts on demand is started by a call, and chat lists what is known of it', async () => {
  const host = await hosts.open();
  const window = await enter(host, { autostart: 'onDemand' });
  const said = { content: [{ text: 'hi' }] };
  expect(await call(window, 'echo', { text: 'hi' })).toMatchObject(said);
  const other = await enter(host, { autostart: 'onDemand', shareKey: 'other' });
  const client = await chat(other);
  expect((await client.listTools()).tools).toHaveLength(1);
  expect([stateOf(other.client, id), starts()]).toEqual([{ kind: 'idle', cached: true }, 1]);
  expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject(said);
  await vi.waitFor(() => expect(stateOf(other.client, id).kind).toBe('running'));
  expect(starts()).toBe(2);
});
