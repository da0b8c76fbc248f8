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
