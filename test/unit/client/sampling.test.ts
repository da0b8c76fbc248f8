import { describe, expect, test } from 'vitest';
import type { Definition } from '../../../src/config/definition';
import { SamplingBudget, SamplingPermissions } from '../../../src/client/sampling';
import { folderSource } from '../config/textAt';
import { definitionOf, MemoryKeyValueStore } from './memoryStores';

describe('the budget', () => {
  const limits = { requests: 2, tokens: 100 };

  test('counts the last hour only', () => {
    const budget = new SamplingBudget();
    budget.take(60, 0);
    budget.take(60, 1_000);
    expect(budget.left(limits, 2_000)).toEqual({ requests: 0, tokens: 0 });
    expect(budget.left(limits, 3_600_500)).toEqual({ requests: 1, tokens: 40 });
    expect(budget.left(limits, 3_601_000)).toEqual(limits);
  });

  test('what a request may need is not left for others, but what it did not need is', () => {
    const budget = new SamplingBudget();
    const settle = budget.take(90, 0);
    expect(budget.left(limits, 1)).toEqual({ requests: 1, tokens: 10 });
    settle(30);
    expect(budget.left(limits, 2)).toEqual({ requests: 1, tokens: 70 });
    budget.take(70, 3)(80);
    expect(budget.left(limits, 4)).toEqual({ requests: 0, tokens: 0 });
  });

  test('a limit that is raised counts at once', () => {
    const budget = new SamplingBudget();
    budget.take(100, 0);
    expect(budget.left({ requests: 3, tokens: Infinity }, 1)).toEqual({
      requests: 2,
      tokens: Infinity,
    });
  });
});

describe('permissions', () => {
  const entry = (command: string, file = folderSource.file): Definition =>
    definitionOf({ command }, [], { ...folderSource, file });
  const till = entry('till');

  test.each([
    ['once', undefined, undefined],
    ['session', 'session', undefined],
    ['always', 'always', 'always'],
    ['never', 'never', 'never'],
  ] as const)('%s counts for the same model', async (said, now, inAnotherWindow) => {
    const store = new MemoryKeyValueStore();
    const permissions = new SamplingPermissions(store);
    await permissions.decide(till, 'v/demo', said);
    expect(permissions.of(till, 'v/demo')).toBe(now);
    expect(permissions.of(till, 'v/other')).toBeUndefined();
    expect(new SamplingPermissions(store).of(till, 'v/demo')).toBe(inAnotherWindow);
  });

  test('a changed entry asks anew, but for what it may never do', async () => {
    const permissions = new SamplingPermissions(new MemoryKeyValueStore());
    await permissions.decide(till, 'v/session', 'session');
    await permissions.decide(till, 'v/never', 'never');
    await permissions.decide(till, 'v/always', 'always');
    const changed = entry('evil');
    expect(permissions.of(changed, 'v/session')).toBeUndefined();
    expect(permissions.of(changed, 'v/always')).toBeUndefined();
    expect(permissions.of(changed, 'v/never')).toBe('never');
    await permissions.decide(changed, 'v/new', 'always');
    expect(permissions.of(changed, 'v/always')).toBeUndefined();
    expect(permissions.of(changed, 'v/never')).toBe('never');
  });

  test('a server of another file is another one', async () => {
    const permissions = new SamplingPermissions(new MemoryKeyValueStore());
    await permissions.decide(till, 'v/demo', 'always');
    expect(permissions.of(entry('till', '/other/.vscode/mcp.json'), 'v/demo')).toBeUndefined();
  });

  test('a folder that gets another name keeps its servers’ permissions', async () => {
    const store = new MemoryKeyValueStore();
    const permissions = new SamplingPermissions(store);
    await permissions.decide(till, 'v/demo', 'always');
    const source = { ...till.source, id: 'folder:app (2)' };
    const renamed = { ...till, id: 'folder:app (2)/s', source };
    expect(permissions.of(renamed, 'v/demo')).toBe('always');
    const elsewhere = { ...till, source: { ...till.source, folder: '/other' } };
    expect(permissions.of(elsewhere, 'v/demo')).toBeUndefined();
    await permissions.forget(renamed);
    expect(store.values.size).toBe(0);
  });

  test('permissions of earlier versions count, until they are changed', async () => {
    const store = new MemoryKeyValueStore();
    const { id, fingerprint, source } = till;
    const key = `sampling ${JSON.stringify([id, source.file])}`;
    await store.update(key, { fingerprint, models: { 'v/demo': 'always' } });
    const permissions = new SamplingPermissions(store);
    expect(permissions.of(till, 'v/demo')).toBe('always');
    await permissions.decide(till, 'v/other', 'never');
    expect([permissions.of(till, 'v/demo'), store.values.size]).toEqual(['always', 1]);
  });

  test('what was said can be forgotten', async () => {
    const permissions = new SamplingPermissions(new MemoryKeyValueStore());
    await permissions.decide(till, 'v/demo', 'never');
    await permissions.decide(till, 'v/other', 'session');
    await permissions.forget(till);
    expect(permissions.of(till, 'v/demo')).toBeUndefined();
    expect(permissions.of(till, 'v/other')).toBeUndefined();
  });
});
