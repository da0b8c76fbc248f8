import { afterEach, expect, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { attach, newHost } from '../support/hostFixture';

let host: Host;
let window: HostClient;

afterEach(async () => {
  window.dispose();
  await host.stop();
  expect([...liveStores()]).toEqual([]);
});

test('a server is measured with everything below it, and only while it runs', async () => {
  host = newHost();
  window = await attach(host, {
    'folder:a/tree': fakeStdio({ grandchild: true }),
    'folder:a/one': fakeStdio(),
    'folder:a/off': fakeStdio({ prompts: ['never started'] }),
  });
  const ids = ['folder:a/tree', 'folder:a/one', 'folder:a/off', 'folder:a/unknown'];
  expect(await window.send('resources', { ids })).toEqual([]);
  await Promise.all(ids.slice(0, 2).map((id) => window.start(id, true)));

  const [tree, one, ...others] = await window.send('resources', { ids });
  expect([tree?.id, tree?.processes]).toEqual(['folder:a/tree', 2]);
  expect([one?.id, one?.processes]).toEqual(['folder:a/one', 1]);
  expect(others).toEqual([]);
  expect(tree?.memory).toBeGreaterThan(one?.memory ?? Infinity);
  expect(one?.memory).toBeGreaterThan(1024 ** 2);
  expect(one).not.toHaveProperty('cpu');
  const [again] = await window.send('resources', { ids: ['folder:a/one'] });
  expect(again?.cpu).toBeGreaterThanOrEqual(0);

  await window.stop('folder:a/one');
  expect((await window.send('resources', { ids })).map(({ id }) => id)).toEqual(['folder:a/tree']);
});

test('work of a server shows as its share of the processor', async () => {
  host = newHost();
  const { args, ...launch } = fakeStdio();
  // Busy for half of its time, from before it serves.
  const spin = 'setInterval(() => { for (const end = Date.now() + 50; Date.now() < end; ); }, 100)';
  const busy = { ...launch, args: ['--import', `data:text/javascript,${spin}`, ...args] };
  window = await attach(host, { 'folder:a/spin': busy });
  await window.start('folder:a/spin', true);
  await vi.waitFor(async () => {
    const [sample] = await window.send('resources', { ids: ['folder:a/spin'] });
    expect(sample?.cpu).toBeGreaterThan(0.1);
  });
});
