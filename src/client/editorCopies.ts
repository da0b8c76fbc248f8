import type { Definition } from '../config/definition';

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

/** A tool as chat sees it: an element of `lm.tools`. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
}

/** A tool of a server that is published to chat. */
export interface PublishedTool {
  readonly server: string;
  readonly name: string;
  readonly description?: string | undefined;
}

const prefixStart = 'mcp_';
const longestPrefix = 18;
const longestName = 64;

/** Whether chat has the tool from any MCP server. */
export function isMcpTool({ name }: ChatTool): boolean {
  return name.startsWith(prefixStart);
}

/**
 * The names of the servers of which chat has a tool more often than it was published. Servers of ours
 * that offer the same tool each count, so two entries for one program are not taken for a double.
 */
export function doubledServers(
  chat: readonly ChatTool[],
  published: readonly PublishedTool[],
): readonly string[] {
  const candidates = chat.filter(isMcpTool);
  const groups = new Map<string, PublishedTool[]>();
  for (const tool of published) {
    const key = JSON.stringify([tool.name, tool.description ?? '']);
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  }
  const doubled = [...groups.values()].filter((group) => {
    const [first] = group;
    return first && candidates.filter((tool) => isCopyOf(tool, first)).length > group.length;
  });
  return [...new Set(doubled.flat().map(({ server }) => server))];
}

/** VS Code names a tool `mcp_<server>_<tool>`, with at most 18 characters before the tool's own name. */
function isCopyOf(chat: ChatTool, { name, description }: PublishedTool): boolean {
  if (chat.description !== (description ?? '')) return false;
  const own = name.replaceAll(/[^\w-]/g, '_');
  for (let end = prefixStart.length; end <= longestPrefix; end++) {
    const prefix = chat.name.slice(0, end);
    if (prefix.endsWith('_') && chat.name === `${prefix}${own}`.slice(0, longestName)) return true;
  }
  return false;
}
