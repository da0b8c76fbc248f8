import { expect, test } from 'vitest';
import { BoundedMap, BoundedSet, Ring } from '../../../src/base/bounded';

test('the oldest entry of a full map is dropped, and reported', () => {
  const dropped: unknown[] = [];
  const map = new BoundedMap<string, number>(2, (value, key) => dropped.push([key, value]));
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
  expect(dropped).toEqual([['b', 2]]);
});

test('an entry that is used outlives one that is only read', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2);
  expect(map.use('a')).toBe(1);
  expect(map.get('b')).toBe(2);
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['a', 'c']);
  expect(map.use('b')).toBeUndefined();
  expect(map.size).toBe(2);
});

test('the oldest value of a full set is dropped; one that is added again is the newest', () => {
  const set = new BoundedSet<string>(2).add('a').add('b').add('a').add('c');
  expect([...set]).toEqual(['a', 'c']);
});

test('a ring keeps the last items, oldest first', () => {
  const ring = new Ring<number>(3);
  expect(ring.last()).toBeUndefined();
  for (const item of [1, 2, 3, 4]) ring.push(item);
  expect(ring.toArray()).toEqual([2, 3, 4]);
  expect(ring.last()).toBe(4);
});
