import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { lazy } from '../../base/lazy';
import { beginWhen } from '../window/follow';
import type { TreeLine, TreeContext } from './treeView.editor';

/** Levels of lines with others below them: sources, servers, groups. */
const levels = 3;

/** The view "Servers"; its lines are loaded when a person looks at it. */
export class ServersView implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<TreeLine[] | undefined>());
  readonly #lines = lazy(
    async () => {
      const { TreeLines } = await import('./treeView.editor');
      return this.#store.add(
        new TreeLines({
          ...this.context,
          changed: (some) => this.#changed.fire(some),
          showMessage: (message) => {
            this.#view.message = message;
          },
        }),
      );
    },
    'getChildren',
    'getParent',
    'getTreeItem',
    'resolveTreeItem',
    'handleDrag',
  );
  readonly #view = this.#store.add(
    vscode.window.createTreeView<TreeLine>('roundhouse.servers', {
      showCollapseAll: true,
      // Otherwise a tool's box would tick that of its server, and hide which others are off.
      manageCheckboxStateManually: true,
      dragAndDropController: {
        dropMimeTypes: [],
        // With `text/uri-list` chat would expect files, and take no text.
        dragMimeTypes: ['text/plain'],
        handleDrag: this.#lines.handleDrag,
      },
      treeDataProvider: { onDidChangeTreeData: this.#changed.event, ...this.#lines },
    }),
  );

  constructor(
    private readonly context: Pick<TreeContext, 'workspace' | 'clock' | 'found' | 'costs'>,
  ) {
    const { workspace } = context;
    const { followBadge } = lazy(() => import('../status/statusBar.editor'), 'followBadge');
    this.#store.add(
      beginWhen(
        () => workspace.entries.value.size > 0,
        () => void followBadge(this.#view, workspace).then((badge) => this.#store.add(badge)),
      ),
    );
    this.#store.add(
      this.#view.onDidChangeCheckboxState(({ items }) => {
        for (const [line, state] of items) {
          void toggle(workspace, line, state === vscode.TreeItemCheckboxState.Checked);
        }
      }),
    );
  }

  /** Opens the box that finds lines. Expands all first, because the editor finds only what was expanded once. */
  async find(): Promise<void> {
    await vscode.commands.executeCommand('roundhouse.servers.focus');
    for (const line of await this.#lines.getChildren()) {
      await this.#view.reveal(line, { select: false, focus: false, expand: levels });
    }
    await vscode.commands.executeCommand('list.find');
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** Switches a tool, or all of a server, on or off for chat. */
async function toggle(
  workspace: TreeContext['workspace'],
  { server = '', item }: TreeLine,
  isOn: boolean,
): Promise<void> {
  const entry = workspace.entries.peek().get(server);
  if (entry) await workspace.toolSelection.toggle(entry.definition, item, isOn);
}
