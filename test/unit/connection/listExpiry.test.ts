import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { McpObject } from '../../../src/ipc/state';
import { MemoryServer, modernGreeting } from '../../support/memoryServer';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A server whose lists hold for so many milliseconds; the tools come in two pages. */
async function open(times: { first?: unknown; last?: unknown; templates?: unknown }) {
  const page = (ttlMs: unknown, result: McpObject) => ({
    result: { resultType: 'complete', cacheScope: 'public', ...result, ttlMs },
  });
  const server = new MemoryServer('stdio', {
    'server/discover': modernGreeting,
    'subscriptions/listen': 'silence',
    'tools/list': ({ cursor }) =>
      cursor === undefined
        ? page(times.first, { tools: [], nextCursor: '2' })
        : page(times.last, { tools: [] }),
    'resources/list': page(0, { resources: [] }),
    'resources/templates/list': page(times.templates, { resourceTemplates: [] }),
    'tools/call': page(undefined, { content: [] }),
  });
  const connection = new McpConnection(server, { onLog: () => undefined });
  await connection.start();
  await connection.greet(new AbortController().signal);
  onTestFinished(() => connection.close());
  const changed: string[] = [];
  connection.onListChanged((list) => changed.push(list));
  await connection.readCatalog();
  const callAt = async (time: number): Promise<void> => {
    vi.advanceTimersByTime(time - performance.now());
    await connection.request('tools/call', { name: 'x' });
  };
  return { connection, changed, callAt };
}

test('a list counts as changed with the next request after it has expired, once', async () => {
  const start = performance.now();
  const { connection, changed, callAt } = await open({ first: 9_000, last: 3_000 });
  await callAt(start + 2_999);
  expect(changed).toEqual([]);
  await callAt(start + 3_000);
  await callAt(start + 60_000);
  expect(changed).toEqual(['tools']);
  await connection.readCatalog();
  expect(changed).toEqual(['tools']);
  await callAt(start + 63_001);
  expect(changed).toEqual(['tools', 'tools']);
});

test('templates are part of the resources', async () => {
  const { changed, callAt } = await open({ templates: 5 });
  await callAt(performance.now() + 10);
  expect(changed).toEqual(['resources']);
});

test.each([[{}], [{ first: 0, last: 0 }], [{ first: -1, last: 'soon' }]])(
  'a list that says nothing of it holds until it is told to have changed: %j',
  async (times) => {
    const { changed, callAt } = await open(times);
    await callAt(performance.now() + 100_000);
    expect(changed).toEqual([]);
  },
);
