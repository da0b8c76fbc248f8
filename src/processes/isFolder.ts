import { stat } from 'node:fs/promises';

/** Whether a process could be started in this place. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
