import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import { waitingServers, waitingText } from '../tree/waitingServers';
import { follow } from '../window/follow';

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
