import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Days } from '../../src/ipc/figures';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning } from '../support/fakeServer/processes';
import { hostPidOf, hostPlace, sharedHostPid, windowAt } from '../support/realHost';
import { testHosts } from '../support/testHosts';

const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));
const id = 'folder:a/till';
const launch = fakeStdio({ tools: ['echo', 'fail', 'crash'] });
const hosts = testHosts();
const windows: HostClient[] = [];
let home: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
});

afterEach(async () => {
  const pids = windows.map(hostPidOf).filter((pid) => pid !== undefined);
  for (const window of windows.splice(0)) window.dispose();
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]));
});

/** A window of the host process of this home, with the server declared. */
async function open(): Promise<HostClient> {
  const window = windowAt(hostPlace(home, bundle), () => launch);
  windows.push(window);
  await window.declare([{ id, name: 'till', launchVersion: '1', file: '/shop/mcp.json' }]);
  return window;
}

/** The figures of today, or of both days where the test runs at midnight. */
function sum(kept: { readonly days: Days } | null) {
  const all = Object.values(kept?.days ?? {});
  const requests = (name: string) => all.map((day) => day.requests[`tools/call ${name}`]);
  const total = (name: string, of: 'calls' | 'errors' | 'bytes' | 'tokens') =>
    requests(name).reduce((before, one) => before + (one?.[of] ?? 0), 0);
  return {
    calls: ['echo', 'fail', 'crash'].map((name) => total(name, 'calls')),
    errors: ['echo', 'fail', 'crash'].map((name) => total(name, 'errors')),
    bytes: total('echo', 'bytes'),
    tokens: total('echo', 'tokens'),
    restarts: all.reduce((before, { restarts }) => before + restarts, 0),
    up: all.reduce((before, { up }) => before + up, 0),
  };
}

test('figures of a server outlive the host, and are cleared for good', async () => {
  const window = await open();
  await window.start(id, true);
  const call = (tool: string): Promise<unknown> =>
    window.callTool({ server: id, tool, arguments: { text: 'a' }, gesture: true });
  await call('echo');
  await call('echo');
  await expect(call('fail')).rejects.toThrow();
  await expect(call('crash')).rejects.toThrow();
  await vi.waitFor(() => expect(window.servers.peek().get(id)?.restarts).toBe(1));
  await vi.waitFor(() => expect(window.servers.peek().get(id)?.state.kind).toBe('running'));
  const first = sum(await window.send('figures', { id }));
  expect(first).toMatchObject({ calls: [2, 1, 1], errors: [0, 1, 1], restarts: 1 });
  // A call says one letter.
  expect(first.tokens).toBe(2);
  expect(first.bytes).toBeGreaterThan(2 * '{"content":[]}'.length);
  expect(first.up).toBeGreaterThan(0);
  const host = sharedHostPid(window);
  process.kill(host, 'SIGTERM');
  await vi.waitFor(() =>
    expect([isRunning(host), hostPidOf(window) === host]).toEqual([false, false]),
  );
  const next = sum(await window.send('figures', { id }));
  expect(next).toEqual({ ...first, up: next.up });
  expect(next.up).toBeGreaterThanOrEqual(first.up);
  await window.send('clearFigures', { id });
  expect(sum(await window.send('figures', { id })).calls).toEqual([0, 0, 0]);
});

test('a host sends metrics to the collector that is set, and to none before', async () => {
  const received: string[] = [];
  const collector = createServer((request, response) => {
    request.on('data', (chunk) => received.push(String(chunk)));
    request.on('end', () => response.end('{}'));
  });
  hosts.closeAfter(() => collector.close());
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const window = await open();
  await window.start(id, true);
  const call = (tool: string): Promise<unknown> =>
    window.callTool({ server: id, tool, arguments: { text: 'a' }, gesture: true });
  await expect(call('fail')).rejects.toThrow();
  expect((await window.send('figures', { id }))?.export).toBeUndefined();
  await window.send('exportMetrics', { endpoint });
  await call('echo');
  const host = sharedHostPid(window);
  process.kill(host, 'SIGTERM');
  await vi.waitFor(() => expect(isRunning(host)).toBe(false));
  const sent = received.join('');
  expect(sent).toContain('"stringValue":"echo"');
  expect(sent).not.toContain('"stringValue":"fail"');
});

test('a host that keeps nothing says so', async () => {
  const client = await hosts.attach(hosts.host(), { [id]: launch });
  await client.start(id, true);
  expect(await client.send('figures', { id })).toBeNull();
  expect(await client.send('clearFigures', { id })).toBeNull();
  expect(await client.send('toolUsage', { id })).toBeNull();
});
