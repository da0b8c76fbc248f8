import path from 'node:path';

/** Whether a path is that of the folder or of something in it; both are absolute. */
export function isInFolder(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
