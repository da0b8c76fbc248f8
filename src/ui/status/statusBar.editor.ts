import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import type { ShownCosts } from '../costs/toolCosts';
import { toolSetLine } from '../toolSets/toolSetPicks';
import { t } from '../toolSets/toolSetTexts';
import { follow } from '../window/follow';
import { toolSetInput } from '../toolSets/toolSetInput.editor';
import { waitingServers, waitingText } from '../tree/waitingServers';
import { statusLine, type StatusLine } from './statusLine';

/** The status bar items: the servers, which open the tree on a click, and the tools of chat. */
export function registerStatusBar(model: Workspace, costs: ReadonlySignal<ShownCosts>): Disposable {
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
      (line) => show(item, line),
    ),
  );
  store.add(registerToolSetItem(model, costs));
  return store;
}

/** The item that shows which tools chat gets; a click chooses others. */
function registerToolSetItem(model: Workspace, costs: ReadonlySignal<ShownCosts>): Disposable {
  const store = new DisposableStore();
  const item = store.add(
    vscode.window.createStatusBarItem('roundhouse.toolSet', vscode.StatusBarAlignment.Left),
  );
  item.name = t('statusName');
  item.command = 'roundhouse.chooseToolSet';
  store.add(
    follow(
      () => toolSetLine(toolSetInput(model), costs.value),
      (line) => show(item, line),
    ),
  );
  return store;
}

function show(item: vscode.StatusBarItem, line: StatusLine | undefined): void {
  if (!line) return item.hide();
  item.text = line.text;
  item.tooltip = line.tooltip;
  item.backgroundColor =
    line.severity === 'warning'
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
  item.show();
}

/** Keeps the number on a view's icon: the servers that wait for a person's decision. */
export function followBadge(
  view: Pick<vscode.TreeView<unknown>, 'badge'>,
  { entries, trusted }: Pick<Workspace, 'entries' | 'trusted'>,
): Disposable {
  return follow(
    () => waitingServers(entries.value.values(), trusted.value),
    (value) => {
      view.badge = value > 0 ? { value, tooltip: waitingText(value) } : undefined;
    },
  );
}
