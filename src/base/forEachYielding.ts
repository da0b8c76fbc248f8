import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of a turn. */
const turn = 10;

/**
 * Does some work for each of many things, in turns of ten milliseconds, because others are to be served meanwhile.
 * Rejects with what the work throws, and with the signal's reason.
 */
export async function forEachYielding<T>(
  things: Iterable<T>,
  signal: AbortSignal,
  work: (thing: T) => void,
): Promise<void> {
  let since = performance.now();
  for (const thing of things) {
    work(thing);
    if (performance.now() - since < turn) continue;
    await nextTurn(undefined, { signal });
    since = performance.now();
  }
}
