import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onceLetGo } from './privateFile';
import { identityOf, isRunning } from './processIdentity';

/** Milliseconds between two looks: a lock among processes cannot tell that it is free. */
const lookAgainAfter = 25;
/** Milliseconds that other processes may be changing a private file. */
const longestTurns = 5_000;
/** Milliseconds after which a lock without a holder's name gets none any more. */
const longestWriting = 2_000;
/** Milliseconds by which the time of the boot may be wrong. */
const bootTolerance = 60_000;

/**
 * Runs `task` while holding a lock file that names this process. A lock counts as free once its holder has ended, even
 * if another process has its id (`ProcessIdentity`; off Linux only after a boot). Rejects with the signal's reason when
 * it is aborted while waiting, and with the system's error where the file cannot be written.
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
    await release(file);
  }
}

/**
 * Runs `task`, which changes a private file, while no other process changes it. Makes the folder of its lock. Rejects
 * where that one takes too long, or the system refuses.
 */
export async function alone<T>(lock: string, task: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true, mode: 0o700 });
  return withFileLock(lock, AbortSignal.timeout(longestTurns), task);
}

/** Never rejects, because the task is done. */
async function release(file: string): Promise<void> {
  await onceLetGo(() => rm(file, { force: true })).catch(() => undefined);
}

async function take(file: string, isSecondTry = false): Promise<boolean> {
  const { pid, birth } = identityOf(process.pid);
  try {
    await writeFile(file, [pid, birth].join(' '), { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Windows says EPERM where the folder refuses, and while a removed file is still open somewhere.
    const isRefused = code === 'EPERM' && !(await isThere(file));
    // That file may have gone since.
    if (isRefused && !isSecondTry) return take(file, true);
    if (isRefused || (code !== 'EEXIST' && code !== 'EPERM')) throw error;
    await removeAbandoned(file);
    return false;
  }
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
}

/**
 * Removes a lock whose holder has ended, under a lock of its own. It looks once more, because a faster process may hold
 * the lock by now.
 */
async function removeAbandoned(file: string): Promise<void> {
  if (!(await isAbandoned(file))) return;
  const guard = `${file}.free`;
  if (!(await take(guard))) return;
  try {
    if (await isAbandoned(file)) await release(file);
  } finally {
    await release(guard);
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const [pid, birth] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
  if (pid && !isRunning({ pid: Number(pid), birth: birth || undefined })) return true;
  if (birth) return false;
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  const age = Date.now() - mtimeMs;
  // Empty: its holder is just writing it, or died or found the disk full before it could.
  return age > (pid ? uptime() * 1_000 + bootTolerance : longestWriting);
}
