import { effect, signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** Milliseconds in which changes are shown as one. */
const coalesce = 40;

/**
 * Shows the result of `read` over signals, soon after one of them changed. Reads only when it is about to show,
 * because reading thousands of tools takes long. A burst is shown once, a steady stream every `rest` milliseconds.
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
      // A run that is not due reads no signals, so that changes before the timer cost nothing.
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
      // An effect cannot end itself during its first run, and must not follow the signals that `begin` reads.
      queueMicrotask(() => {
        if (store.disposed) return;
        store.dispose();
        begin();
      });
    }),
  );
  return store;
}
