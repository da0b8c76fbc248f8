import { describe, expect, it } from 'vitest';
import type { Definition } from '../../../src/config/definition';
import { Approvals } from '../../../src/client/approvals';
import { compareWithApproval } from '../../../src/client/launch/dependencies';
import { inputOffers } from '../../../src/client/launch/launchValues';
import { folderSource } from '../config/textAt';
import { definitionOf, MemoryKeyValueStore } from './memoryStores';

describe('Approvals', () => {
  const one = definitionOf({ command: './run' });
  const changed = definitionOf({ command: './run', args: ['--more'] });
  const elsewhere = definitionOf({ command: './run' }, [], {
    ...folderSource,
    file: '/other/app/.vscode/mcp.json',
    folder: '/other/app',
  });

  it('hold for exactly one connection of one file', async () => {
    const store = new MemoryKeyValueStore();
    const approvals = new Approvals(store, () => 'ask');
    expect(approvals.isApproved(one)).toBe(false);
    await approvals.approve([one]);
    expect([one, changed, elsewhere].map((it) => approvals.isApproved(it))).toEqual([
      true,
      false,
      false,
    ]);
    expect(new Approvals(store, () => 'ask').isApproved(one)).toBe(true);
  });

  it('stay with their file when its folder gets another name', async () => {
    const store = new MemoryKeyValueStore();
    const renamed = { ...one, source: { ...one.source, id: 'folder:app (2)' } };
    const approvals = new Approvals(store, () => 'ask');
    await approvals.approve([one]);
    expect(approvals.isApproved(renamed)).toBe(true);
    const another = { ...one, source: { ...one.source, id: 'dotmcp:app' } };
    expect(approvals.isApproved(another)).toBe(false);
    await approvals.forget([renamed]);
    expect(store.values.size).toBe(0);
  });

  it('of earlier versions count, until they are forgotten', async () => {
    const { source, fingerprint } = one;
    const key = `approval ${JSON.stringify([source.id, source.file, fingerprint])}`;
    const store = new MemoryKeyValueStore();
    await store.update(key, true);
    const approvals = new Approvals(store, () => 'ask');
    expect(approvals.isApproved(one)).toBe(true);
    await approvals.forget([one]);
    expect([approvals.isApproved(one), store.values.size]).toEqual([false, 0]);
  });

  it('are forgotten one by one', async () => {
    const store = new MemoryKeyValueStore();
    const approvals = new Approvals(store, () => 'ask');
    await approvals.approve([one, changed]);
    await approvals.forget([one]);
    expect([one, changed].map((it) => approvals.isApproved(it))).toEqual([false, true]);
    expect(store.values.size).toBe(1);
  });

  it('go along with a change of words, but only where there is one', async () => {
    const store = new MemoryKeyValueStore();
    const approvals = new Approvals(store, () => 'ask');
    await approvals.carry(one, changed);
    expect(approvals.isApproved(changed)).toBe(false);
    await approvals.approve([one]);
    await approvals.carry(one, changed);
    expect(approvals.isApproved(changed)).toBe(true);
    await new Approvals(store, () => 'workspace').carry(elsewhere, one);
    expect(approvals.isApproved(elsewhere)).toBe(false);
  });

  it('go along with inputs that get another id, but not with what those offer', async () => {
    const store = new MemoryKeyValueStore();
    const approvals = new Approvals(store, () => 'ask');
    const asking = (ids: readonly [string, string], offered = 'a'): Definition =>
      definitionOf({ command: './run', args: ids.map((id) => `\${input:${id}}`) }, [
        { id: ids[0], type: 'promptString', default: offered },
        { id: ids[1], type: 'pickString', options: ['x', 'y'] },
      ]);
    const isApproved = (definition: Definition): boolean | undefined =>
      compareWithApproval(definition, inputOffers(definition), approvals).isApproved;
    const [before, after] = [asking(['one', 'two']), asking(['three', 'two'])];
    await approvals.approve([{ ...before, dependencies: inputOffers(before) }]);
    await approvals.carry(before, after);
    expect([before, after].map(isApproved)).toEqual([true, true]);
    const swapped = asking(['two', 'one']);
    await approvals.carry(before, swapped);
    expect(isApproved(swapped)).toBe(true);
    expect(isApproved(asking(['three', 'two'], '--evil'))).toBe(false);
  });

  it('are not needed while workspace trust is enough, and none are invented by that', () => {
    let mode: 'ask' | 'workspace' = 'workspace';
    const approvals = new Approvals(new MemoryKeyValueStore(), () => mode);
    expect(approvals.isApproved(one)).toBe(true);
    mode = 'ask';
    expect(approvals.isApproved(one)).toBe(false);
  });

  it('are needed for other hosts’ files also where workspace trust is enough', async () => {
    const approvals = new Approvals(new MemoryKeyValueStore(), () => 'workspace');
    const external = definitionOf({ command: './run' }, [], { ...folderSource, external: true });
    expect(approvals.isApproved(external)).toBe(false);
    await approvals.approve([external]);
    expect(approvals.isApproved(external)).toBe(true);
  });

  it('take no other stored value for consent', () => {
    const anything = { get: () => 'yes', update: async () => undefined };
    expect(new Approvals(anything, () => 'ask').isApproved(one)).toBe(false);
  });
});
