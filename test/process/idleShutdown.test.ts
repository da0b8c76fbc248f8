import { beforeEach, expect, test, vi } from 'vitest';
import type { ServerOptions } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { startGateway } from '../support/chatClient';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { newJournal, startsIn } from '../support/fakeServer/processes';
import { declarations, stateOf } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/till';
/** A quarter of a second. */
const soon: ServerOptions = { idleShutdownMinutes: 0.25 / 60 };
const asleep = { kind: 'idle', cached: true };
const hosts = testHosts({ startGateway });
let journal = '';

const launchesOf = (fake: FakeStdioOptions = {}) => ({ [id]: fakeStdio({ journal, ...fake }) });

const enter = (host: Host, options: ServerOptions, fake?: FakeStdioOptions): Promise<HostClient> =>
  hosts.attach(host, launchesOf(fake), 30, options);

const call = (client: HostClient, tool = 'echo') =>
  client.callTool({ server: id, tool, arguments: { text: 'hello' }, gesture: false });
const starts = (): number => startsIn(journal);
const sleeps = (client: HostClient) =>
  vi.waitFor(() => expect(stateOf(client, id)).toEqual(asleep));

beforeEach(() => {
  journal = newJournal();
});

test('a server that nobody uses ends, keeps its tools, and comes back with the next call', async () => {
  const client = await enter(await hosts.open(), soon);
  const noted: string[] = [];
  client.onLog(({ reason }) => void (reason && noted.push(reason.code)));
  const chat = await hosts.chat(client, id);
  expect(await call(client)).toMatchObject({ content: [{ text: 'hello' }] });
  // On a busy machine it may have slept before that call.
  const before = starts();
  await sleeps(client);
  await vi.waitFor(() => expect(noted).toContain('idleShutdown'));
  expect(client.servers.peek().get(id)?.pid).toBeUndefined();
  expect(client.servers.peek().get(id)?.counts.tools).toBe(1);
  // The session of chat goes on.
  expect((await chat.listTools()).tools).toHaveLength(1);
  expect(starts()).toBe(before);
  const answer = await chat.callTool({ name: 'echo', arguments: { text: 'again' } });
  expect(answer).toMatchObject({ content: [{ text: 'again' }] });
  expect(starts()).toBe(before + 1);
  await sleeps(client);
});

test('an open call keeps it, and a call that comes while it ends waits and starts it again', async () => {
  const host = await hosts.open();
  const client = await enter(host, soon, { tools: ['hold', 'echo'], ignoreStdinEnd: true });
  await client.start(id, false);
  const { pid = 0 } = client.servers.peek().get(id) ?? {};
  const held = call(client, 'hold');
  await vi.waitFor(async () =>
    expect((await client.send('logs', { id })).map(({ text }) => text)).toContain('holds'),
  );
  // Long enough for it to end, were it idle: another start of an idle one takes as long.
  const other = await hosts.attach(host, { 'folder:a/b': fakeStdio() }, 30, soon);
  await other.start('folder:a/b', false);
  await vi.waitFor(() => expect(stateOf(other, 'folder:a/b')).toEqual(asleep));
  expect(stateOf(client, id).kind).toBe('running');
  process.kill(pid, 'SIGUSR2');
  await held;
  await vi.waitFor(() => expect(stateOf(client, id).kind).toBe('stopping'), { interval: 5 });
  expect(await call(client)).toMatchObject({ content: [{ text: 'hello' }] });
  expect(client.servers.peek().get(id)?.pid).not.toBe(pid);
});

test('of those who share it the one that wants it longest counts', async () => {
  const host = await hosts.open();
  const [hasty, patient] = [await enter(host, soon), await enter(host, {})];
  await Promise.all([hasty.start(id, false), patient.start(id, false)]);
  await call(hasty);
  const other = await enter(host, { ...soon, shareKey: 'other' });
  await other.start(id, false);
  await sleeps(other);
  expect(stateOf(hasty, id).kind).toBe('running');
  // What changes while it runs counts at once.
  await patient.declare(declarations(launchesOf(), soon));
  await sleeps(hasty);
  expect(stateOf(patient, id)).toEqual(asleep);
});

test('a server whose resources are watched stays, and ends once nobody watches them', async () => {
  const host = await hosts.open();
  const client = await enter(host, soon);
  await client.watchResources(id, ['x:1']);
  await client.start(id, false);
  const other = await enter(host, { ...soon, shareKey: 'other' });
  await other.start(id, false);
  await sleeps(other);
  expect(stateOf(client, id).kind).toBe('running');
  await client.watchResources(id, []);
  await sleeps(client);
});

test('what only a person may start is not ended: no call would bring it back', async () => {
  const host = await hosts.open();
  const client = await enter(host, { ...soon, autostart: 'never' });
  await client.start(id, true);
  const other = await enter(host, { ...soon, shareKey: 'other' });
  await other.start(id, false);
  await sleeps(other);
  expect(stateOf(client, id).kind).toBe('running');
});
