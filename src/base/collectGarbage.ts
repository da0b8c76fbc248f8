import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Characters from which a text is worth a collection of its own. */
export const largeText = 16 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * Collects garbage at once, in about 30 ms for a small heap. Call it after a very large text, because the engine itself
 * waits until several of them are garbage.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
