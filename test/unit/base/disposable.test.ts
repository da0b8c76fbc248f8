import { describe, expect, test } from 'vitest';
import { DisposableStore, liveStores } from '../../../src/base/disposable';

describe('DisposableStore', () => {
  test('releases in reverse order, once', () => {
    const order: number[] = [];
    const store = new DisposableStore();
    store.add(() => order.push(1));
    store.add({ dispose: () => order.push(2) });
    store.dispose();
    store.dispose();
    expect(order).toEqual([2, 1]);
  });

  test('releases a latecomer at once', () => {
    const store = new DisposableStore();
    store.dispose();
    let released = false;
    store.add(() => (released = true));
    expect(released).toBe(true);
  });

  test('lets go of what is released alone', () => {
    const released: number[] = [];
    const store = new DisposableStore();
    const item = store.add({ dispose: () => released.push(1) });
    store.add(() => released.push(2));
    store.release(item);
    expect(released).toEqual([1]);
    store.release(item);
    store.dispose();
    expect(released).toEqual([1, 2]);
  });

  test('releases the others where one fails, then says so', () => {
    const store = new DisposableStore();
    let released = false;
    store.add(() => (released = true));
    store.add(() => {
      throw new Error('stuck');
    });
    expect(() => store.dispose()).toThrow(AggregateError);
    expect(released).toBe(true);
  });

  test('is known as live until it is disposed', () => {
    const store = new DisposableStore();
    expect(liveStores().has(store)).toBe(true);
    store.dispose();
    expect(liveStores().has(store)).toBe(false);
  });
});
