import { effect } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';

/** Milliseconds in which changes are shown as one. */
const coalesce = 40;

/** Shows what `read` makes of signals, soon after any of them changed; a burst is shown once. */
export function follow<T>(read: () => T, show: (value: T) => void): Disposable {
  const store = new DisposableStore();
  let waiting: { latest: T; readonly timer: NodeJS.Timeout } | undefined;
  const showLatest = (): void => {
    const shown = waiting;
    waiting = undefined;
    if (shown) show(shown.latest);
  };
  store.add(() => clearTimeout(waiting?.timer));
  store.add(
    effect(() => {
      const latest = read();
      // The timer is not set anew, so that a steady stream of changes is shown too.
      if (waiting) waiting.latest = latest;
      else waiting = { latest, timer: setTimeout(showLatest, coalesce) };
    }),
  );
  return store;
}
