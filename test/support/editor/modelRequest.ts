/** One request as the scripted model saw it, and what it answered; written by the extension in ../demoModel. */
export interface ModelRequest {
  /** The names of the tools it could call. */
  tools: string[];
  /** The same tools as it was sent them. */
  definitions: { name: string; description: string; inputSchema?: unknown }[];
  messages: { role: 'user' | 'other'; parts: ModelPart[] }[];
  answer: ModelPart;
}

type ModelPart =
  | { kind: 'text'; text: string }
  | { kind: 'call'; tool: string; input: unknown }
  | { kind: 'image'; mimeType: string }
  /** `data`: the types of what is no text. */
  | { kind: 'result'; text: string; data?: string[] };

/**
 * The MCP tools that the model could call: by the server's part of their names (`mcp_files`) the
 * tools' own names, sorted. Right for tools that have no underscore in their names.
 */
export function mcpTools(request: ModelRequest | undefined): Map<string, string[]> {
  const servers = new Map<string, string[]>();
  for (const name of request?.tools ?? []) {
    const [, server, tool] = /^(mcp_.+)_([^_]+)$/.exec(name) ?? [];
    if (server && tool) servers.set(server, [...(servers.get(server) ?? []), tool].toSorted());
  }
  return servers;
}

/** What tools answered in the last message that the model was sent. */
export function results(request: ModelRequest | undefined): string[] {
  const parts = request?.messages.at(-1)?.parts ?? [];
  return parts.flatMap((part) => (part.kind === 'result' ? part.text : []));
}

/** What the model was told last by the person, with all that is attached to it. */
export function said(request: ModelRequest | undefined): string {
  const parts = request?.messages.at(-1)?.parts ?? [];
  return parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n');
}
