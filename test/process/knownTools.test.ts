import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LaunchAnswer } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { KnownFiles } from '../../src/servers/knownFiles';
import { KnownServers } from '../../src/servers/knownServers';
import { startGateway } from '../support/chatClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, startsIn } from '../support/fakeServer/processes';
import { reachOf, stateOf } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/till';
const hosts = testHosts({ startGateway });
let journal = '';
let folder = '';

/** A host that knows what those before it have learned. */
const open = (): Promise<Host> => hosts.open({ known: new KnownServers(new KnownFiles(folder)) });

/** A window whose entry is always the same, however the server behind it changes. */
async function enter(
  host: Host,
  answer: () => LaunchAnswer,
  options: ServerOptions = { autostart: 'onDemand' },
): Promise<HostClient> {
  const client = hosts.window(host, { resolveLaunch: async () => answer() });
  await client.declare([{ id, name: 'till', launchVersion: 'as written', options }]);
  return client;
}

/** A server that offers these tools; its entry does not tell which. */
const offering =
  (...tools: string[]) =>
  (): LaunchAnswer => ({
    kind: 'resolved',
    launch: fakeStdio({ tools, journal }),
    secrets: [],
  });

/** A host whose window has used a server with these tools, and that has ended since. */
async function past(...tools: string[]): Promise<void> {
  const host = await open();
  const client = await enter(host, offering(...tools));
  await client.start(id, false);
  await hosts.end();
  expect(starts()).toBe(1);
}

/** Chat, and whether it was told of changed tools. */
async function chatOf(client: HostClient): Promise<{ chat: Client; told: () => number }> {
  const chat = await hosts.chat(client, id);
  let told = 0;
  chat.fallbackNotificationHandler = async ({ method }) => {
    if (method === 'notifications/tools/list_changed') told += 1;
  };
  return { chat, told: () => told };
}

const starts = (): number => startsIn(journal);
const snapshotOf = (client: HostClient) => client.servers.peek().get(id);
const call = (client: HostClient, tool: string) =>
  client.callTool({ server: id, tool, arguments: { text: 'hello' }, gesture: false });
const names = (tools: readonly { name: string }[] = []): string[] => tools.map(({ name }) => name);

beforeEach(() => {
  journal = newJournal();
  folder = join(mkdtempSync(join(tmpdir(), 'roundhouse-test-')), 'known');
});

describe('tools of a server that ran under an earlier host', () => {
  test('are there before any process runs, and the first call starts it', async () => {
    await past('echo', 'hold');
    const client = await enter(await open(), offering('echo', 'hold'));
    expect(snapshotOf(client)).toMatchObject({
      state: { kind: 'idle', cached: true },
      counts: { tools: 2 },
      handshake: { serverInfo: { name: 'fake' } },
    });
    await vi.waitFor(() =>
      expect(names(client.catalog(id).peek()?.tools)).toEqual(['echo', 'hold']),
    );
    const { chat, told } = await chatOf(client);
    expect(names((await chat.listTools()).tools)).toEqual(['echo', 'hold']);
    expect(
      names((await client.send('searchTools', { query: '', limit: 9 })).map(({ tool }) => tool)),
    ).toHaveLength(2);
    expect(starts()).toBe(1);
    const version = snapshotOf(client)?.catalogVersion;
    const answer = await chat.callTool({ name: 'echo', arguments: { text: 'hello' } });
    expect(answer).toMatchObject({ content: [{ text: 'hello' }] });
    await vi.waitFor(() => expect(stateOf(client, id).kind).toBe('running'));
    expect(starts()).toBe(2);
    // The lists are the same: nobody is told, and nothing is fetched again.
    expect(snapshotOf(client)).toMatchObject({ catalogVersion: version });
    expect(snapshotOf(client)?.catalogChange).toBeUndefined();
    expect(told()).toBe(0);
  });

  test('are shown with what has changed once it runs, until a person stops it', async () => {
    await past('echo', 'hold');
    const client = await enter(await open(), offering('echo', 'slow'));
    const noted: unknown[] = [];
    client.onLog(({ reason }) => reason?.code === 'catalogChanged' && noted.push(reason.args));
    const { chat, told } = await chatOf(client);
    expect(names((await chat.listTools()).tools)).toEqual(['echo', 'hold']);
    await call(client, 'echo');
    const change = { added: ['slow'], removed: ['hold'], changed: [], breaking: [] };
    expect(snapshotOf(client)?.catalogChange).toEqual(change);
    await vi.waitFor(() => expect(told()).toBe(1));
    expect(names((await chat.listTools()).tools)).toEqual(['echo', 'slow']);
    await vi.waitFor(() =>
      expect(noted).toEqual([{ added: 1, removed: 1, changed: 0, names: ['slow', 'hold'] }]),
    );
    await client.stop(id);
    expect(snapshotOf(client)?.catalogChange).toBeUndefined();
    await client.start(id, true);
    expect(snapshotOf(client)?.catalogChange).toBeUndefined();
  });

  test('are there also where nobody may find out yet how it is reached', async () => {
    await past('echo');
    const client = await enter(await open(), () => ({
      kind: 'blocked',
      need: 'input',
      reason: { code: 'inputMissing', args: { input: 'key' } },
    }));
    const { chat } = await chatOf(client);
    expect(names((await chat.listTools()).tools)).toEqual(['echo']);
    await expect(call(client, 'echo')).rejects.toMatchObject({ code: 'inputMissing' });
    expect(starts()).toBe(1);
  });

  test('are compared with those of all servers, also of one whose own are there first', async () => {
    const other = 'folder:a/other';
    const enterBoth = async (): Promise<HostClient> => {
      const client = hosts.window(await open(), {
        resolveLaunch: async (of) => offering(of === other ? 'echo' : 'Ech0')(),
      });
      const entry = { launchVersion: 'as written', options: { models: {} } };
      await client.declare([
        { id, name: 'till', ...entry },
        { id: other, name: 'other', ...entry },
      ]);
      return client;
    };
    const before = await enterBoth();
    await Promise.all([before.start(id, false), before.start(other, false)]);
    await hosts.end();
    const client = await enterBoth();
    const flagged = { Ech0: [{ kind: 'impersonation', excerpt: 'other: echo' }] };
    expect(snapshotOf(client)).toMatchObject({ state: { cached: true }, vetted: { flagged } });
    expect(starts()).toBe(2);
  });

  test('are hidden as settings say, also among what has changed', async () => {
    await past('echo', 'hold');
    const client = await enter(await open(), offering('echo', 'slow'), {
      tools: { hide: ['hold'] },
    });
    expect(snapshotOf(client)?.counts.tools).toBe(1);
    await client.start(id, false);
    expect(snapshotOf(client)?.catalogChange).toEqual({
      added: ['slow'],
      removed: [],
      changed: [],
      breaking: [],
    });
  });

  test('are of its entry: another one knows nothing of them', async () => {
    await past('echo');
    const client = await enter(await open(), offering('echo'));
    await client.declare([{ id, name: 'till', launchVersion: 'written anew' }]);
    await vi.waitFor(() =>
      expect(snapshotOf(client)).toMatchObject({
        state: { kind: 'idle', cached: false },
        counts: { tools: 0 },
      }),
    );
  });

  test('are of its file: an equal entry of another one knows nothing of them', async () => {
    const here = { id, name: 'till', launchVersion: 'copied', file: '/a/mcp.json' };
    const there = { ...here, file: '/b/mcp.json' };
    const host = await open();
    const client = await enter(host, offering('echo'));
    await client.declare([here]);
    await client.start(id, false);
    await hosts.end();
    const next = await enter(await open(), () => ({
      kind: 'blocked',
      need: 'trust',
      reason: { code: 'notApproved' },
    }));
    await next.declare([there]);
    await vi.waitFor(() => expect(snapshotOf(next)).toMatchObject({ counts: { tools: 0 } }));
    await next.declare([here]);
    await vi.waitFor(() => expect(snapshotOf(next)).toMatchObject({ counts: { tools: 1 } }));
  });

  test('stay while the process is shared with a start that knows nothing yet', async () => {
    await past('echo');
    const host = await open();
    const slow = (): LaunchAnswer => ({
      kind: 'resolved',
      launch: fakeStdio({ hangInitialize: true }),
      secrets: [],
    });
    const other = hosts.window(host, { resolveLaunch: async () => slow() });
    await other.declare([{ id, name: 'other', launchVersion: 'another entry' }]);
    other.start(id, false).catch(() => undefined);
    await vi.waitFor(() => expect(stateOf(other, id)).toMatchObject({ step: 'initializing' }));
    const client = await enter(host, slow);
    client.start(id, false).catch(() => undefined);
    await vi.waitFor(() => expect(stateOf(client, id)).toMatchObject({ step: 'initializing' }));
    expect(snapshotOf(client)?.counts.tools).toBe(1);
    await hosts.end();
    const next = await enter(await open(), offering('echo'));
    expect(stateOf(next, id)).toEqual({ kind: 'idle', cached: true });
  });

  test('are kept on no disk where the server repeats a secret of its launch', async () => {
    const host = await open();
    const client = await enter(host, () => ({
      kind: 'resolved',
      launch: fakeStdio({ tools: ['echo', 'hunter2hunter2'] }),
      secrets: ['hunter2hunter2'],
    }));
    await client.start(id, false);
    expect(snapshotOf(client)?.counts.tools).toBe(2);
    await hosts.end();
    const next = await enter(await open(), offering('echo'));
    expect(stateOf(next, id)).toEqual({ kind: 'idle', cached: false });
  });
});

test('a server that only a person may start comes back after its host was lost', async () => {
  const [first, second] = [await open(), await open()];
  let host = first;
  const client = hosts.window(first, {
    reach: async () => reachOf(host),
    resolveLaunch: async () => offering('echo')(),
  });
  const options: ServerOptions = { autostart: 'never' };
  await client.declare([{ id, name: 'till', launchVersion: 'as written', options }]);
  await client.start(id, true);
  host = second;
  await first.stop();
  await vi.waitFor(() => expect([starts(), stateOf(client, id).kind]).toEqual([2, 'running']), {
    timeout: 10_000,
  });
  // What a person has stopped stays so.
  await client.stop(id);
  await expect(call(client, 'echo')).rejects.toMatchObject({ code: 'notStartedByItself' });
  expect(starts()).toBe(2);
});
