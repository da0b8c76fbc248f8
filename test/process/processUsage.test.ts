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

test('each process of a server is measured by itself, and its command shows no secret', async () => {
  const token = 'ghp_a8Fk2LmZ0pT4kR7vWq9sXy1Bn3';
  const { args, ...launch } = fakeStdio({ underShell: true, grandchild: true });
  const id = 'folder:a/tree';
  const window = await hosts.attach(hosts.host(), {
    [id]: { ...launch, args: [...args, '--api-key', token] },
  });
  await window.start(id, true);
  const [sample] = await window.send('resources', { ids: [id], tree: true });
  const tree = sample?.tree ?? [];
  expect(tree.map(({ depth }) => depth)).toEqual([0, 1, 2]);
  expect(tree[0]?.pid).toBe(window.servers.peek().get(id)?.pid);
  expect(tree.slice(1).map(({ parent }) => parent)).toEqual(tree.slice(0, 2).map(({ pid }) => pid));
  expect(tree.reduce((sum, { memory }) => sum + memory, 0)).toBe(sample?.memory);
  expect(JSON.stringify(tree)).not.toContain(token);
  if (process.platform !== 'win32')
    expect(tree[1]?.command).toMatch(/stdioServer\.mjs .* --api-key •••$/);
  const [again] = await window.send('resources', { ids: [id], tree: true });
  for (const { cpu } of again?.tree ?? []) expect(cpu).toBeGreaterThanOrEqual(0);
  expect(again?.tree).toHaveLength(3);
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
