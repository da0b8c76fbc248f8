import { modelTool } from '../../tools/schema/modelTool';
import type { Finding, Catalog, Tool } from '../../ipc/state';
import { appOf } from '../../ipc/mcpApp';
import { schemaChangeLines } from '../tree/toolText';
import type { ShownServer } from '../tree/shownServer';
import { bullets, escaped } from '../text/markdown';
import { t as reviewText } from '../approval/reviewTexts';
import { t } from '../text/texts';
import { t as toolCostText, tokensText } from '../costs/toolCostTexts';
import { findingLines } from '../approval/toolReview';

/** Characters of a description shown in a row. */
const seen = 200;

export interface ToolPick {
  readonly label: string;
  readonly description: string;
  readonly detail?: string | undefined;
  readonly server: string;
  readonly tool: Tool;
}

/** Known tools of all servers, or of one. */
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
        detail: tool.description?.split('\n', 1)[0]?.slice(0, seen),
        server: id,
        tool,
      }));
    });
}

/** Differences between a tool as models get it and the server's own. */
export interface ToolForModels {
  /** Tokens of every request; absent until counted. */
  readonly tokens?: number | undefined;
  /** Replaces the server's own. */
  readonly description?: string | undefined;
  /** Findings of the scan. */
  readonly findings?: readonly Finding[] | undefined;
}

/** A tool as Markdown: the server's definition, unchanged, and where models get something else, what and why. */
export function toolPage(server: string, tool: Tool, models: ToolForModels = {}): string {
  const { name, title, description, ...rest } = tool;
  const { tool: given, changes } = modelTool(tool);
  const app = appOf(tool);
  const tokens = models.tokens !== undefined && tokensText(models.tokens);
  const parts = [
    `# ${name}`,
    [title, server, tokens].filter(Boolean).join(' · '),
    ...(models.findings
      ? [`## ${reviewText('findings')}`, bullets(findingLines(models.findings).map(escaped))]
      : []),
    ...(description ? [description] : []),
    ...(models.description === undefined
      ? []
      : [`## ${toolCostText('describedAs')}`, models.description]),
    ...(app === undefined ? [] : [t('hasApp', { app })]),
    ...Object.entries(rest).flatMap(([key, value]) => [`## ${key}`, json(value)]),
    ...(changes.length === 0
      ? []
      : [
          `## ${t('modelSchema')}`,
          t('modelSchemaWhy'),
          schemaChangeLines(changes)
            .map((line) => `- ${line}`)
            .join('\n'),
          json(given.inputSchema),
        ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
