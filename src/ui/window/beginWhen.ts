import { effect } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** Calls `begin` once, as soon as a condition over signals holds. */
export function beginWhen(condition: () => boolean, begin: () => void): Disposable {
  const store = new DisposableStore();
  store.add(
    effect(() => {
      if (!condition()) return;
      // An effect cannot end itself during its first run, and what begins is not to be followed by it.
      queueMicrotask(() => {
        if (store.disposed) return;
        store.dispose();
        begin();
      });
    }),
  );
  return store;
}
