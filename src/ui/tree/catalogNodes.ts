import { modelTool } from '../../tools/schema/modelTool';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import type { Catalog, Tool, Vetted } from '../../ipc/state';
import { appOf, isApp } from '../../ipc/mcpApp';
import { t } from '../text/texts';
import { t as toolCostText, tokensText } from '../costs/toolCostTexts';
import type { ServerCost, ToolCost } from '../costs/toolCosts';
import { flaggedNode, vettedNode } from '../approval/vettedTools';
import { offeredImage } from './offeredImage';
import { schemaChangeLines } from './toolText';
import { toolMark, type ToolMark } from './toolMarks';
import { serverLine, type NodeClick, type TreeNode } from './treeNode';

/** Our knowledge about the tools of a server. */
interface ToolNotes {
  readonly cost?: Pick<ServerCost, 'each'> | undefined;
  /** Absent for servers that VS Code runs. */
  readonly policy?: ToolPolicy | undefined;
  readonly vetted?: Vetted | undefined;
}

/** The lines of a catalog, and what they were made with. */
interface Lines extends ToolNotes {
  readonly server: string;
  readonly nodes: readonly TreeNode[];
}

const known = new WeakMap<Catalog, Lines>();

/**
 * Lines of a server's catalog in its order: tools, then prompts and resources in groups. Returns the same objects
 * while nothing changed, because the tree is made often, mostly for other servers.
 */
export function catalogNodes(
  server: string,
  catalog: Catalog,
  notes: ToolNotes = {},
): readonly TreeNode[] {
  const before = known.get(catalog);
  const isSame =
    before?.server === server &&
    before.cost === notes.cost &&
    before.policy === notes.policy &&
    before.vetted === notes.vetted;
  if (isSame) return before.nodes;
  const nodes = nodesOf(server, catalog, notes);
  known.set(catalog, { ...notes, server, nodes });
  return nodes;
}

function nodesOf(
  server: string,
  catalog: Catalog,
  { cost, policy, vetted }: ToolNotes,
): readonly TreeNode[] {
  const { tools, prompts, resources, resourceTemplates, dropped } = catalog;
  return [
    ...tools.map((tool, at) => {
      const mark = policy && toolMark(policy, tool);
      const node = toolNode(server, tool, { cost: cost?.each[at], mark });
      return vettedNode(node, tool.name, vetted);
    }),
    ...groupNodes(
      server,
      'promptsGroup',
      prompts.map(({ name, description, icons }) => {
        const shown = { name, description, icon: 'comment', icons };
        const node = itemLeaf('runPrompt', leaf(server, 'prompt', shown), name);
        return flaggedNode(node, name, vetted?.prompts);
      }),
    ),
    ...groupNodes(
      server,
      'resourcesGroup',
      resources.map((resource) => {
        const { uri, name = uri, icons } = resource;
        const icon = isApp(resource) ? 'browser' : 'file';
        const node = leaf(server, 'resource', { name, key: uri, description: uri, icon, icons });
        return flaggedNode(itemLeaf('openResource', node, uri), uri, vetted?.resources);
      }),
    ),
    ...groupNodes(
      server,
      'templatesGroup',
      resourceTemplates.map(({ uriTemplate, name = uriTemplate, icons }) => {
        const shown = { name, key: uriTemplate, description: uriTemplate, icons };
        const node = leaf(server, 'template', { ...shown, icon: 'file-code' });
        const line = itemLeaf('openTemplate', node, uriTemplate);
        return flaggedNode(line, uriTemplate, vetted?.resources);
      }),
    ),
    ...dropped.map(({ list, name, message }): TreeNode => ({
      ...leaf(server, 'dropped', {
        name: t('droppedItem', { name, list, message }),
        icon: 'warning',
      }),
    })),
  ];
}

function toolNode(
  server: string,
  tool: Tool,
  { cost, mark }: { readonly cost: ToolCost | undefined; readonly mark: ToolMark | undefined },
): TreeNode {
  const { name, title, icons } = tool;
  return {
    ...leaf(server, 'tool', { name, description: title, icon: 'tools', icons }),
    description: [mark?.note, firstLine(title)].filter(Boolean).join(' · ') || undefined,
    context: mark ? `tool ${mark.checkbox}` : 'tool',
    checkbox: mark?.checkbox,
    tooltip: () => toolTooltip(tool, { cost, mark }),
    item: name,
    click: { command: 'showTool' },
  };
}

function toolTooltip(
  tool: Tool,
  { cost, mark }: { readonly cost: ToolCost | undefined; readonly mark: ToolMark | undefined },
): string {
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

interface Leaf {
  readonly name: string;
  readonly key?: string;
  readonly description?: string | undefined;
  readonly icon: string;
  /** As the server gave them. */
  readonly icons?: unknown;
}

function leaf(
  server: string,
  kind: string,
  { name, key, description, icon, icons }: Leaf,
): TreeNode {
  return {
    ...serverLine(kind, server, { label: name }),
    id: `${kind} ${server} ${key ?? name}`,
    description: firstLine(description),
    tooltip: description ?? name,
    icon: { id: icon },
    image: offeredImage(icons),
  };
}

/** A line that a click does something with. */
function itemLeaf(command: NodeClick['command'], node: TreeNode, item: string): TreeNode {
  return { ...node, item, click: { command } };
}

function groupNodes(
  server: string,
  group: 'promptsGroup' | 'resourcesGroup' | 'templatesGroup',
  children: readonly TreeNode[],
): TreeNode[] {
  if (children.length === 0) return [];
  return [
    {
      id: `${group} ${server}`,
      label: t(group),
      description: String(children.length),
      context: 'group',
      server,
      children,
    },
  ];
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n', 1)[0];
}
