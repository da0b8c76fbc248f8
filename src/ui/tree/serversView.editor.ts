import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { lazy } from '../../base/lazy';
import { beginWhen } from '../window/follow';
import type { TreeLine, TreeContext } from './treeView.editor';

/** The view "Servers"; its lines are loaded when a person looks at it. */
export function registerServersView(
  context: Pick<TreeContext, 'model' | 'clock' | 'found' | 'costs'>,
): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<TreeLine[] | undefined>());
  const lines = lazy(
    async () => {
      const { TreeLines } = await import('./treeView.editor');
      return store.add(
        new TreeLines({
          ...context,
          changed: (some) => changed.fire(some),
          showMessage: (message) => {
            view.message = message;
          },
        }),
      );
    },
    'getChildren',
    'getTreeItem',
    'resolveTreeItem',
  );
  const { followBadge } = lazy(() => import('../status/statusBar.editor'), 'followBadge');
  const view: vscode.TreeView<TreeLine> = store.add(
    vscode.window.createTreeView('roundhouse.servers', {
      showCollapseAll: true,
      // Otherwise a tool's box would tick that of its server, and hide which others are off.
      manageCheckboxStateManually: true,
      treeDataProvider: { onDidChangeTreeData: changed.event, ...lines },
    }),
  );
  store.add(
    beginWhen(
      () => context.model.entries.value.size > 0,
      () => void followBadge(view, context.model).then((badge) => store.add(badge)),
    ),
  );
  store.add(
    view.onDidChangeCheckboxState(({ items }) => {
      for (const [line, state] of items) {
        void toggle(context.model, line, state === vscode.TreeItemCheckboxState.Checked);
      }
    }),
  );
  return store;
}

/** Switches a tool, or all of a server, on or off for chat. */
async function toggle(
  model: TreeContext['model'],
  { server = '', item }: TreeLine,
  isOn: boolean,
): Promise<void> {
  const entry = model.entries.peek().get(server);
  if (entry) await model.toolSelection.toggle(entry.definition, item, isOn);
}
