import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from './json';
import { replaceFile } from './replaceFile';

/** The figures that a file has by their keys, as far as they are any; none where it cannot be read. */
export async function readNumbers(
  file: string,
  isFigure: (value: unknown) => boolean,
): Promise<Map<string, number>> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    const isWanted = (entry: [string, unknown]): entry is [string, number] => isFigure(entry[1]);
    return new Map(isObject(kept) ? Object.entries(kept).filter(isWanted) : []);
  } catch {
    return new Map();
  }
}

/**
 * Writes what {@link readNumbers} reads. `mode`: of the folder, if that is not there. Rejects where the disk refuses.
 */
export async function writeNumbers(
  file: string,
  figures: Iterable<readonly [string, number]>,
  mode?: number,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, ...(mode !== undefined && { mode }) });
  await replaceFile(file, JSON.stringify(Object.fromEntries(figures)));
}
