import { expect, onTestFinished, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { Connect } from '../../../src/connection/connection';
import type { ResolvedStdio } from '../../../src/ipc/launch';
import type { ServerOptions } from '../../../src/ipc/contract';
import { CatalogReader } from '../../../src/servers/catalogReader';
import { attach, declarations, newHost, restartsAfter, stateOf } from '../../support/hostFixture';
import { scriptedConnect } from '../../support/scriptedConnection';

const other = 'folder:a/other';
const slow = 'folder:a/slow';
const till = 'folder:a/till';
const stdio = (command: string): ResolvedStdio => ({
  type: 'stdio',
  command,
  args: [],
  cwd: '/',
  env: {},
  baseEnv: {},
});

test('who comes while a start waits for its turn counts in what the server is told of us', async () => {
  const { connect: open, opened } = scriptedConnect();
  let release = (): void => undefined;
  const first = new Promise<void>((resolve) => (release = resolve));
  const connect: Connect = async (launch, options) => {
    if (launch.type === 'stdio' && launch.command === 'slow') await first;
    return open(launch, options);
  };
  const host = newHost({ connect, starts: { slots: 1, slotTimeoutMs: 60_000 } });
  const window = async (options: ServerOptions) => {
    const launches = { [slow]: stdio('slow'), [till]: stdio('till') };
    const client = await attach(host, launches, 30, options);
    onTestFinished(() => client.end());
    return client;
  };
  onTestFinished(() => host.stop());
  const [a, b] = [await window({}), await window({ roots: [{ uri: 'file:///shop' }] })];
  const starts = [a.start(slow, true), a.start(till, true)];
  await vi.waitFor(() => expect(stateOf(a, till)).toMatchObject({ step: 'queued' }));
  starts.push(b.start(till, true));
  await vi.waitFor(() => expect(stateOf(b, till)).toMatchObject({ step: 'queued' }));
  release();
  await Promise.all(starts);
  expect(opened).toHaveLength(2);
  const capabilities = opened[1]?.options.client?.capabilities;
  expect(capabilities).toMatchObject({ roots: { listChanged: true } });
});

test('a failure counts for all who waited for the start: nobody begins another one at once', async () => {
  let starts = 0;
  let release = (): void => undefined;
  const isShared = new Promise<void>((resolve) => (release = resolve));
  const connect: Connect = async (_launch, { onStep }) => {
    starts += 1;
    onStep?.('launching');
    await isShared;
    throw new UserError('exited', { exit: 3 });
  };
  const host = newHost({ connect });
  onTestFinished(() => host.stop());
  // Two entries with one launch share a supervisor.
  const client = await attach(host, { [till]: stdio('till'), [other]: stdio('till') });
  onTestFinished(() => client.end());
  const asked = [client.start(till, true), client.start(other, true)];
  await vi.waitFor(() => {
    for (const id of [till, other])
      expect(stateOf(client, id)).toMatchObject({ step: 'launching' });
  });
  release();
  await Promise.all(asked);
  expect(starts).toBe(1);
  for (const id of [till, other]) {
    expect(stateOf(client, id)).toMatchObject({ kind: 'backingOff', attempt: 2 });
  }
  // Whoever asks afterwards begins anew.
  await client.start(other, true);
  expect(starts).toBe(2);
});

test('the end of a tool call wakes the reader of the lists', async () => {
  const wake = vi.spyOn(CatalogReader.prototype, 'wake');
  onTestFinished(() => wake.mockRestore());
  const host = newHost({ connect: scriptedConnect().connect });
  onTestFinished(() => host.stop());
  const client = await attach(host, { [till]: stdio('till') });
  onTestFinished(() => client.end());
  await client.start(till, true);
  await client.callTool({ server: till, tool: 'echo', arguments: {}, gesture: false });
  expect(wake).toHaveBeenCalledOnce();
});

test.each([
  ['was given up', 'failed', 1],
  ['waits for its retry', 'backingOff', 5],
])(
  'a start of a person that joins one of nobody starts a server that %s, once',
  async (_, kind, maxCrashes) => {
    let starts = 0;
    const connect: Connect = async () => {
      starts += 1;
      throw new UserError('exited', { exit: 3 });
    };
    const host = newHost({ connect, restart: restartsAfter(600_000, 600_000, maxCrashes) });
    onTestFinished(() => host.stop());
    // Two entries with one launch share a supervisor.
    const client = await attach(host, { [till]: stdio('till'), [other]: stdio('till') });
    onTestFinished(() => client.end());
    const both = (id: string) => Promise.all([client.start(id, false), client.start(id, true)]);
    // The failure of the first start counts for the person, too.
    await both(till);
    expect(stateOf(client, till)).toMatchObject({ kind });
    expect(starts).toBe(1);
    await both(other);
    expect(starts).toBe(2);
  },
);

test('who watches a resource is told with each start that it may have been updated meanwhile', async () => {
  const { connect, opened } = scriptedConnect();
  const host = newHost({ connect });
  onTestFinished(() => host.stop());
  const client = await attach(host, { [till]: stdio('till') });
  onTestFinished(() => client.end());
  const told: string[] = [];
  client.onResourceUpdated(({ uri }) => told.push(uri));
  await client.watchResources(till, ['shop://prices']);
  for (const starts of [1, 2]) {
    await client.start(till, true);
    expect(opened).toHaveLength(starts);
    await vi.waitFor(() => expect(told).toEqual(Array(starts).fill('shop://prices')));
    await client.stop(till);
  }
});

test.each([
  [{ isDebugged: true }, 60_000],
  [{}, 200_000],
])('a start with %j that took 100 s leaves the next one %j ms', async (options, limit) => {
  const { connect: open, opened } = scriptedConnect();
  const now = performance.now.bind(performance);
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => clock.mockRestore());
  const connect: Connect = async (launch, given) => {
    const connection = await open(launch, given);
    later += 100_000;
    return connection;
  };
  const host = newHost({ connect });
  onTestFinished(() => host.stop());
  const launches = { [till]: stdio('till') };
  const client = await attach(host, launches, 30, options);
  onTestFinished(() => client.end());
  await client.start(till, true);
  await client.stop(till);
  await client.declare(declarations(launches));
  await client.start(till, true);
  const given = opened.at(-1)?.options.initializeTimeout ?? 0;
  expect([opened.length, Math.floor(given / 1_000) * 1_000]).toEqual([2, limit]);
});
