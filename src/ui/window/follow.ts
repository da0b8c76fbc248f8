import { effect, signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** Milliseconds in which changes are shown as one. */
const coalesce = 40;

/**
 * Shows what `read` makes of signals, soon after any of them changed. A burst is read and shown once, and a
 * steady stream of changes is shown too, with `rest` milliseconds from one time to the next.
 */
export function follow<T>(read: () => T, show: (value: T) => void, rest = coalesce): Disposable {
  const store = new DisposableStore();
  const looks = signal(0);
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let latest = -Infinity;
  let seen: { readonly value: T } | undefined;
  store.add(() => clearTimeout(timer));
  const look = (): void => {
    isDue = true;
    looks.value += 1;
    isDue = false;
    latest = performance.now();
    if (seen) show(seen.value);
  };
  store.add(
    effect(() => {
      void looks.value;
      // What changed until then is none of the effect's concern: it reads nothing but when it is due.
      if (isDue) seen = { value: read() };
      else timer = setTimeout(look, Math.max(coalesce, latest + rest - performance.now()));
    }),
  );
  return store;
}

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
