import { describe, expect, test } from 'vitest';
import type { Catalog, Tool } from '../../../src/ipc/state';
import { catalogChangeOf, changeReason } from '../../../src/servers/catalogReader';

const catalogOf = (...tools: Tool[]): Catalog => ({
  tools,
  prompts: [],
  resources: [],
  resourceTemplates: [],
  dropped: [],
});

describe('the change of a catalog', () => {
  test('names what was added, removed and changed', () => {
    const before = catalogOf({ name: 'a' }, { name: 'b', description: 'old' }, { name: 'c' });
    const after = catalogOf({ name: 'd' }, { name: 'b', description: 'new' }, { name: 'a' });
    expect(catalogChangeOf(before, after)).toEqual({
      added: ['d'],
      removed: ['c'],
      changed: ['b'],
    });
  });

  test('is none where only the order differs, of tools or of their keys', () => {
    const before = catalogOf({ name: 'a', title: 'A' }, { name: 'b' });
    const after = catalogOf({ name: 'b' }, { title: 'A', name: 'a' });
    expect(catalogChangeOf(before, after)).toBeUndefined();
  });

  test('has a bounded line in the log', () => {
    const names = Array.from({ length: 30 }, (_, i) => `t${i}`);
    const { code, args } = changeReason({ added: names, removed: ['x'], changed: [] });
    expect([code, args]).toEqual([
      'catalogChanged',
      { added: 30, removed: 1, changed: 0, names: names.slice(0, 10) },
    ]);
  });
});
