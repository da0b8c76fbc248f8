import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi, describe } from 'vitest';
import { Emitter } from '../../../src/base/emitter';
import { UserError } from '../../../src/base/errors';
import type { Connection } from '../../../src/connection/connection';
import { readCatalog } from '../../../src/connection/readCatalog';
import { emptyCatalog, type Catalog, type McpObject, type Tool } from '../../../src/ipc/state';
import type { ListName } from '../../../src/protocol/lists';
import type { ServerEvent } from '../../../src/servers/transition';

vi.mock('node:timers/promises', { spy: true });

// Files share modules, which have the timers of another one here.
vi.resetModules();
const { CatalogReader, catalogChangeOf, changeReason } =
  await import('../../../src/servers/catalogReader');

const catalogWith = (...tools: Tool[]): Catalog => ({ ...emptyCatalog, tools });
const withParameters = (properties: object): Tool => ({
  name: 't',
  inputSchema: { type: 'object', properties },
});

test('lists are read on when whoever is told of a failure fails itself', async () => {
  const changed = new Emitter<ListName>();
  let offered = async (): Promise<Catalog> => catalogWith({ name: 'a' });
  const connection = {
    onListChanged: changed.event,
    readCatalog: () => offered(),
  } satisfies Partial<Connection> as unknown as Connection;
  const told: string[] = [];
  const reader = new CatalogReader(
    () => 1_000,
    undefined,
    ({ kind }: ServerEvent) => {
      told.push(kind);
      if (kind === 'degraded') throw new Error('nobody listens');
    },
  );
  const closed = new AbortController();
  await reader.attach(connection, closed.signal);
  offered = () => Promise.reject(new Error('no'));
  changed.fire('tools');
  await vi.waitFor(() => expect(told).toContain('degraded'));
  offered = async () => catalogWith({ name: 'a' }, { name: 'b' });
  changed.fire('tools');
  await vi.waitFor(() => expect(reader.catalog.peek()?.tools).toHaveLength(2));
  closed.abort();
  changed.dispose();
});

test('lists that failed are read until they can be', async () => {
  vi.useFakeTimers();
  vi.mocked(delay).mockResolvedValue(undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.mocked(delay).mockReset();
  });
  let reads = 0;
  const connection = {
    onListChanged: new Emitter<ListName>().event,
    readCatalog: async () => {
      reads += 1;
      if (reads < 6) throw new Error('no');
      return catalogWith({ name: 'a' });
    },
  } satisfies Partial<Connection> as unknown as Connection;
  const reader = new CatalogReader(
    () => 1_000,
    undefined,
    () => undefined,
  );
  const closed = new AbortController();
  await reader.attach(connection, closed.signal);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(reader.catalog.peek()?.tools).toEqual([{ name: 'a' }]);
  expect(reads).toBe(6);
  closed.abort();
});

test.each([
  ['until it can be', 3, 3],
  ['three times more, in vain', Infinity, 4],
])('a list of prompts that failed stays, and is read %s', async (_how, good, wanted) => {
  vi.useFakeTimers();
  vi.mocked(delay).mockResolvedValue(undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.mocked(delay).mockReset();
  });
  const known = { ...catalogWith({ name: 'a' }), prompts: [{ name: 'p' }] };
  let reads = 0;
  const connection = {
    onListChanged: new Emitter<ListName>().event,
    readCatalog: (options) => {
      const send = async (method: string): Promise<McpObject> => {
        if (method === 'tools/list') return { tools: [{ name: 'a' }] };
        reads += 1;
        if (reads < good) throw new UserError('serverError', { code: -32603, message: 'busy' });
        return { prompts: [{ name: 'q' }] };
      };
      return readCatalog(send, { tools: {}, prompts: {} }, undefined, options?.known);
    },
  } satisfies Partial<Connection> as unknown as Connection;
  const told = new Set<string>();
  const reader = new CatalogReader(
    () => 1_000,
    known,
    ({ kind }) => told.add(kind),
  );
  const closed = new AbortController();
  await reader.attach(connection, closed.signal);
  expect(reader.catalog.peek()?.prompts).toBe(known.prompts);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(reads).toBe(wanted);
  expect(reader.catalog.peek()?.prompts).toEqual(good < Infinity ? [{ name: 'q' }] : known.prompts);
  expect([...told]).toEqual(['ready']);
  closed.abort();
});

test('what stayed equal stays the same object, a catalog as well as a tool', async () => {
  const changed = new Emitter<ListName>();
  const tool = (name: string): Tool => ({ name, inputSchema: { type: 'object' } });
  let offered = catalogWith(tool('a'), tool('b'));
  let reads = 0;
  const connection = {
    onListChanged: changed.event,
    readCatalog: (options) => {
      reads += 1;
      const send = async () => structuredClone({ tools: offered.tools });
      return readCatalog(send, { tools: {} }, undefined, options?.known);
    },
  } satisfies Partial<Connection> as unknown as Connection;
  const reader = new CatalogReader(
    () => 1_000,
    undefined,
    () => undefined,
  );
  const closed = new AbortController();
  await reader.attach(connection, closed.signal);
  const first = reader.catalog.peek();
  changed.fire('tools');
  await vi.waitFor(() => expect(reads).toBe(2));
  expect(reader.catalog.peek()).toBe(first);
  offered = catalogWith(tool('new'), tool('b'), { ...tool('a'), title: 'A' });
  changed.fire('tools');
  await vi.waitFor(() => expect(reader.catalog.peek()?.tools).toEqual(offered.tools));
  const now = reader.catalog.peek();
  expect(now?.tools[1]).toBe(first?.tools[1]);
  expect(now?.prompts).toBe(first?.prompts);
  closed.abort();
  changed.dispose();
});

// Lists that are the same are one object.
const offeredAtFirst = catalogWith({ name: 'a' });
const offeredLater = catalogWith({ name: 'b' });

/** A reader of a server that notifies of a change at each read; `read` gives the lists of the read with that number. */
function readerOfRestless(read: (reads: number) => Catalog) {
  const changed = new Emitter<ListName>();
  const closed = new AbortController();
  onTestFinished(() => {
    closed.abort();
    changed.dispose();
  });
  let reads = 0;
  const connection = {
    onListChanged: changed.event,
    readCatalog: async () => {
      reads += 1;
      changed.fire('tools');
      return read(reads);
    },
  } satisfies Partial<Connection> as unknown as Connection;
  const reader = new CatalogReader(
    () => 1_000,
    undefined,
    () => undefined,
  );
  const attach = () => reader.attach(connection, closed.signal);
  return { reader, attach, closed, reads: () => reads };
}

test.each<[string, number, (reads: number) => Catalog, readonly number[]]>([
  [
    'ever more seldom, until there is a real change',
    12,
    (reads) => (reads < 10 ? offeredAtFirst : offeredLater),
    [0, 250, 750, 1_750, 3_750, 7_750, 9_750, 9_750, 0],
  ],
  [
    'each two seconds while that fails',
    8,
    () => {
      throw new Error('busy');
    },
    [0, 250, 750, 1_750, 1_750, 1_750],
  ],
])('a server that notifies of a change whenever it is read is read %s', async (...row) => {
  const [, last, read, wanted] = row;
  const rests = restsAtOnce();
  const { attach, closed, reads } = readerOfRestless((count) => {
    if (count === last) closed.abort();
    return read(count);
  });
  await attach();
  await vi.waitFor(() => expect(reads()).toBe(last));
  // A rest is a short one, and the more of it.
  const more = rests.filter((_, at) => at % 2 === 1);
  expect(more.slice(0, wanted.length)).toEqual(wanted);
});

test('the end of a call ends a long rest, because the call may have changed the lists', async () => {
  const rests = restsAtOnce((time) => time === 9_750);
  const { reader, attach, reads } = readerOfRestless(() => offeredAtFirst);
  await attach();
  await vi.waitFor(() => expect(rests.at(-1)).toBe(9_750));
  const before = reads();
  reader.wake();
  await vi.waitFor(() => expect(reads()).toBe(before + 1));
});

/** Ends each rest at once, apart from those that `lasts` picks, which go on until they are aborted. */
function restsAtOnce(lasts: (time: number) => boolean = () => false): number[] {
  const rests: number[] = [];
  vi.mocked(delay).mockImplementation(async (time = 0, value, { signal } = {}) => {
    rests.push(time);
    if (lasts(time)) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    return value;
  });
  onTestFinished(() => void vi.mocked(delay).mockReset());
  return rests;
}

describe('the change of a catalog', () => {
  test('names what was added, removed and changed', () => {
    const before = catalogWith({ name: 'a' }, { name: 'b', description: 'old' }, { name: 'c' });
    const after = catalogWith({ name: 'd' }, { name: 'b', description: 'new' }, { name: 'a' });
    expect(catalogChangeOf(before, after)).toEqual({
      added: ['d'],
      removed: ['c'],
      changed: ['b'],
      breaking: [],
    });
  });

  test('says of changed tools what may break calls', () => {
    const before = catalogWith(withParameters({ a: { type: 'string' }, b: { type: 'number' } }));
    const after = catalogWith(withParameters({ a: { type: 'string' } }));
    expect(catalogChangeOf(before, after)?.breaking).toEqual([
      { tool: 't', kind: 'parameterRemoved', at: 'b' },
    ]);
  });

  test('is none where only the order differs, of tools or of their keys', () => {
    const before = catalogWith({ name: 'a', title: 'A' }, { name: 'b' });
    const after = catalogWith({ name: 'b' }, { title: 'A', name: 'a' });
    expect(catalogChangeOf(before, after)).toBeUndefined();
  });

  test('has a bounded line in the log', () => {
    const names = Array.from({ length: 30 }, (_, i) => `t${i}`);
    const { code, args } = changeReason({
      added: names,
      removed: ['x'],
      changed: [],
      breaking: [],
    });
    expect([code, args]).toEqual([
      'catalogChanged',
      { added: 30, removed: 1, changed: 0, names: names.slice(0, 10) },
    ]);
  });
});
