import { expect, test, vi } from 'vitest';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { testHosts } from '../support/testHosts';

const hosts = testHosts();

test('a server is measured with everything below it, and only while it runs', async () => {
  const window = await hosts.attach(hosts.host(), {
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
  const { args, ...launch } = fakeStdio();
  // Busy for half of its time, from before it serves.
  const spin = 'setInterval(() => { for (const end = Date.now() + 50; Date.now() < end; ); }, 100)';
  const busy = { ...launch, args: ['--import', `data:text/javascript,${spin}`, ...args] };
  const window = await hosts.attach(hosts.host(), { 'folder:a/spin': busy });
  await window.start('folder:a/spin', true);
  await vi.waitFor(async () => {
    const [sample] = await window.send('resources', { ids: ['folder:a/spin'] });
    expect(sample?.cpu).toBeGreaterThan(0.1);
  });
});
