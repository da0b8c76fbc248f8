import { readdirSync } from 'node:fs';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { startFakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';
import { attach, newHost, stateOf } from '../support/hostFixture';

// The limits as they are shipped, which the process tests shorten.

const id = 'folder:a/server';
let host: Host | undefined;
let client: HostClient | undefined;

afterEach(async () => {
  client?.dispose();
  await host?.stop();
  expect([...liveStores()]).toEqual([]);
});

test('a server that never answers initialize is given up after a minute', async () => {
  host = newHost();
  client = await attach(host, { [id]: fakeStdio({ hangInitialize: true }) });
  await client.start(id, true);
  expect(stateOf(client, id)).toMatchObject({
    kind: 'failed',
    error: { code: 'timedOut', args: { what: 'initialize', seconds: 60 } },
  });
});

test('a crashing server is restarted four times with growing delays, then given up', async () => {
  host = newHost();
  client = await attach(host, { [id]: fakeStdio({ exitAtStart: 1 }) });
  const window = client;
  await window.start(id, true);
  await vi.waitFor(
    () => expect(stateOf(window, id)).toMatchObject({ error: { code: 'crashLoop' } }),
    { timeout: 60_000 },
  );
  expect(window.servers.peek().get(id)?.restarts).toBe(4);
});

test('a call over HTTP outlives the five minutes after which fetch would end it', async () => {
  const server = await startFakeHttpServer({ tools: ['progress'] });
  onTestFinished(() => server.close());
  await using opened = await openConnection(server.launch());
  const minutes = 5.5;
  const result = await opened.connection.request(
    'tools/call',
    { name: 'progress', arguments: { steps: 1, interval: minutes * 60_000 } },
    { idleTimeout: 10 * 60_000 },
  );
  expect(result['content']).toEqual([{ type: 'text', text: 'done' }]);
});

test('two hundred starts and stops leave no descriptor and no child behind', async () => {
  host = newHost();
  client = await attach(host, { [id]: fakeStdio() });
  const descriptors = (): number => readdirSync('/proc/self/fd').length;
  await client.start(id, true);
  await client.stop(id);
  const before = descriptors();
  for (let round = 0; round < 200; round++) {
    await client.start(id, true);
    expect(stateOf(client, id).kind).toBe('running');
    await client.stop(id);
  }
  await vi.waitFor(() => expect(descriptors()).toBeLessThanOrEqual(before + 2));
});
