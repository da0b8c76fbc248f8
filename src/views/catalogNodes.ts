import { modelTool } from '../base/schema/modelTool';
import type { Catalog, Tool } from '../contract/state';
import { appOf, isApp } from './mcpApp';
import { schemaChangeLines } from './schemaChangeText';
import { say } from './texts';
import type { NodeClick, TreeNode } from './treeNodes';

/** What a server offers, in its own order: tools, then prompts and resources in groups. */
export function catalogNodes(server: string, catalog: Catalog): TreeNode[] {
  const { tools, prompts, resources, resourceTemplates, dropped } = catalog;
  return [
    ...tools.map((tool) => toolNode(server, tool)),
    ...groupNodes(
      server,
      'promptsGroup',
      prompts.map(({ name, description }) =>
        itemLeaf('runPrompt', leaf(server, 'prompt', { name, description, icon: 'comment' }), name),
      ),
    ),
    ...groupNodes(
      server,
      'resourcesGroup',
      resources.map((resource) => {
        const { uri, name = uri } = resource;
        const icon = isApp(resource) ? 'browser' : 'file';
        const node = leaf(server, 'resource', { name, key: uri, description: uri, icon });
        return itemLeaf('openResource', node, uri);
      }),
    ),
    ...groupNodes(
      server,
      'templatesGroup',
      resourceTemplates.map(({ uriTemplate, name = uriTemplate }) => {
        const shown = { name, key: uriTemplate, description: uriTemplate, icon: 'file-code' };
        return itemLeaf('openTemplate', leaf(server, 'template', shown), uriTemplate);
      }),
    ),
    ...dropped.map(({ list, name, message }): TreeNode => ({
      ...leaf(server, 'dropped', {
        name: say('droppedItem', { name, list, message }),
        icon: 'warning',
      }),
    })),
  ];
}

function toolNode(server: string, tool: Tool): TreeNode {
  const { name, title, description } = tool;
  const { changes } = modelTool(tool);
  const app = appOf(tool);
  const notes = [
    app !== undefined && say('hasApp', { app }),
    changes.length > 0 && say('modelSchemaTip', { changes: schemaChangeLines(changes).join(' ') }),
  ];
  return {
    ...leaf(server, 'tool', { name, description: title, icon: 'tools' }),
    tooltip: [description ?? name, ...notes.filter((note) => note !== false)].join('\n\n'),
    click: { kind: 'tool', tool: name },
  };
}

interface Leaf {
  readonly name: string;
  readonly key?: string;
  readonly description?: string | undefined;
  readonly icon: string;
}

function leaf(server: string, kind: string, { name, key, description, icon }: Leaf): TreeNode {
  return {
    id: `${kind} ${server} ${key ?? name}`,
    label: name,
    description: firstLine(description),
    tooltip: description ?? name,
    icon: { id: icon },
    context: kind,
    server,
    children: [],
  };
}

/** A line that a click does something with. */
function itemLeaf(
  command: Extract<NodeClick, { kind: 'item' }>['command'],
  node: TreeNode,
  item: string,
): TreeNode {
  return { ...node, item, click: { kind: 'item', command } };
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
      label: say(group),
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
