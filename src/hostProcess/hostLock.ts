import { mkdir, rmdir, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A holder works for milliseconds; after this long it has died, in milliseconds. */
const staleAfter = 10_000;
const retryAfter = 25;

/**
 * Runs `task` while holding a lock folder, so that of ten hosts started at once one binds and nine
 * see it. Making a folder is atomic on every system.
 */
export async function withLock<T>(folder: string, task: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await mkdir(folder);
      break;
    } catch {
      const made = await stat(folder).catch(() => undefined);
      if (made && Date.now() - made.mtimeMs > staleAfter)
        await rmdir(folder).catch(() => undefined);
      await delay(retryAfter);
    }
  }
  try {
    return await task();
  } finally {
    await rmdir(folder).catch(() => undefined);
  }
}
