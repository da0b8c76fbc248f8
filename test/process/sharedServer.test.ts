import { expect, test, vi } from 'vitest';
import type { UserError } from '../../src/base/errors';
import type { LaunchAnswer } from '../../src/ipc/launch';
import type { LogEntry } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { declarations, reachOf, restartsAfter, stateOf } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/echo';
/** They wait so long for the first retry that no test sees it. */
const hosts = testHosts({ restart: restartsAfter(600_000, 600_000, 2) });

const open = (host: Host, launch = fakeStdio()): Promise<HostClient> =>
  hosts.attach(host, { [id]: launch });

const snapshotOf = (client: HostClient) => client.servers.peek().get(id);
const call = (tool: string, gesture: boolean) => ({
  server: id,
  tool,
  arguments: { text: 'hello' },
  gesture,
});

async function crash(client: HostClient): Promise<void> {
  process.kill(snapshotOf(client)?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(stateOf(client, id).kind).not.toBe('running'));
}

test('a call waits for the start that another window asked for', async () => {
  const host = hosts.host();
  const launch = fakeStdio({ slowStartMs: 500 });
  const [first, second] = [await open(host, launch), await open(host, launch)];
  const started = first.start(id, false);
  await vi.waitFor(() => expect(stateOf(first, id)).toMatchObject({ step: 'initializing' }));
  const result = await second.callTool(call('echo', false));
  expect(result['content']).toEqual([{ type: 'text', text: 'hello' }]);
  expect(snapshotOf(second)?.pid).toBe(snapshotOf(first)?.pid);
  await started;
});

test('a server that waits for its retry says when, until a person wants it now', async () => {
  const host = hosts.host();
  const [first, second] = [await open(host), await open(host)];
  await first.start(id, false);
  await crash(first);
  const waiting = stateOf(first, id);
  expect(waiting).toMatchObject({ kind: 'backingOff', attempt: 2 });
  // Neither another window nor chat makes it start or count anew.
  await second.start(id, false);
  expect(stateOf(second, id)).toEqual(waiting);
  const refused: unknown = await second.callTool(call('echo', false)).catch((error) => error);
  expect((refused as UserError).reason).toMatchObject({
    code: 'waitsForRetry',
    args: { server: 'echo' },
    cause: { code: 'exited', args: { signal: 'SIGKILL' } },
  });
  await second.callTool(call('echo', true));
  expect(stateOf(first, id).kind).toBe('running');
});

test('a crash loop is not taken up by a window that opens', async () => {
  const host = hosts.host({ restart: restartsAfter(1, 1, 2) });
  const launch = fakeStdio({ exitAtStart: 1 });
  const first = await open(host, launch);
  await first.start(id, false);
  await vi.waitFor(() => expect(stateOf(first, id)).toMatchObject({ kind: 'failed' }));
  const failed = snapshotOf(first)?.lastFailure;
  const second = await open(host, launch);
  await second.start(id, false);
  expect(snapshotOf(second)?.lastFailure).toEqual(failed);
  await second.start(id, true);
  await vi.waitFor(() =>
    expect(snapshotOf(second)?.lastFailure?.at).toBeGreaterThan(failed?.at ?? 0),
  );
  await vi.waitFor(() => expect(stateOf(first, id)).toMatchObject({ kind: 'failed' }));
});

test('a cancelled call does not wait for a start, which goes on', async () => {
  const pidFile = newPidFile();
  const window = await open(hosts.host(), fakeStdio({ hangInitialize: true, pidFile }));
  const abort = new AbortController();
  const refused = expect(window.callTool(call('echo', false), abort.signal)).rejects.toThrow();
  const { pid } = await vi.waitFor(() => readPids(pidFile));
  abort.abort();
  await refused;
  expect(stateOf(window, id).kind).toBe('starting');
  expect(isRunning(pid)).toBe(true);
});

test('a call ends with the window that made it', async () => {
  const host = hosts.host();
  const launch = fakeStdio({ tools: ['slow', 'echo'] });
  const [caller, other] = [await open(host, launch), await open(host, launch)];
  await Promise.all([caller.start(id, false), other.start(id, false)]);
  const refused = expect(caller.callTool(call('slow', false))).rejects.toThrow();
  // The server reads in order: once this is answered, the slow call has arrived.
  await caller.callTool(call('echo', false));
  await caller.end();
  await refused;
  await vi.waitFor(async () => {
    const log = await other.send('logs', { id });
    expect(log.some(({ text }) => text.includes('cancelled'))).toBe(true);
  });
});

test('a window that has read an empty log gets the earlier lines when it joins the server', async () => {
  const host = hosts.host();
  const launch = fakeStdio();
  const [first, second] = [await open(host, launch), await open(host, launch)];
  const third = await open(host, launch);
  const lines: LogEntry[] = [];
  second.onLog((entry) => lines.push(entry));
  const unread: LogEntry[] = [];
  third.onLog((entry) => unread.push(entry));
  expect(await second.send('logs', { id })).toEqual([]);
  await first.start(id, false);
  const earlier = await first.send('logs', { id });
  expect(earlier).not.toEqual([]);
  await third.start(id, false);
  await second.start(id, false);
  expect(await second.send('logs', { id })).toEqual(lines);
  expect(lines.slice(0, earlier.length)).toEqual(earlier);
  // A window that does not read the log has no use for them.
  expect(unread).toEqual(lines.slice(earlier.length));
});

test('what comes back while it ends waits for the end: there are never two', async () => {
  const pidFile = newPidFile();
  const launch = fakeStdio({ ignoreStdinEnd: true, pidFile });
  const window = await open(hosts.host(), launch);
  await window.start(id, false);
  const { pid } = await vi.waitFor(() => readPids(pidFile));
  await window.declare([]);
  await window.declare(declarations({ [id]: launch }));
  await window.start(id, false);
  expect(stateOf(window, id).kind).toBe('running');
  expect(snapshotOf(window)?.pid).not.toBe(pid);
  expect(isRunning(pid)).toBe(false);
});

test('a server that tells of a change whenever it is asked comes up all the same', async () => {
  const window = await open(hosts.host(), fakeStdio({ listChangedAfterList: true }));
  await window.start(id, false);
  expect(stateOf(window, id).kind).toBe('running');
  // Lists that are the same when they are read again are no change.
  const { catalogVersion } = snapshotOf(window) ?? {};
  await window.callTool(call('echo', false));
  expect(snapshotOf(window)?.catalogVersion).toBe(catalogVersion);
});

/** A client whose answers to "how do I reach it?" the test gives itself. */
async function asked(host: Host): Promise<{
  client: HostClient;
  questions: { gesture: boolean; answer: (given: LaunchAnswer) => void }[];
}> {
  const questions: { gesture: boolean; answer: (given: LaunchAnswer) => void }[] = [];
  const client = hosts.window(host, {
    resolveLaunch: (_id, gesture) =>
      new Promise((answer) => void questions.push({ gesture, answer })),
  });
  await client.declare([{ id, name: 'echo', launchVersion: '1' }]);
  return { client, questions };
}

const resolved = (): LaunchAnswer => ({ kind: 'resolved', launch: fakeStdio(), secrets: [] });

test('a restart while the way is still asked for asks again and starts', async () => {
  const { client, questions } = await asked(hosts.host());
  const first = client.start(id, false);
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  const again = client.restart(id, true);
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  questions[1]?.answer(resolved());
  await again;
  expect(stateOf(client, id).kind).toBe('running');
  questions[0]?.answer({ kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } });
  await first;
  expect(stateOf(client, id).kind).toBe('running');
});

test("a person's start that meets one without a person asks what that one could not", async () => {
  const { client, questions } = await asked(hosts.host());
  const quiet = client.start(id, false);
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  const wanted = client.start(id, true);
  questions[0]?.answer({ kind: 'blocked', need: 'input', reason: { code: 'inputMissing' } });
  await quiet;
  await vi.waitFor(() => expect(questions.map(({ gesture }) => gesture)).toEqual([false, true]));
  questions[1]?.answer(resolved());
  await wanted;
  expect(stateOf(client, id).kind).toBe('running');
});

test('leaving a host in this window resolves when its servers have stopped', async () => {
  const host = hosts.host();
  const client = hosts.window(host, {
    reach: async () => ({ ...reachOf(host), stop: () => host.stop() }),
    resolveLaunch: async () => resolved(),
  });
  await client.declare([{ id, name: 'echo', launchVersion: '1' }]);
  await client.start(id, false);
  const { pid = 0 } = snapshotOf(client) ?? {};
  expect(isRunning(pid)).toBe(true);
  await client.end();
  expect(isRunning(pid)).toBe(false);
});

test('secrets stay out of the reason why a list failed', async () => {
  const { client, questions } = await asked(hosts.host());
  const started = client.start(id, false);
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  // What the server says contains the method's name, which stands for a secret here.
  const launch = fakeStdio({ failing: ['tools/list'], tools: ['echo'] });
  questions[0]?.answer({ kind: 'resolved', launch, secrets: ['tools/list'] });
  await started;
  const state = stateOf(client, id);
  expect(state).toMatchObject({ kind: 'degraded', what: { code: 'listFailed' } });
  expect(JSON.stringify(state)).toContain('•••');
  expect(JSON.stringify(state)).not.toContain('tools/list');
});
