import { afterEach, expect, test, vi } from 'vitest';
import { liveStores } from '../../../../src/base/disposable';
import { UserError } from '../../../../src/base/errors';
import { channelOver, memoryPair } from '../../../../src/ipc/channel';
import { HostClient } from '../../../../src/client/hostConnection/hostClient';
import type { ReachedHost } from '../../../../src/client/hostConnection/reachHost';
import type { Host } from '../../../../src/host/host';
import { newHost, reachOf } from '../../../support/hostFixture';

const servers = [{ id: 'folder:a/one', name: 'one', launchVersion: '1' }];
const hosts: Host[] = [];
const clients: HostClient[] = [];

function host(): Host {
  const made = newHost();
  hosts.push(made);
  return made;
}

function client(reach: (signal: AbortSignal) => Promise<ReachedHost>): HostClient {
  const made = new HostClient({
    kind: 'window',
    graceSeconds: () => 0,
    reach,
    resolveLaunch: async () => ({ kind: 'failed', reason: { code: 'entryGone' } }),
  });
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
  expect(await window.send('logs', { id: 'folder:a/one' })).toEqual([]);
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
