import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Characters of a text that is worth clearing away at once what it left behind. */
export const largeText = 16 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * Gives back the memory of everything that nobody holds, in some 30 ms of a small heap. For whoever is done with a very
 * large text: the engine waits until there is a good deal more of them, because it goes by how much is in use.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
