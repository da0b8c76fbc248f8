import type { Definition } from '../../config/definition';

/** One server of VS Code's own host that comes from the same entry as one of ours. */
export interface EditorCopy {
  /** The name of the entry. */
  readonly server: string;
  /** What `workbench.mcp.startServer` and its like take. */
  readonly id: string;
}

/**
 * The copies that VS Code's own host may have of these entries. More than it has is harmless: its
 * commands ignore an id that they do not know. `folders`: the workspace folders' paths, in order.
 */
export function editorCopies(
  definitions: Iterable<Definition>,
  folders: readonly string[],
): readonly EditorCopy[] {
  return [...definitions].flatMap((definition) =>
    collections(definition, folders).map((collection) => ({
      server: definition.name,
      id: `${collection}.${definition.name}`,
    })),
  );
}

/** Hosts whose own files VS Code may discover; a remote window has ids that nobody tells us. */
const discovered: ReadonlySet<string> = new Set(['claude-desktop', 'cursor', 'windsurf']);

function collections({ source }: Definition, folders: readonly string[]): readonly string[] {
  if (!source.readByEditor) return [];
  const kind = source.id.split(':', 1)[0];
  // Which of the two holds the user's file depends on where the window's profile lives.
  if (kind === 'user') return ['mcp.config.usrlocal', 'mcp.config.usrremote'];
  if (kind === 'remote') return ['mcp.config.usrremote'];
  if (kind === 'workspace') return ['mcp.config.workspace'];
  if (kind && kind === source.id && discovered.has(kind)) return [`${kind}.null`];
  const folder = source.folder === undefined ? -1 : folders.indexOf(source.folder);
  if (folder === -1) return [];
  if (kind === 'folder') return [`mcp.config.ws${folder}`];
  if (kind === 'cursor') return [`cursor-workspace.${folder}`];
  return kind === 'dotmcp' ? [`workspace-dot-mcp.${folder}`] : [];
}
