import { computed, effect, signal } from '@preact/signals-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isSelected, setAt } from '../../../../src/config/settings/toolSets';
import { ToolSelection, type ToolSetSettings } from '../../../../src/client/policy/toolSelection';
import { MemoryKeyValueStore } from '../memoryStores';

const till = { id: 'user/till', name: 'till' };
const sets = new Map([
  ['read', ['till/get_*']],
  ['careful', ['!till/delete']],
]);

function opened(store = new MemoryKeyValueStore(), usual?: string) {
  const settings = signal<ToolSetSettings>({ sets, usual });
  const chosen = new ToolSelection(settings, store);
  const on = (): string[] =>
    ['get_a', 'get_b', 'put', 'delete'].filter((tool) =>
      isSelected(setAt(chosen.selection, till), tool),
    );
  return { settings, store, chosen, on };
}

test('all tools are on until a set is chosen, which is kept', async () => {
  const { chosen, on, store } = opened();
  expect([chosen.active.value, on()]).toEqual([undefined, ['get_a', 'get_b', 'put', 'delete']]);
  const told: (string | undefined)[] = [];
  const stop = effect(() => void told.push(chosen.active.value));
  await chosen.switchTo('read');
  await chosen.switchTo('careful');
  stop();
  expect(told).toEqual([undefined, 'read', 'careful']);
  expect(on()).toEqual(['get_a', 'get_b', 'put']);
  expect(opened(store).chosen.active.value).toBe('careful');
});

test('the usual set counts until a person chooses, all tools included', async () => {
  const { chosen, settings, store } = opened(undefined, 'read');
  expect(chosen.active.value).toBe('read');
  await chosen.switchTo(undefined);
  expect(chosen.active.value).toBeUndefined();
  expect(opened(store, 'read').chosen.active.value).toBeUndefined();
  await chosen.switchTo('careful');
  settings.value = { sets: new Map([['read', []]]), usual: 'read' };
  expect(chosen.active.value).toBe('read');
  settings.value = { sets: new Map(), usual: 'read' };
  expect(chosen.active.value).toBeUndefined();
});

test('what is switched belongs to the active set, and can be taken back', async () => {
  const { chosen, on, store } = opened();
  const changes = computed(() => on().length);
  await chosen.toggle(till, 'put', false);
  expect([on(), changes.value, chosen.isChanged]).toEqual([['get_a', 'get_b', 'delete'], 3, true]);
  await chosen.switchTo('read');
  expect([on(), chosen.isChanged]).toEqual([['get_a', 'get_b'], false]);
  await chosen.toggle(till, 'get_b', false);
  await chosen.toggle(till, 'delete', true);
  expect(on()).toEqual(['get_a', 'delete']);
  await chosen.switchTo(undefined);
  expect(on()).toEqual(['get_a', 'get_b', 'delete']);
  const later = opened(store);
  await later.chosen.switchTo('read');
  expect(later.on()).toEqual(['get_a', 'delete']);
  await later.chosen.reset();
  expect([later.on(), later.chosen.isChanged]).toEqual([['get_a', 'get_b'], false]);
});

test('a selection that was saved is a set of its own, and nothing is on top of any', async () => {
  const { chosen, settings, on } = opened();
  await chosen.switchTo('careful');
  await chosen.toggle(till, undefined, false);
  await chosen.toggle(till, 'put', true);
  const { selection } = chosen;
  expect(selection).toEqual(['*', '!till/delete', '!user/till', 'user/till/put']);
  settings.value = { sets: new Map([...sets, ['mine', selection]]), usual: undefined };
  await chosen.saved('mine');
  expect([chosen.active.value, chosen.isChanged, on()]).toEqual(['mine', false, ['put']]);
  await chosen.switchTo('careful');
  expect(chosen.isChanged).toBe(false);
});

test('a selection gives chat no tool back while it is saved as a set', async () => {
  const { chosen, settings, on, store } = opened();
  await chosen.toggle(till, 'put', false);
  settings.value = { sets: new Map([...sets, ['mine', chosen.selection]]), usual: undefined };
  const told: string[][] = [];
  const stop = effect(() => void told.push(on()));
  onTestFinished(stop);
  const writing = vi.spyOn(store, 'update').mockReturnValue(new Promise(() => {}));
  void chosen.saved('mine');
  await new Promise(setImmediate);
  expect(writing).toHaveBeenCalledOnce();
  expect(chosen.active.value).toBe('mine');
  expect(told).toEqual([
    ['get_a', 'get_b', 'delete'],
    ['get_a', 'get_b', 'delete'],
  ]);
});

test('what is kept and is not understood counts for nothing', () => {
  const store = new MemoryKeyValueStore();
  for (const kept of [
    'x',
    { active: 7, choices: [] },
    { choices: 'x' },
    { choices: { '': 'x' } },
    { active: 'constructor', choices: {} },
  ]) {
    store.values.set('toolSets', kept);
    const { on } = opened(store);
    expect(on()).toHaveLength(4);
  }
});
