import type { Definition } from '../config/definition';

/** A server of VS Code's own host that has the same entry as one of ours. */
export interface EditorCopy {
  /** The name of the entry. */
  readonly server: string;
  /** The argument of `workbench.mcp.startServer` and similar commands. */
  readonly id: string;
}

/**
 * The copies that VS Code's own host may have of these entries. Too many are harmless, because its commands ignore
 * unknown ids. `folders`: the workspace folders' paths, in order.
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

/** Hosts whose files VS Code may discover; the ids in a remote window are unknown. */
const discovered: ReadonlySet<string> = new Set(['claude-desktop', 'cursor', 'windsurf']);

function collections({ source }: Definition, folders: readonly string[]): readonly string[] {
  if (!source.readByEditor) return [];
  const kind = source.id.split(':', 1)[0];
  // The location of the window's profile decides which of them has the user's file.
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

/** An element of `lm.tools`. */
interface ChatTool {
  readonly name: string;
  readonly description: string;
}

/** A tool that we publish to chat. */
interface PublishedTool {
  readonly server: string;
  readonly name: string;
  readonly description?: string | undefined;
}

const prefixStart = 'mcp_';
const longestPrefix = 18;
const longestName = 64;

/** True for a tool of any MCP server. */
function isMcpTool({ name }: ChatTool): boolean {
  return name.startsWith(prefixStart);
}

/**
 * The names of servers with a tool that chat has more often than we published it. Each of our servers with the same
 * tool counts. Two entries for one program are therefore not a double.
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

/**
 * True if chat may have tools of VS Code's own copies: some of what we published stands there twice, or there are
 * `copies` and a tool that we did not publish.
 */
export function hasCopiedTools(
  chat: readonly ChatTool[],
  published: readonly PublishedTool[],
  copies: readonly EditorCopy[],
): boolean {
  if (doubledServers(chat, published).length > 0) return true;
  const others = chat.filter(
    (tool) => isMcpTool(tool) && !published.some((own) => isCopyOf(tool, own)),
  );
  return copies.length > 0 && others.length > 0;
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
