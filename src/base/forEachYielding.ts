import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after which other work gets its turn. */
const slice = 10;

/**
 * Does work for each item and yields to the event loop every ten milliseconds, because one process serves everybody.
 * Rejects with the error of the work or the signal's reason.
 */
export async function forEachYielding<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < slice) continue;
    await nextTurn(undefined, { signal });
    since = performance.now();
  }
}
