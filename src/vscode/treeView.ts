import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { say } from '../views/texts';
import { treeNodes, type NodeClick, type TreeNode } from '../views/treeNodes';
import { catalogs } from './catalogs';
import type { Clock } from './clock';
import { follow } from './follow';

/** The view "Servers". */
export function registerTree(model: WorkspaceModel, clock: Clock): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  let roots: readonly TreeNode[] = [];
  const view = store.add(
    vscode.window.createTreeView<TreeNode>('roundhouse.servers', {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: (node) => [...(node?.children ?? roots)],
        getTreeItem: treeItem,
      },
    }),
  );
  store.add(
    follow(
      () => ({
        trusted: model.trusted.value,
        nodes: treeNodes({
          files: model.files.value,
          entries: model.entries.value,
          catalogs: catalogs(model),
          now: clock.now.value,
          // In a browser the user's own files lie where the extension runs.
          remote:
            vscode.env.remoteName !== undefined && vscode.env.uiKind === vscode.UIKind.Desktop,
        }),
      }),
      ({ trusted, nodes }) => {
        roots = nodes;
        view.message = trusted || nodes.length === 0 ? undefined : say('statusRestricted');
        changed.fire();
      },
    ),
  );
  return store;
}

function treeItem(node: TreeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, collapsibleState(node));
  item.id = node.id;
  item.contextValue = node.context;
  if (node.description !== undefined) item.description = node.description;
  if (node.tooltip !== undefined) item.tooltip = node.tooltip;
  if (node.icon) {
    const { id, color } = node.icon;
    item.iconPath = new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
  }
  if (node.click) item.command = clickCommand(node.click, node);
  return item;
}

function collapsibleState({ children, expanded }: TreeNode): vscode.TreeItemCollapsibleState {
  if (children.length === 0) return vscode.TreeItemCollapsibleState.None;
  return expanded
    ? vscode.TreeItemCollapsibleState.Expanded
    : vscode.TreeItemCollapsibleState.Collapsed;
}

function clickCommand(click: NodeClick, node: TreeNode): vscode.Command {
  return click.kind === 'tool'
    ? { command: 'roundhouse.showTool', title: node.label, arguments: [node.server, click.tool] }
    : { command: `roundhouse.${click.action}`, title: click.title, arguments: [node] };
}
