import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReadCache } from '../../../src/connection/caching';
import type { McpObject } from '../../../src/ipc/state';

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
