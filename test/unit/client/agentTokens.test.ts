import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { AgentTokens } from '../../../src/client/agentTokens';
import type { KeyValueStore } from '../../../src/client/stores';

function memory(): KeyValueStore & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: (key) => values.get(key),
    update: async (key, value) => void values.set(key, JSON.parse(JSON.stringify(value))),
  };
}

test('a token is kept as its hash, under a name of its own, until it is revoked', async () => {
  const store = memory();
  const tokens = new AgentTokens(store);
  const { token: first, issued } = await tokens.issue('Cursor');
  const { token: second } = await tokens.issue('Cursor', 'daily');
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  expect(first).not.toBe(second);
  const kept = JSON.stringify([...store.values]);
  expect(kept).not.toContain(first);
  expect(kept).toContain(createHash('sha256').update(first).digest('base64url'));
  const again = new AgentTokens(store);
  expect(again.all.peek().map(({ name, set }) => [name, set])).toEqual([
    ['Cursor', undefined],
    ['Cursor-2', 'daily'],
  ]);
  await again.revoke([issued]);
  expect(again.all.peek().map(({ name }) => name)).toEqual(['Cursor-2']);
  expect(new AgentTokens(store).all.peek()).toEqual(again.all.peek());
});

test('what is kept and is no token is left out', () => {
  const store = memory();
  store.values.set('agentTokens', [{ name: 'a' }, 1, { name: 'b', hash: 'c', set: 2 }]);
  expect(new AgentTokens(store).all.peek()).toEqual([]);
});
