import { expect, it } from 'vitest';
import type { Catalog } from '../../../src/ipc/state';
import { CatalogWatch } from '../../../src/gateway/clientSubscriptions';
import { catalogOf, TestServer } from '../../support/gateway/testServer';

it('compares the catalogs of a server once, however many watch it', () => {
  const server = new TestServer('user/one');
  let looks = 0;
  const counted = (name: string): Catalog => {
    const toJSON = (): string => ((looks += 1), name);
    return { ...catalogOf(), tools: [{ name, inputSchema: {}, toJSON }] };
  };
  server.catalog.value = counted('first');
  const told: string[] = [];
  const watches = [1, 2, 3].map(() => new CatalogWatch((list) => told.push(list)));
  for (const watch of watches) watch.follow(server);
  server.catalog.value = counted('second');
  expect(told).toEqual(['tools', 'tools', 'tools']);
  expect(looks).toBe(2);
  for (const watch of watches) watch.dispose();
});
