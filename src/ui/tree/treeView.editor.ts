import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Throttle } from '../../base/throttle';
import type { Workspace } from '../../client/workspace';
import type { ServerSnapshot } from '../../ipc/state';
import { shownFiles, type FoundProblems } from '../editing/shownProblems';
import type { ShownCosts } from '../costs/toolCosts';
import { addressOf } from '../resources/resourceDocument.editor';
import { mentionOf } from '../text/mention';
import { t } from '../toolSets/toolSetTexts';
import type { Clock } from '../window/clock.editor';
import { follow } from '../window/follow';
import { isRemote } from '../window/machine.editor';
import { measureUsage } from '../status/processUsage.editor';
import { spokenText, treeChanges } from './treeNode';
import type { TreeNode } from './treeNode';
import { treeMessage, treeNodes } from './treeNodes';
import { setUpNode } from './waitingServers';
import { offeredImage } from './offeredImage';
import { serverDetails } from './serverDetails';

/** Milliseconds between two changes: the editor shows nothing until it has received none for 200. */
const rest = 250;

/**
 * Milliseconds for which a tooltip is cached. One that is open for longer closes, so it is more than a
 * person needs to read it.
 */
const freshness = 15_000;

/** A line as the editor keeps it; menus pass it to their commands. */
export interface TreeLine {
  node: TreeNode;
  readonly server: string | undefined;
  readonly file: string | undefined;
  readonly item: string | undefined;
}

export interface TreeContext {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly found: ReadonlySignal<FoundProblems>;
  readonly costs: ReadonlySignal<ShownCosts>;
  /** Has the editor ask anew for these lines, or for all. */
  readonly changed: (lines: TreeLine[] | undefined) => void;
  /** Shows a sentence above the lines. */
  readonly showMessage: (message: string | undefined) => void;
}

/**
 * Keeps a line the same object while its node has the same id, and refreshes only changed lines. The editor runs no
 * command from a line that it is about to refresh.
 */
export class TreeLines implements vscode.TreeDataProvider<TreeLine>, Disposable {
  readonly #store = new DisposableStore();
  #roots: readonly TreeNode[] = [];
  #lines = new Map<string, TreeLine>();
  /** Ids of servers whose tooltip was made when somebody pointed at them. */
  readonly #pointedAt = new Set<string>();
  /** The lines of tools whose tooltip was made so, by id, as they were then. */
  readonly #toolTooltips = new Map<string, TreeNode>();
  readonly #aging = this.#store.add(new Throttle(freshness, () => this.#forgetTooltips()));

  constructor(private readonly context: TreeContext) {
    this.#store.add(
      follow(
        () => shown(context),
        ({ message, nodes }) => {
          context.showMessage(message);
          this.#show(nodes);
        },
        rest,
      ),
    );
    // The caller asks for the first lines at once.
    this.#roots = shown(context).nodes;
    this.#take(this.#roots, new Map());
  }

  #show(roots: readonly TreeNode[]): void {
    const changes = treeChanges(this.#roots, roots);
    const before = this.#lines;
    this.#roots = roots;
    this.#lines = new Map();
    this.#take(roots, before);
    if (changes === 'all') return this.context.changed(undefined);
    const shown = [...changes, ...this.#outdated()];
    if (shown.length > 0) this.context.changed(this.#linesOf(shown));
  }

  /** Lines with an outdated tooltip, which the editor keeps until it asks again. */
  #outdated(): readonly string[] {
    const ids = [...this.#toolTooltips].filter(([id, node]) => this.#lines.get(id)?.node !== node);
    for (const [id] of ids) this.#toolTooltips.delete(id);
    return ids.map(([id]) => id);
  }

  getChildren(line?: TreeLine): TreeLine[] {
    return this.#linesOf((line ? (line.node.children ?? []) : this.#roots).map(({ id }) => id));
  }

  /** Needed to reveal a line, which is done to sources only. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem({ node }: TreeLine): vscode.TreeItem {
    return treeItem(node);
  }

  /** Asked for when a person points at a line whose tooltip is not made yet. */
  async resolveTreeItem(item: vscode.TreeItem, { node }: TreeLine): Promise<vscode.TreeItem> {
    const { id, context, server } = node;
    if (typeof node.tooltip === 'function') {
      item.tooltip = node.tooltip();
      this.#toolTooltips.set(id, node);
      return item;
    }
    if (server === undefined || !context.startsWith('server')) return item;
    item.tooltip = await serverTooltip(this.context, server);
    this.#pointedAt.add(id);
    this.#aging.schedule();
    return item;
  }

  /** Gives tools their mentions in chat, which the box of the chat takes as text. */
  handleDrag(lines: readonly TreeLine[], transfer: vscode.DataTransfer): void {
    const mentions = lines.flatMap(({ node, item }) =>
      isTool(node) && item !== undefined ? mentionOf(item) : [],
    );
    if (mentions.length > 0)
      transfer.set('text/plain', new vscode.DataTransferItem(`${mentions.join(' ')} `));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** The editor caches tooltips until it is notified of a change. */
  #forgetTooltips(): void {
    this.context.changed(this.#linesOf([...this.#pointedAt]));
    this.#pointedAt.clear();
  }

  #take(nodes: readonly TreeNode[], before: ReadonlyMap<string, TreeLine>): void {
    for (const node of nodes) {
      const { id, server, file, item, children = [] } = node;
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

function shown({ workspace, clock, found, costs }: TreeContext): {
  readonly message: string | undefined;
  readonly nodes: readonly TreeNode[];
} {
  const nodes = treeNodes({
    files: shownFiles(workspace.files.value, found.value),
    entries: workspace.entries.value,
    catalogs: workspace.catalogs,
    policies: workspace.policies.value,
    costs: costs.value.servers,
    now: clock.now.value,
    // In a browser the user's own files lie where the extension runs.
    remote: isRemote(),
  });
  const message = treeMessage(workspace.trusted.value, costs.value);
  const setUp = setUpNode(
    workspace.entries.value.values(),
    workspace.trusted.value && workspace.owner.value === 'ask',
  );
  return {
    message: nodes.length > 0 ? message : undefined,
    nodes: setUp ? [setUp, ...nodes] : nodes,
  };
}

function treeItem(node: TreeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, collapsibleState(node));
  item.id = node.id;
  item.contextValue = node.context;
  if (node.description !== undefined) item.description = node.description;
  if (typeof node.tooltip === 'string') item.tooltip = node.tooltip;
  item.accessibilityInformation = { label: spokenText(node) };
  if (node.checkbox) {
    const isOn = node.checkbox === 'on';
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    const tooltip = t(isOn ? 'boxOn' : 'boxOff');
    item.checkboxState = { state: isOn ? Checked : Unchecked, tooltip };
  }
  const { context, server, item: uri, mimeType } = node;
  // Chat attaches what it knows when the drag begins: not what `handleDrag` gives later.
  if (context === 'resource' && server !== undefined && uri !== undefined)
    item.resourceUri = addressOf({ server, uri }, mimeType);
  if (node.image) {
    const { light, dark } = node.image;
    item.iconPath = { light: vscode.Uri.parse(light), dark: vscode.Uri.parse(dark) };
  } else if (node.icon) {
    const { id, color } = node.icon;
    item.iconPath = new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
  }
  if (node.click) {
    const { command, title = node.label } = node.click;
    item.command = { command: `roundhouse.${command}`, title, arguments: [node] };
  }
  return item;
}

function collapsibleState({ children = [], expanded }: TreeNode): vscode.TreeItemCollapsibleState {
  if (children.length === 0) return vscode.TreeItemCollapsibleState.None;
  return expanded
    ? vscode.TreeItemCollapsibleState.Expanded
    : vscode.TreeItemCollapsibleState.Collapsed;
}

function isTool({ context }: TreeNode): boolean {
  return /^tool\b/.test(context);
}

/** Tooltip of a server; its resource use is measured for this. */
async function serverTooltip(
  { workspace, costs }: Pick<TreeContext, 'workspace' | 'costs'>,
  server: string,
): Promise<vscode.MarkdownString | undefined> {
  const [sample] = await measureUsage(workspace, [server]);
  const entry = workspace.entries.peek().get(server);
  if (!entry) return undefined;
  const cost = costs.peek().servers.get(server);
  const details = serverDetails(entry, Date.now(), sample, cost);
  return new vscode.MarkdownString([...ownImage(entry.snapshot), ...details].join('\n\n'));
}

/** The server's own icon in its tooltip, because its place in the tree has that of its state. */
function ownImage({ handshake }: ServerSnapshot): readonly string[] {
  const image = offeredImage(handshake?.serverInfo['icons']);
  if (!image) return [];
  const { kind } = vscode.window.activeColorTheme;
  const isLight =
    kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return [`![](${isLight ? image.light : image.dark}|width=24,height=24)`];
}
