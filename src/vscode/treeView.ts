import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { shownFiles, type FoundProblems } from '../views/shownProblems';
import { say } from '../views/texts';
import { treeChanges } from '../views/treeChanges';
import { treeNodes, type NodeClick, type TreeNode } from '../views/treeNodes';
import { catalogs } from './catalogs';
import type { Clock } from './clock';
import { follow } from './follow';
import { serverTooltip } from './serverTooltip';

/**
 * Milliseconds for which a tooltip is kept. One that is open for longer closes, so it is more than a
 * person needs to read it.
 */
const freshness = 15_000;

/** The view "Servers". */
export function registerTree(
  model: WorkspaceModel,
  clock: Clock,
  found: ReadonlySignal<FoundProblems>,
): Disposable {
  const store = new DisposableStore();
  const lines = store.add(new TreeLines((server) => serverTooltip(model, server)));
  const view = store.add(
    vscode.window.createTreeView<TreeLine>('roundhouse.servers', {
      showCollapseAll: true,
      treeDataProvider: lines,
    }),
  );
  store.add(
    follow(
      () => ({
        trusted: model.trusted.value,
        nodes: treeNodes({
          files: shownFiles(model.files.value, found.value),
          entries: model.entries.value,
          catalogs: catalogs(model),
          now: clock.now.value,
          // In a browser the user's own files lie where the extension runs.
          remote:
            vscode.env.remoteName !== undefined && vscode.env.uiKind === vscode.UIKind.Desktop,
        }),
      }),
      ({ trusted, nodes }) => {
        view.message = trusted || nodes.length === 0 ? undefined : say('statusRestricted');
        lines.show(nodes);
      },
    ),
  );
  return store;
}

/** A line as the editor keeps it; menus pass it to their commands. */
interface TreeLine {
  node: TreeNode;
  readonly server: string | undefined;
  readonly file: string | undefined;
  readonly item: string | undefined;
}

/**
 * Keeps a line the same object while its node has the same id, and shows only anew what changed: the
 * editor takes no command from a line that it is about to ask for.
 */
class TreeLines implements vscode.TreeDataProvider<TreeLine>, Disposable {
  readonly #changed = new vscode.EventEmitter<TreeLine[] | undefined>();
  #roots: readonly TreeNode[] = [];
  #lines = new Map<string, TreeLine>();
  /** Ids of lines whose tooltip was made when somebody pointed at them. */
  readonly #pointedAt = new Set<string>();
  #aging: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly tooltip: (server: string) => Promise<vscode.MarkdownString | undefined>,
  ) {}

  show(roots: readonly TreeNode[]): void {
    const changes = treeChanges(this.#roots, roots);
    const before = this.#lines;
    this.#roots = roots;
    this.#lines = new Map();
    this.#take(roots, before);
    if (changes === 'all') this.#changed.fire(undefined);
    else if (changes.length > 0) this.#changed.fire(this.#linesOf(changes));
  }

  getChildren(line?: TreeLine): TreeLine[] {
    return this.#linesOf((line?.node.children ?? this.#roots).map(({ id }) => id));
  }

  getTreeItem({ node }: TreeLine): vscode.TreeItem {
    return treeItem(node);
  }

  /** Asked for when a person points at a line whose tooltip is not made yet. */
  async resolveTreeItem(item: vscode.TreeItem, { node }: TreeLine): Promise<vscode.TreeItem> {
    const { id, context, server } = node;
    if (server === undefined || !context.startsWith('server')) return item;
    item.tooltip = await this.tooltip(server);
    this.#pointedAt.add(id);
    this.#aging ??= setTimeout(() => this.#forgetTooltips(), freshness);
    return item;
  }

  dispose(): void {
    clearTimeout(this.#aging);
    this.#changed.dispose();
  }

  /** The editor keeps what it was told until it is told to ask again. */
  #forgetTooltips(): void {
    this.#aging = undefined;
    this.#changed.fire(this.#linesOf([...this.#pointedAt]));
    this.#pointedAt.clear();
  }

  #take(nodes: readonly TreeNode[], before: ReadonlyMap<string, TreeLine>): void {
    for (const node of nodes) {
      const { id, server, file, item, children } = node;
      const line = before.get(id) ?? { node, server, file, item };
      line.node = node;
      this.#lines.set(id, line);
      this.#take(children, before);
    }
  }

  #linesOf(ids: readonly string[]): TreeLine[] {
    return ids.flatMap((id) => this.#lines.get(id) ?? []);
  }
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
  const { label: title, server } = node;
  switch (click.kind) {
    case 'tool':
      return { command: 'roundhouse.showTool', title, arguments: [server, click.tool] };
    case 'item':
      return { command: `roundhouse.${click.command}`, title, arguments: [node] };
    case 'changes':
      return { command: 'roundhouse.showCatalogChange', title, arguments: [server] };
    case 'action':
      return { command: `roundhouse.${click.action}`, title: click.title, arguments: [node] };
  }
}
