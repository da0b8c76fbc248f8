import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two looks: a lock among processes cannot tell that it is free. */
const lookAgainAfter = 25;

/**
 * Runs `task` while holding a lock file that names this process. A lock whose holder has died counts
 * as free. Rejects with the signal's reason when it is aborted while waiting, and with the system's
 * error where the file cannot be written.
 */
export async function withFileLock<T>(
  file: string,
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T> {
  while (!(await take(file))) await delay(lookAgainAfter, undefined, { signal });
  try {
    return await task();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    // An empty file is one that its holder is just writing.
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    return false;
  }
}

/** Windows refuses with EPERM while a removed file is still open somewhere. */
function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EEXIST' || (process.platform === 'win32' && code === 'EPERM');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
