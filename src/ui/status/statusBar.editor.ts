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

/** The status bar items: the servers, which open the tree on a click, and the tools of chat, which offer others. */
export function registerStatusBar(
  workspace: Workspace,
  costs: ReadonlySignal<ShownCosts>,
): Disposable {
  const store = new DisposableStore();
  const add = (
    id: string,
    name: string,
    command: string,
    read: () => StatusLine | undefined,
  ): void => {
    const item = store.add(vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left));
    item.name = name;
    item.command = command;
    store.add(follow(read, (line) => show(item, line)));
  };
  add('roundhouse.status', 'MCP Roundhouse', 'roundhouse.servers.focus', () =>
    statusLine({
      entries: workspace.entries.value,
      mode: workspace.host.mode.value,
      trusted: workspace.trusted.value,
    }),
  );
  add('roundhouse.toolSet', t('statusName'), 'roundhouse.chooseToolSet', () =>
    toolSetLine(toolSetInput(workspace), costs.value),
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
