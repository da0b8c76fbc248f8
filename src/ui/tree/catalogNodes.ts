import { memoLast } from '../../base/lazy';
import { modelTool } from '../../tools/schema/modelTool';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import type { Catalog, Tool, Vetted } from '../../ipc/state';
import { appOf, isApp } from '../../ipc/mcpApp';
import { sentence } from '../reasons/sentence';
import { t } from '../text/texts';
import { t as toolCostText, tokensText } from '../costs/toolCostTexts';
import type { ServerCost, ToolCost } from '../costs/toolCosts';
import { flaggedNode, vettedNode } from '../approval/vettedTools';
import { offeredImage } from './offeredImage';
import { schemaChangeLines } from './toolText';
import { toolMark, type ToolMark } from './toolMarks';
import { serverLine, type TreeNode } from './treeNode';

/**
 * Lines of a server's catalog in its order: tools, then prompts and resources in groups. Returns the same objects
 * while nothing changed, because the tree is made often, mostly for other servers. `policy`: absent for servers that
 * VS Code runs.
 */
export const catalogNodes = memoLast(
  (
    { tools, prompts, resources, resourceTemplates, dropped }: Catalog,
    server: string,
    cost?: Pick<ServerCost, 'each'>,
    policy?: ToolPolicy,
    vetted?: Vetted,
  ): readonly TreeNode[] => [
    ...tools.map((tool, at) => {
      const mark = policy && toolMark(policy, tool);
      const node = toolNode(server, tool, { cost: cost?.each[at], mark });
      return vettedNode(node, tool.name, vetted);
    }),
    ...itemNodes(
      server,
      'prompt',
      prompts.map((prompt) => ({ ...prompt, item: prompt.name, icon: 'comment' })),
      vetted?.prompts,
    ),
    ...itemNodes(
      server,
      'resource',
      resources.map((resource) => {
        const { uri, name = uri } = resource;
        const icon = isApp(resource) ? 'browser' : 'file';
        return { ...resource, name, item: uri, description: uri, icon };
      }),
      vetted?.resources,
    ),
    ...itemNodes(
      server,
      'template',
      resourceTemplates.map((template) => {
        const { uriTemplate: uri, name = uri } = template;
        return { ...template, name, item: uri, description: uri, icon: 'file-code' };
      }),
      vetted?.resources,
    ),
    ...dropped.map(({ list, name, reason }) => {
      const label = t('droppedItem', { name, list, message: sentence(reason) });
      const line = { label, tooltip: label, icon: { id: 'warning' } };
      return serverLine('dropped', server, line, label);
    }),
  ],
);

interface ToolAbout {
  readonly cost: ToolCost | undefined;
  readonly mark: ToolMark | undefined;
}

function toolNode(server: string, tool: Tool, about: ToolAbout): TreeNode {
  const { name, title, icons } = tool;
  const { mark } = about;
  const line = {
    label: name,
    description: [mark?.note, firstLine(title)].filter(Boolean).join(' · ') || undefined,
    tooltip: () => toolTooltip(tool, about),
    icon: { id: 'tools' },
    image: offeredImage(icons),
    checkbox: mark?.checkbox,
    item: name,
    click: { command: 'showTool' } as const,
  };
  const node = serverLine('tool', server, line, name);
  return mark ? { ...node, context: `tool ${mark.checkbox}` } : node;
}

function toolTooltip(tool: Tool, { cost, mark }: ToolAbout): string {
  const { changes } = modelTool(tool);
  const app = appOf(tool);
  // Another list may have come since.
  const tokens = cost?.tool === tool ? cost.tokens : undefined;
  const notes = [
    ...(mark?.tips ?? []),
    tokens !== undefined && toolCostText('toolCost', { tokens: tokensText(tokens) }),
    app !== undefined && t('hasApp', { app }),
    changes.length > 0 && t('modelSchemaTip', { changes: schemaChangeLines(changes).join(' ') }),
  ];
  const text = tool.description ?? tool.name;
  return [text, ...notes.filter((note) => note !== false)].join('\n\n');
}

/** A prompt, resource or template. */
interface Item {
  readonly name: string;
  /** Name of a prompt, URI, or URI template. */
  readonly item: string;
  readonly description?: string | undefined;
  readonly icon: string;
  /** Of a resource, as the server gave it. */
  readonly mimeType?: unknown;
  /** As the server gave them. */
  readonly icons?: unknown;
}

const groups = {
  prompt: { group: 'promptsGroup', command: 'runPrompt' },
  resource: { group: 'resourcesGroup', command: 'openResource' },
  template: { group: 'templatesGroup', command: 'openTemplate' },
} as const;

/** The group of the items of one kind, if there are any, with what the scan found in them. */
function itemNodes(
  server: string,
  kind: keyof typeof groups,
  items: readonly Item[],
  flagged: Vetted['flagged'] | undefined,
): TreeNode[] {
  if (items.length === 0) return [];
  const { group, command } = groups[kind];
  const children = items.map(({ name, item, description, icon, mimeType, icons }) => {
    const line = {
      label: name,
      description: firstLine(description),
      tooltip: description ?? name,
      icon: { id: icon },
      image: offeredImage(icons),
      item,
      mimeType: typeof mimeType === 'string' ? mimeType : undefined,
      click: { command },
    };
    return flaggedNode(serverLine(kind, server, line, item), item, flagged);
  });
  const line = { label: t(group), description: String(items.length), children };
  return [{ ...serverLine(group, server, line), context: 'group' }];
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n', 1)[0];
}
