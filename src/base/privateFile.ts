import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from './json';

/** Milliseconds after which files of the run folder are renewed: systems remove old ones of temporary folders. */
export const renewal = 24 * 60 * 60 * 1_000;

/** Writes a private file atomically: a reader gets the old text or the new one, never a part. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await onceLetGo(() => rename(draft, file));
  } catch (error) {
    // Each attempt has another name, so drafts would fill a full disk.
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Tries of a change that the system holds back, and the milliseconds between two. */
const mostTries = 20;
const tryAgainAfter = 25;

/**
 * Makes a change to a file, which Windows refuses while somebody, such as a scanner of new files, has it open. Rejects
 * with the system's error where it stays refused.
 */
export async function onceLetGo(change: () => Promise<void>): Promise<void> {
  for (let left = mostTries; ; left--) {
    try {
      return await change();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (left === 1 || !['EPERM', 'EACCES', 'EBUSY'].includes(code)) throw error;
    }
    await delay(tryAgainAfter);
  }
}

/** The numbers of a file by key, those that `isValid` accepts; none if the file cannot be read. */
export async function readNumbers(
  file: string,
  isValid: (value: unknown) => boolean,
): Promise<Map<string, number>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    const isWanted = (entry: [string, unknown]): entry is [string, number] => isValid(entry[1]);
    return new Map(isObject(parsed) ? Object.entries(parsed).filter(isWanted) : []);
  } catch {
    return new Map();
  }
}

/** Writes a file for {@link readNumbers}; makes its private folder. Rejects with the system's error. */
export async function writeNumbers(
  file: string,
  numbers: Iterable<readonly [string, number]>,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(Object.fromEntries(numbers)));
}
