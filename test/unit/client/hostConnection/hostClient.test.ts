import { effect } from '@preact/signals-core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { liveStores } from '../../../../src/base/disposable';
import { UserError } from '../../../../src/base/errors';
import { channelOver, memoryPair } from '../../../../src/ipc/channel';
import { hostEvents, hostRequests } from '../../../../src/ipc/contract';
import { emptyCatalog } from '../../../../src/ipc/state';
import { HostClient } from '../../../../src/client/hostConnection/hostClient';
import type { ResolveLaunch } from '../../../../src/client/workspace';
import type { ReachedHost } from '../../../../src/client/hostConnection/reachHost';
import type { Host } from '../../../../src/host/host';
import { declarations, newHost, reachOf } from '../../../support/hostFixture';
import { scriptedConnect } from '../../../support/scriptedConnection';

const servers = [{ id: 'folder:a/one', name: 'one', launchVersion: '1' }];
const hosts: Host[] = [];
const clients: HostClient[] = [];

function host(options?: Parameters<typeof newHost>[0]): Host {
  const made = newHost(options);
  hosts.push(made);
  return made;
}

function client(
  reach: (signal: AbortSignal) => Promise<ReachedHost>,
  resolveLaunch: ResolveLaunch = async () => ({ kind: 'failed', reason: { code: 'entryGone' } }),
): HostClient {
  const made = new HostClient({ graceSeconds: () => 0, reach, resolveLaunch });
  clients.push(made);
  return made;
}

/** A host that is gone before it answers anything. */
async function lostAtOnce(): Promise<ReachedHost> {
  const [mine, theirs] = memoryPair();
  theirs.destroy();
  return { channel: channelOver(mine), mode: 'shared', stop: () => Promise.resolve() };
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.end()));
  await Promise.all(hosts.splice(0).map((made) => made.stop()));
  expect([...liveStores()]).toEqual([]);
});

test('no host is reached before there is a server', async () => {
  const reach = vi.fn(async () => reachOf(host()));
  const window = client(reach);
  await window.declare([]);
  await window.stop('folder:a/one');
  const id = 'folder:a/one';
  expect(await window.send('logs', { id })).toEqual([]);
  expect(await window.send('stateHistory', { id })).toEqual([]);
  expect(await window.send('traffic', { id, limit: 1 })).toMatchObject({ records: [] });
  expect(await window.send('trafficMessages', { id, number: 1, time: 1 })).toBeNull();
  expect(window.mode.peek()).toEqual({ kind: 'unattached' });
  expect(reach).not.toHaveBeenCalled();
  await window.declare(servers);
  expect(window.mode.peek().kind).toBe('window');
});

test('a host that cannot be had is told, and the next command tries again', async () => {
  let broken = true;
  const made = host();
  const window = client(async () => {
    if (broken) throw new UserError('hostUnreachable');
    return reachOf(made);
  });
  await expect(window.declare(servers)).rejects.toMatchObject({ code: 'hostUnreachable' });
  expect(window.mode.peek()).toEqual({
    kind: 'failed',
    reason: { code: 'hostUnreachable', args: {} },
  });
  await expect(window.start('folder:a/one', true)).rejects.toBeInstanceOf(UserError);
  broken = false;
  await window.start('folder:a/one', true);
  expect(window.mode.peek().kind).toBe('window');
  expect(window.servers.peek().get('folder:a/one')?.state).toMatchObject({ kind: 'failed' });
});

test('a host that is lost again and again is given up after a few growing pauses', async () => {
  const times: number[] = [];
  const window = client(() => {
    times.push(performance.now());
    return lostAtOnce();
  });
  await expect(window.declare(servers)).rejects.toMatchObject({ code: 'hostLostOften' });
  expect(window.mode.peek()).toMatchObject({
    kind: 'failed',
    reason: { code: 'hostLostOften', args: { count: 5 } },
  });
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses).toHaveLength(4);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('a host that is lost while it comes up is replaced, and whoever waits gets the next', async () => {
  const made = host();
  let first = true;
  const window = client(async () => {
    if (!first) return reachOf(made);
    first = false;
    return lostAtOnce();
  });
  await window.declare(servers);
  await window.start('folder:a/one', true);
  expect(window.servers.peek().get('folder:a/one')?.state.kind).toBe('failed');
});

test('a catalog that a host could not give any more comes from the next one', async () => {
  const real = client(async () => reachOf(host()));
  await real.declare(servers);
  const snapshot = real.servers.peek().get('folder:a/one');
  if (!snapshot) throw new Error('not there');
  // Every host counts its versions from one.
  const changed = { servers: [{ ...snapshot, catalogVersion: 1 }] };
  const catalog = { ...emptyCatalog, tools: [{ name: 'echo' }] };
  const reach = vi.fn(async (): Promise<ReachedHost> => {
    const isFirst = reach.mock.calls.length === 1;
    const [mine, theirs] = memoryPair();
    const channel = channelOver(theirs);
    const attached = { pid: 1, build: 'test', interrupted: [] };
    channel.handle(hostRequests.attach, async () => attached);
    channel.handle(hostRequests.declare, async () => {
      await channel.notify(hostEvents.changed, changed);
      if (isFirst) await new Promise<never>(() => undefined);
    });
    channel.handle(hostRequests.catalog, async () => {
      if (isFirst) channel.dispose();
      return catalog;
    });
    channel.listen();
    return { channel: channelOver(mine), mode: 'shared', stop: () => Promise.resolve() };
  });
  const window = client(reach);
  await window.declare(servers);
  await vi.waitFor(() => expect(window.catalog('folder:a/one').value).toEqual(catalog));
  expect(reach).toHaveBeenCalledTimes(2);
});

test('a start that was lost with its host is made at the next one', async () => {
  const started: unknown[] = [];
  const reach = vi.fn(async (): Promise<ReachedHost> => {
    const isFirst = reach.mock.calls.length === 1;
    const [mine, theirs] = memoryPair();
    const channel = channelOver(theirs);
    const attached = { pid: 1, build: 'test', interrupted: [] };
    channel.handle(hostRequests.attach, async () => attached);
    channel.handle(hostRequests.declare, async () => undefined);
    channel.handle(hostRequests.start, async (request) => {
      if (isFirst) channel.dispose();
      else started.push(request);
    });
    channel.listen();
    return { channel: channelOver(mine), mode: 'shared', stop: () => Promise.resolve() };
  });
  const window = client(reach);
  await window.declare(servers);
  await expect(window.start('folder:a/one', false)).rejects.toMatchObject({ code: 'hostGone' });
  const resumed = { id: 'folder:a/one', gesture: false, resume: true };
  await vi.waitFor(() => expect(started).toEqual([resumed]));
});

test('leaving ends the way to a host that is not there yet', async () => {
  const window = client(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const declared = window.declare(servers);
  const refused = expect(declared).rejects.toMatchObject({ code: 'hostGone' });
  await window.end();
  await refused;
});

const one = 'folder:a/one';
const two = 'folder:a/two';
const launch = (id: string) =>
  ({ type: 'http', url: `http://${id.slice(-3)}/mcp`, headers: {} }) as const;
const declared = (...ids: string[]) =>
  declarations(Object.fromEntries(ids.map((id) => [id, launch(id)])));
/** A window whose hosts can be lost, and what they opened. */
function open() {
  const { connect, opened } = scriptedConnect();
  const losses: (() => void)[] = [];
  const window = client(
    async () => {
      const made = host({ connect });
      losses.push(() => void made.stop());
      return reachOf(made);
    },
    async (id) => ({ kind: 'resolved', launch: launch(id), secrets: [] }),
  );
  return { window, opened, losses };
}

test('after too many losses the next command has a host again', async () => {
  const { window, losses } = open();
  await window.declare(declared(one));
  for (let lost = 1; lost < 5; lost++) {
    losses.at(-1)?.();
    await vi.waitFor(() => expect(losses).toHaveLength(lost + 1));
    await vi.waitFor(() => expect(window.mode.peek().kind).toBe('window'));
  }
  losses.at(-1)?.();
  await vi.waitFor(() => expect(window.mode.peek().kind).toBe('failed'));
  expect(window.mode.peek()).toMatchObject({ reason: { code: 'hostLostOften' } });
  await window.start(one, true);
  expect(losses).toHaveLength(6);
  expect(window.mode.peek().kind).toBe('window');
});

test('what was removed while its host was lost is not started by a host after the next', async () => {
  const { window, opened, losses } = open();
  await window.declare(declared(one));
  await window.start(one, true);
  expect(opened).toHaveLength(1);
  losses.at(-1)?.();
  await vi.waitFor(() => expect(window.mode.peek().kind).toBe('connecting'));
  await window.declare([]);
  await window.declare(declared(one));
  losses.at(-1)?.();
  await vi.waitFor(() => expect(losses).toHaveLength(3));
  await vi.waitFor(() => expect(window.mode.peek().kind).toBe('window'));
  // A stop is answered behind the start that would have been asked for, and ends what it began.
  const states: unknown[] = [];
  onTestFinished(effect(() => void states.push(window.servers.value.get(one)?.state.kind)));
  await window.stop(one);
  expect(opened).toHaveLength(1);
  expect(new Set(states)).toEqual(new Set(['idle']));
});

test('a wish for a server that is not declared keeps no host away, and counts once it is', async () => {
  const { window, opened, losses } = open();
  await window.watchResources(two, ['x:1']);
  await window.setLogLevel(two, 'debug');
  await window.declare(declared(one));
  expect(window.mode.peek().kind).toBe('window');
  await window.watchResources(two, ['x:1', 'x:2']);
  await window.declare(declared(one, two));
  await window.start(two, true);
  const wanted = ['level debug', 'watch x:1 x:2'];
  await vi.waitFor(() => expect(opened[0]?.wanted).toEqual(wanted));
  // What is gone for a while is wanted as before, by the same host and by the next.
  await window.declare(declared(one));
  await window.declare(declared(one, two));
  await window.start(two, true);
  await vi.waitFor(() => expect(opened[1]?.wanted).toEqual(wanted));
  await window.declare(declared(one));
  losses.at(-1)?.();
  await vi.waitFor(() => expect(losses).toHaveLength(2));
  await window.declare(declared(one, two));
  await window.start(two, true);
  await vi.waitFor(() => expect(opened[2]?.wanted).toEqual(wanted));
});

test('a wish that comes while the host is told of the others is told, too', async () => {
  const { window, opened } = open();
  const declaring = window.declare(declared(one, two));
  const requirements = [one, two, 'folder:a/none'].map((id) => window.watchResources(id, ['x:1']));
  await Promise.all([declaring, ...requirements]);
  expect(window.mode.peek().kind).toBe('window');
  await window.start(two, true);
  await vi.waitFor(() => expect(opened[0]?.wanted).toEqual(['watch x:1']));
});
