import { effect } from '@preact/signals-core';
import { DisposableStore } from './disposable';

/** Waits until a condition over signals holds, or until `signal` aborts. */
export async function holds(condition: () => boolean, signal?: AbortSignal): Promise<void> {
  const store = new DisposableStore();
  await new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve();
    store.add(
      effect(() => {
        if (condition()) resolve();
      }),
    );
    const leave = (): void => resolve();
    signal?.addEventListener('abort', leave);
    store.add(() => signal?.removeEventListener('abort', leave));
  });
  store.dispose();
}
