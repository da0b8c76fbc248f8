import { signal, type Signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import type { Catalog, Tool } from '../../../../src/ipc/state';
import type { HostClient } from '../../../../src/client/hostConnection/hostClient';
import type { ServerEntry } from '../../../../src/client/configuredServers';
import { WindowServers } from '../../../../src/ui/participant/windowServers';
import { noCosts } from '../../../../src/ui/costs/noCosts';
import { catalog, entries, shopFile } from '../samples';

const never = new AbortController().signal;
const shop = shopFile('{"servers": {"till": {"command": "till"}, "stock": {"command": "stock"}}}');
const [till, stock] = ['folder:shop/till', 'folder:shop/stock'];
const add: Tool = { name: 'add', description: 'Adds a coin.', inputSchema: { type: 'object' } };
const look: Tool = { name: 'look', annotations: { readOnlyHint: true } };

interface WindowOptions {
  /** Servers that tell of their tools once they are started. */
  readonly later?: Record<string, readonly Tool[]>;
  readonly tools: Record<string, readonly Tool[]>;
  readonly change?: (entry: ServerEntry) => Partial<ServerEntry>;
  /** Happens to a server soon after its start. */
  readonly onStart?: (id: string, entries: Signal<ReadonlyMap<string, ServerEntry>>) => void;
}

/** A window whose servers give models these tools. */
function openServers({
  tools,
  later = {},
  change = () => ({}),
  onStart,
}: WindowOptions): WindowServers {
  const catalogs = new Map(
    Object.entries(tools).map(([id, some]) => [
      id,
      signal<Catalog | undefined>(catalog({ tools: [...some] })),
    ]),
  );
  for (const id of [till, stock]) if (!catalogs.has(id)) catalogs.set(id, signal(undefined));
  const all = Object.entries(tools).flatMap(([server, some]) =>
    some.map((tool) => ({ server, tool })),
  );
  const host = {
    catalog: (id: string) => catalogs.get(id) ?? signal(undefined),
    start: async (id: string) => {
      if (onStart) return void setImmediate(() => onStart(id, known));
      const some = later[id];
      const offered = catalogs.get(id);
      if (!some || !offered) throw new Error('not started by itself');
      setImmediate(() => (offered.value = catalog({ tools: [...some] })));
    },
    send: async (
      name: 'searchTools' | 'describeTool',
      {
        limit,
        servers: wanted,
        server,
        tool,
      }: { limit?: number; servers?: readonly string[]; server?: string; tool?: string },
    ) => {
      if (name === 'searchTools') {
        return all.filter((one) => wanted?.includes(one.server) ?? true).slice(0, limit);
      }
      const found = all.find((one) => one.server === server && one.tool.name === tool);
      if (!found) throw new Error('unknown tool');
      return found;
    },
  } as unknown as HostClient;
  const known = signal<ReadonlyMap<string, ServerEntry>>(
    new Map(
      Array.from(entries([shop]), ([id, one]): [string, ServerEntry] => {
        const entry = { ...one, precedence: undefined, inactiveReason: undefined } as ServerEntry;
        return [id, { ...entry, ...change(entry) }];
      }),
    ),
  );
  return new WindowServers({ entries: known, host }, () => noCosts, 600_000);
}

test('tools have names that tell their servers, and lead back to them', async () => {
  const servers = openServers({ tools: { [till]: [add, look], [stock]: [add] } });
  const { tools: offered, isMore } = await servers.all(10, never);
  expect(offered.map(({ name, onlyReads, address }) => [name, onlyReads, address])).toEqual([
    ['till_add', false, { server: till, tool: 'add' }],
    ['till_look', true, { server: till, tool: 'look' }],
    ['stock_add', false, { server: stock, tool: 'add' }],
  ]);
  expect(isMore).toBe(false);
  expect((await servers.all(3, never)).isMore).toBe(true);
  expect(servers.meant('till', 'add')).toEqual({ server: till, tool: 'add' });
  expect(offered.every(({ tokens }) => tokens > 0)).toBe(true);
});

test('what is gone is not offered', async () => {
  const servers = openServers({ tools: { [till]: [add] } });
  const wanted = ['add', 'pay'].map((tool) => ({ server: till, tool }));
  expect((await servers.these(wanted, never)).map(({ name }) => name)).toEqual(['till_add']);
});

test('what VS Code runs is not ours to give', async () => {
  const servers = openServers({
    tools: { [till]: [add], [stock]: [add] },
    change: ({ definition }) => ({ runBy: definition.name === 'till' ? 'vscode' : 'roundhouse' }),
  });
  const { tools } = await servers.all(10, never);
  expect(tools.map(({ name }) => name)).toEqual(['stock_add']);
});

test('tools of servers of which it is open who runs them take no room from those that are ours', async () => {
  const servers = openServers({
    tools: { [till]: [add, look], [stock]: [add] },
    change: ({ definition }) => ({
      runBy: definition.name === 'till' ? 'undecided' : 'roundhouse',
    }),
  });
  const { tools, isMore } = await servers.all(2, never);
  expect([tools.map(({ name }) => name), isMore]).toEqual([['stock_add'], false]);
});

test('the model reads what servers say of their use, unless that is suspicious', async () => {
  const says = (instructions: string) => ({
    era: 'legacy' as const,
    protocolVersion: '2025-11-25',
    serverInfo: {},
    capabilities: {},
    instructions,
  });
  const servers = openServers({
    tools: { [till]: [add], [stock]: [add] },
    change: ({ definition: { name }, snapshot }) => ({
      snapshot: {
        ...snapshot,
        catalogVersion: 1,
        handshake: says(`Use ${name} gently.`),
        ...(name === 'stock' && {
          vetted: {
            held: [],
            fresh: [],
            flagged: {},
            instructions: [
              { kind: 'override' as const, where: '/instructions', excerpt: 'gently' },
            ],
          },
        }),
      },
    }),
  });
  const { tools } = await servers.all(10, never);
  const text = servers.system({ tools, isDeferred: false });
  expect(text).toContain('What the server till says about its use:\n```\nUse till gently.\n```');
  expect(text).not.toContain('Use stock');
  expect(servers.isPartial).toBe(false);
});

test('servers that have told of nothing are started and waited for; those that may not start hold nobody up', async () => {
  const servers = openServers({
    tools: {},
    later: { [till]: [add] },
    change: ({ snapshot }) => ({ snapshot: { ...snapshot, catalogVersion: 0 } }),
  });
  expect(servers.unread).toEqual(['till', 'stock']);
  await servers.wake(never);
  expect(servers.meant('till', 'add')).toEqual({ server: till, tool: 'add' });
});

test('servers of which nothing comes before a person does something hold nobody up', async () => {
  const reason = { code: 'trustNeeded' };
  const blocked = { kind: 'blocked', need: 'trust', reason } as const;
  const started: string[] = [];
  const servers = openServers({
    tools: {},
    change: ({ definition: { id }, snapshot }) => {
      const state = id === till ? blocked : ({ kind: 'idle', cached: false } as const);
      return { snapshot: { ...snapshot, catalogVersion: 0, state } };
    },
    onStart: (id, all) => {
      started.push(id);
      const change = ([key, one]: [string, ServerEntry]): [string, ServerEntry] => [
        key,
        { ...one, snapshot: { ...one.snapshot, state: blocked } },
      ];
      all.value = new Map([...all.value].map(change));
    },
  });
  expect(servers.unread).toEqual(['stock']);
  await servers.wake(never);
  expect(started).toEqual([stock]);
  expect(servers.isPartial).toBe(false);
});

test('who cancels does not wait for servers', async () => {
  const servers = openServers({
    tools: {},
    change: ({ snapshot }) => ({ snapshot: { ...snapshot, catalogVersion: 0 } }),
  });
  await expect(servers.wake(AbortSignal.abort())).rejects.toThrow('aborted');
});
