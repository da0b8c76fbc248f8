import { describe, expect, test, vi } from 'vitest';
import { lazy, memo, memoLast, once } from '../../../src/base/lazy';

class Counter {
  constructor(private value: number) {}
  add(more: number): number {
    this.value += more;
    return this.value;
  }
  async later(): Promise<number> {
    return this.value;
  }
}

describe('what is made once', () => {
  test('is made when it is first wanted, for all who want it', async () => {
    let made = 0;
    const counter = once(async () => (made += 1));
    expect(made).toBe(0);
    expect(await Promise.all([counter(), counter()])).toEqual([1, 1]);
    expect(await counter()).toBe(1);
  });

  test('is tried again after it has failed', async () => {
    const outcomes = [() => Promise.reject(new Error('not yet')), () => Promise.resolve('here')];
    const thing = once(() => outcomes.shift()?.() ?? Promise.resolve('again'));
    await expect(thing()).rejects.toThrow('not yet');
    expect(await thing()).toBe('here');
    expect(await thing()).toBe('here');
  });
});

describe('methods of what comes late', () => {
  test('load it with the first call, and call what it is', async () => {
    let loaded = 0;
    const counter = lazy(
      async () => {
        loaded += 1;
        return new Counter(40);
      },
      'add',
      'later',
    );
    expect(loaded).toBe(0);
    expect(await Promise.all([counter.add(1), counter.add(1)])).toEqual([41, 42]);
    expect(await counter.later()).toBe(42);
    expect(loaded).toBe(1);
  });

  test('are those that were named', () => {
    const counter = lazy(async () => new Counter(0), 'add');
    expect(Object.keys(counter)).toEqual(['add']);
  });

  test('tell what kept it from being loaded', async () => {
    const { add } = lazy(() => Promise.reject<Counter>(new Error('no such file')), 'add');
    await expect(add(1)).rejects.toThrow('no such file');
  });
});

test('a value is computed once for each object', () => {
  const compute = vi.fn(({ name }: { readonly name: string }) => [name]);
  const named = memo(compute);
  const [a, b] = [{ name: 'a' }, { name: 'a' }];
  expect(named(a)).toBe(named(a));
  expect(named(b)).not.toBe(named(a));
  expect(compute).toHaveBeenCalledTimes(2);
});

test('the last value of an object is kept until another argument changes', () => {
  const compute = vi.fn(({ name }: { readonly name: string }, more: number) => [name, more]);
  const named = memoLast(compute);
  const a = { name: 'a' };
  expect(named(a, 1)).toBe(named(a, 1));
  expect(named(a, 2)).toEqual(['a', 2]);
  expect(named({ name: 'b' }, 2)).toEqual(['b', 2]);
  expect(compute).toHaveBeenCalledTimes(3);
});
