import { expect, test, vi } from 'vitest';
import { Emitter } from '../../../src/base/emitter';
import type { Connection, ListName } from '../../../src/connection/connection';
import type { Catalog } from '../../../src/ipc/state';
import { CatalogReader } from '../../../src/servers/catalogReader';
import type { ServerEvent } from '../../../src/servers/transition';

const catalogOf = (...names: string[]): Catalog => ({
  tools: names.map((name) => ({ name })),
  prompts: [],
  resources: [],
  resourceTemplates: [],
  dropped: [],
});

test('lists are read on when whoever is told of a failure fails itself', async () => {
  const changed = new Emitter<ListName>();
  let offered = async (): Promise<Catalog> => catalogOf('a');
  const connection = {
    onListChanged: changed.event,
    readCatalog: () => offered(),
  } satisfies Partial<Connection> as unknown as Connection;
  const told: string[] = [];
  const reader = new CatalogReader(1_000, undefined, ({ kind }: ServerEvent) => {
    told.push(kind);
    if (kind === 'degraded') throw new Error('nobody listens');
  });
  const closed = new AbortController();
  await reader.attach(connection, closed.signal);
  offered = () => Promise.reject(new Error('no'));
  changed.fire('tools');
  await vi.waitFor(() => expect(told).toContain('degraded'));
  offered = async () => catalogOf('a', 'b');
  changed.fire('tools');
  await vi.waitFor(() => expect(reader.catalog.peek()?.tools).toHaveLength(2));
  closed.abort();
  changed.dispose();
});
