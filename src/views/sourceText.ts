import type { ConfigSource } from '../config/definition';
import type { ShownServer } from './shownServer';
import { say } from './texts';

/** What a source is called: its folder, or "User". */
export function sourceLabel(source: ConfigSource): string {
  return source.folder === undefined
    ? say('userSource')
    : source.id.slice(source.id.indexOf(':') + 1);
}

/** The file of a source as short as it is still clear: ".vscode/mcp.json". */
export function sourceFile({ file, folder }: ConfigSource): string {
  const path = file.replaceAll('\\', '/');
  const root = folder?.replaceAll('\\', '/').replace(/\/$/, '');
  if (root !== undefined && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folder and file of a source on one line. */
export function sourceName(source: ConfigSource): string {
  return `${sourceLabel(source)} · ${sourceFile(source)}`;
}

/** Who runs the servers of a source. */
export function ownerText(servers: readonly ShownServer[]): string | undefined {
  const runBy = servers[0]?.runBy;
  if (runBy === undefined) return undefined;
  if (runBy === 'undecided') return say('ownerUndecided');
  return say(runBy === 'roundhouse' ? 'ownerRoundhouse' : 'ownerEditor');
}
