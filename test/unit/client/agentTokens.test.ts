import { createHash } from 'node:crypto';
import { effect } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { AgentTokens } from '../../../src/client/agentTokens';
import { MemoryKeyValueStore } from './memoryStores';

const namesIn = (tokens: AgentTokens): string[] => tokens.all.map(({ name }) => name);

test('a token is kept as its hash, under a name of its own, until it is revoked', async () => {
  const [store, everywhere] = [new MemoryKeyValueStore(), new MemoryKeyValueStore()];
  const tokens = new AgentTokens(store, everywhere);
  const { token: first, issued } = await tokens.issue('Cursor');
  const { token: second } = await tokens.issue('Cursor', 'daily');
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  expect(first).not.toBe(second);
  const kept = JSON.stringify([...store.values]);
  expect(kept).not.toContain(first);
  expect(kept).toContain(createHash('sha256').update(first).digest('base64url'));
  const again = new AgentTokens(store, everywhere);
  expect(again.all.map(({ name, set }) => [name, set])).toEqual([
    ['Cursor', undefined],
    ['Cursor-2', 'daily'],
  ]);
  await again.revoke([issued]);
  expect(namesIn(again)).toEqual(['Cursor-2']);
  expect(new AgentTokens(store, everywhere).all).toEqual(again.all);
});

test('what is kept and is no token is left out', () => {
  const store = new MemoryKeyValueStore();
  store.values.set('agentTokens', [{ name: 'a' }, 1, { name: 'b', hash: 'c', set: 2 }]);
  expect(new AgentTokens(store, new MemoryKeyValueStore()).all).toEqual([]);
});

test('a token that one window revoked comes back with no other that has a copy of it', async () => {
  const [store, everywhere] = [new MemoryKeyValueStore(), new MemoryKeyValueStore()];
  const first = new AgentTokens(store, everywhere);
  const { issued } = await first.issue('Cursor');
  const copied = new MemoryKeyValueStore();
  for (const [key, value] of store.values) copied.values.set(key, value);
  const second = new AgentTokens(copied, everywhere);
  const offered: string[][] = [];
  effect(() => void offered.push(namesIn(first)));
  await first.revoke([issued]);
  expect(offered).toEqual([['Cursor'], []]);
  expect(namesIn(second)).toEqual([]);
  await second.issue('Zed');
  expect(JSON.stringify([...copied.values])).not.toContain(issued.hash);
});

test('the latest revoked tokens are remembered', async () => {
  const everywhere = new MemoryKeyValueStore();
  const tokens = new AgentTokens(new MemoryKeyValueStore(), everywhere);
  const many = Array.from({ length: 300 }, (_, at) => ({ name: 'a', hash: `hash ${at}` }));
  for (const one of many) await tokens.revoke([one]);
  const [kept] = [...everywhere.values.values()];
  expect(kept).toEqual(many.slice(100).map(({ hash }) => hash));
});
