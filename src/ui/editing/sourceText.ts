import type { ConfigFile, ConfigSource } from '../../config/definition';
import { dialects } from '../../config/dialects';
import { definitionChanges } from '../../config/definitionChanges';
import type { Icon, ShownServer } from '../tree/shownServer';
import { t } from '../text/texts';

/** Label of a source: its folder, "User", "Workspace", or the host that the file belongs to. */
export function sourceLabel({ id, dialect, external }: ConfigSource): string {
  const [kind = id, ...folder] = id.split(':');
  if (folder.length > 0) return folder.join(':');
  if (external) return dialects[dialect].label;
  if (kind === 'workspace') return t('workspaceSource');
  return t(kind === 'remote' ? 'remoteSource' : 'userSource');
}

/** The icon of a source. */
export function sourceIcon({ id, external }: ConfigSource): Icon {
  if (id.includes(':')) return { id: 'folder' };
  if (external) return { id: 'plug' };
  const icons: Readonly<Record<string, string>> = { workspace: 'root-folder', remote: 'remote' };
  return { id: icons[id] ?? 'account' };
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

/** False for a project's servers in Claude Code's file of the person: what we write there counts in every folder. */
export function takesServers({ dialect, folder }: ConfigSource): boolean {
  return dialect !== 'claude-code' || folder === undefined;
}

/** Owner of the servers of a source. */
export function ownerText(servers: readonly ShownServer[]): string | undefined {
  const runBy = servers[0]?.runBy;
  if (runBy === undefined) return undefined;
  if (runBy === 'undecided') return t('ownerUndecided');
  return t(runBy === 'roundhouse' ? 'ownerRoundhouse' : 'ownerEditor');
}

/** The entries that were added, removed and changed between two readings of all files, a line each. */
export function changeLines(
  before: readonly ConfigFile[],
  after: readonly ConfigFile[],
): readonly string[] {
  const entries = (files: readonly ConfigFile[]) =>
    files.flatMap(({ parsed }) => parsed.definitions);
  const { added, removed, changed } = definitionChanges(entries(before), entries(after));
  return [
    ...added.map((server) => t('entryAdded', { server })),
    ...removed.map((server) => t('entryRemoved', { server })),
    ...changed.map(({ id, fields }) => t('entryChanged', { server: id, fields })),
  ];
}
