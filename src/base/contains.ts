import path from 'node:path';

/** True if the path is the folder or lies in it; both are absolute. */
export function isInFolder(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** True if the URI is `whole` or lies below it, because a resource includes its sub-resources (MCP, "Resources"). */
export function isAtOrBelow(uri: string, whole: string): boolean {
  return uri === whole || uri.startsWith(whole.endsWith('/') ? whole : `${whole}/`);
}
