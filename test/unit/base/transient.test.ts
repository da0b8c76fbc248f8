import { expect, test } from 'vitest';
import { TransientMap, TransientSet } from '../../../src/base/transient';

test('a map has what was set and not deleted, in its order', () => {
  const map = new TransientMap<string, number>();
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  map.set('a', 4);
  map.delete('b');
  map.delete('b');
  expect([map.get('a'), map.get('b'), map.has('b'), map.has('c')]).toEqual([
    4,
    undefined,
    false,
    true,
  ]);
  expect([map.size, map.values()]).toEqual([2, [4, 3]]);
});

test('a set has what was added and not removed, wherever it stood', () => {
  const set = new TransientSet<{ readonly name: string }>();
  const add = (name: string) => set.add({ name });
  const remove = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [name, add(name)]));
  const names = () => set.values().map(({ name }) => name);
  const without = (name: string) => (remove.get(name)?.(), names());
  expect(without('c')).toEqual(['a', 'b', 'd', 'e']);
  expect(without('e')).toEqual(['a', 'b', 'd']);
  expect(without('a')).toEqual(['b', 'd']);
  expect(without('a')).toEqual(['b', 'd']);
  add('b');
  expect(names()).toEqual(['b', 'd', 'b']);
  expect(without('b')).toEqual(['d', 'b']);
});
