import type { Catalog, Tool } from '../contract/state';
import type { ShownServer } from './shownServer';

/** One line of the quick pick of tools. */
export interface ToolPick {
  readonly label: string;
  readonly description: string;
  readonly detail?: string | undefined;
  readonly server: string;
  readonly tool: Tool;
}

/** Every tool that is known, of all servers or of one. */
export function toolPicks(
  entries: ReadonlyMap<string, ShownServer>,
  catalogs: ReadonlyMap<string, Catalog>,
  only?: string,
): readonly ToolPick[] {
  return [...catalogs]
    .filter(([id]) => only === undefined || id === only)
    .flatMap(([id, { tools }]) => {
      const description = entries.get(id)?.definition.name ?? id;
      return tools.map((tool) => ({
        label: tool.name,
        description,
        detail: tool.description?.split('\n', 1)[0],
        server: id,
        tool,
      }));
    });
}

/** A tool as a Markdown page: what the server says of it, unchanged. */
export function toolPage(server: string, tool: Tool): string {
  const { name, title, description, ...rest } = tool;
  const parts = [
    `# ${name}`,
    [title, server].filter(Boolean).join(' · '),
    ...(description ? [description] : []),
    ...Object.entries(rest).flatMap(([key, value]) => [
      `## ${key}`,
      `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}
