import { effect } from '@preact/signals-core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import { HostClient } from '../../../src/client/hostConnection/hostClient';
import type { Host } from '../../../src/host/host';
import { declarations, newHost, reachOf } from '../../support/hostFixture';
import { scriptedConnect } from '../../support/scriptedConnection';

const one = 'folder:a/one';
const two = 'folder:a/two';
const launch = (id: string) =>
  ({ type: 'http', url: `http://${id.slice(-3)}/mcp`, headers: {} }) as const;
const declared = (...ids: string[]) =>
  declarations(Object.fromEntries(ids.map((id) => [id, launch(id)])));
const hosts: Host[] = [];
const windows: HostClient[] = [];

/** A window whose hosts can be lost, and what they opened. */
function open() {
  const { connect, opened } = scriptedConnect();
  const losses: (() => void)[] = [];
  const window = new HostClient({
    kind: 'window',
    graceSeconds: () => 0,
    reach: async () => {
      const made = newHost({ connect });
      hosts.push(made);
      losses.push(() => void made.stop());
      return reachOf(made);
    },
    resolveLaunch: async (id) => ({ kind: 'resolved', launch: launch(id), secrets: [] }),
  });
  windows.push(window);
  return { window, opened, losses };
}

afterEach(async () => {
  await Promise.all(windows.splice(0).map((made) => made.end()));
  await Promise.all(hosts.splice(0).map((made) => made.stop()));
  expect([...liveStores()]).toEqual([]);
});

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
