import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReadCache } from '../../../src/connection/caching';
import type { McpObject } from '../../../src/ipc/state';
import {
  connectionTo,
  legacyGreeting,
  MemoryServer,
  modernGreeting,
} from '../../support/memoryServer';

const read = 'resources/read';

function holds(milliseconds: number, text = 'x'): McpObject {
  return { contents: [{ uri: 'a:1', text }], ttlMs: milliseconds, cacheScope: 'private' };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what was read', () => {
  test('holds as long as the server says', () => {
    const cache = new ReadCache();
    const result = holds(1_000);
    cache.keep(read, { uri: 'a:1' }, result);
    vi.advanceTimersByTime(999);
    expect(cache.get(read, { uri: 'a:1' })).toBe(result);
    vi.advanceTimersByTime(1);
    expect(cache.get(read, { uri: 'a:1' })).toBeUndefined();
  });

  test('is of the same request only, however it was sent', () => {
    const cache = new ReadCache();
    const result = holds(1_000);
    cache.keep(read, { uri: 'a:1', _meta: { progressToken: 1 } }, result);
    const envelope = { 'io.modelcontextprotocol/logLevel': 'info', progressToken: 2 };
    expect(cache.get(read, { _meta: envelope, uri: 'a:1' })).toBe(result);
    expect(cache.get(read, { uri: 'a:2' })).toBeUndefined();
    expect(cache.get(read, { uri: 'a:1', page: 2 })).toBeUndefined();
    expect(cache.get(read, { uri: 'a:1', _meta: { 'vendor/as': 'me' } })).toBeUndefined();
    expect(cache.get('prompts/get', { uri: 'a:1' })).toBeUndefined();
  });

  test.each<[string, string, McpObject, McpObject]>([
    ['says nothing of time', read, { uri: 'a:1' }, { contents: [] }],
    ['holds no time', read, { uri: 'a:1' }, holds(0)],
    ['is large', read, { uri: 'a:1' }, holds(1_000, 'x'.repeat(1_000_001))],
    ['came in rounds', read, { uri: 'a:1', inputResponses: {} }, holds(1_000)],
    ['is something else', 'prompts/get', { uri: 'a:1' }, holds(1_000)],
  ])('is not kept where it %s', (_, method, params, result) => {
    const cache = new ReadCache();
    cache.keep(method, params, result);
    expect(cache.get(method, params)).toBeUndefined();
  });

  test('is read anew after a change of it, of a part of it, or of the list', () => {
    const cache = new ReadCache();
    const keep = (): void => {
      for (const uri of ['a:1', 'a:2']) cache.keep(read, { uri }, holds(1_000));
    };
    keep();
    cache.onNotification('notifications/resources/updated', { uri: 'a:1' });
    expect(cache.get(read, { uri: 'a:1' })).toBeUndefined();
    cache.onNotification('notifications/resources/updated', { uri: 'a:22' });
    expect(cache.get(read, { uri: 'a:2' })).toBeDefined();
    cache.onNotification('notifications/resources/updated', { uri: 'a:2/part' });
    expect(cache.get(read, { uri: 'a:2' })).toBeUndefined();
    keep();
    cache.onNotification('notifications/resources/list_changed', {});
    expect(cache.get(read, { uri: 'a:2' })).toBeUndefined();
  });

  test('the oldest goes where there is too much', () => {
    const cache = new ReadCache();
    for (let index = 0; index < 51; index++) {
      cache.keep(read, { uri: `a:${index}` }, holds(1_000));
    }
    expect(cache.get(read, { uri: 'a:0' })).toBeUndefined();
    expect(cache.get(read, { uri: 'a:1' })).toBeDefined();
  });
});

test('what changes while it is read is read anew', async () => {
  const server = new MemoryServer('stdio', {
    initialize: legacyGreeting,
    'resources/read': () => {
      if (server.requests('resources/read').length === 1) {
        server.say({ method: 'notifications/resources/updated', params: { uri: 'a:1' } });
      }
      return { result: holds(1_000) };
    },
  });
  const connection = await connectionTo(server);
  for (const times of [1, 2, 2]) {
    await connection.request(read, { uri: 'a:1' });
    expect(server.requests(read)).toHaveLength(times);
  }
});

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
  const connection = await connectionTo(server);
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
