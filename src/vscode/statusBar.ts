import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { statusLine } from '../views/statusLine';
import { follow } from './follow';

/** The item in the status bar; a click opens the tree. */
export function registerStatusBar(model: WorkspaceModel): Disposable {
  const store = new DisposableStore();
  const item = store.add(
    vscode.window.createStatusBarItem('roundhouse.status', vscode.StatusBarAlignment.Left),
  );
  item.name = 'MCP Roundhouse';
  item.command = 'roundhouse.servers.focus';
  store.add(
    follow(
      () =>
        statusLine({
          entries: model.entries.value,
          mode: model.host.mode.value,
          trusted: model.trusted.value,
        }),
      (line) => {
        if (!line) return item.hide();
        item.text = line.text;
        item.tooltip = line.tooltip;
        item.backgroundColor =
          line.severity === 'warning'
            ? new vscode.ThemeColor('statusBarItem.warningBackground')
            : undefined;
        return item.show();
      },
    ),
  );
  return store;
}
