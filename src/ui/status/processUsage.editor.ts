import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import type { ProcessUsage } from '../../ipc/processUsage';
import { t } from '../text/texts';
import { follow } from '../window/follow';
import { pickRow } from '../window/pick.editor';
import { isAlive, usageList, type UsagePick } from './processUsage';

/** Milliseconds between samples while the list is open. The second sample gives the CPU share. */
const interval = { first: 500, later: 2_000 };

/** Enables {@link showProcessUsage} while a server runs. */
export function offerProcessUsage(workspace: Workspace): Disposable {
  return follow(
    () => [...workspace.entries.value.values()].some(isAlive),
    (runs) => void vscode.commands.executeCommand('setContext', 'roundhouse.serverRuns', runs),
  );
}

/** Lists the process usage of running servers; command `roundhouse.showResources`. */
export async function showProcessUsage(workspace: Workspace): Promise<void> {
  const server = await pickRunning(workspace);
  if (server === undefined) return;
  const name = workspace.entries.peek().get(server)?.definition.name ?? server;
  const actions = [
    { label: t('actionRestart'), command: 'restartServer' },
    { label: t('actionStop'), command: 'stopServer' },
    { label: t('actionLog'), command: 'showLog' },
  ];
  const placeHolder = t('pickAction', { server: name });
  const action = await pickRow(placeHolder, actions);
  if (action) await vscode.commands.executeCommand(`roundhouse.${action.command}`, server);
}

/** Shows the list and updates it until a server is picked or the user cancels. */
async function pickRunning(workspace: Workspace): Promise<string | undefined> {
  const list = vscode.window.createQuickPick<UsagePick & vscode.QuickPickItem>();
  list.placeholder = t('pickUsage');
  list.matchOnDescription = true;
  list.keepScrollPosition = true;
  list.busy = true;
  const closed = new AbortController();
  const picked = new Promise<string | undefined>((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]?.server);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      closed.abort();
    });
  });
  list.show();
  const following = followUsage(workspace, list, closed.signal);
  const server = await picked;
  await following;
  list.dispose();
  return server;
}

async function followUsage(
  workspace: Workspace,
  list: vscode.QuickPick<UsagePick & vscode.QuickPickItem>,
  closed: AbortSignal,
): Promise<void> {
  for (let wait = interval.first; !closed.aborted; wait = interval.later) {
    const alive = [...workspace.entries.peek()].filter(([, entry]) => isAlive(entry));
    const samples = await measureUsage(
      workspace,
      alive.map(([id]) => id),
    );
    if (closed.aborted) return;
    const { title, picks } = usageList(workspace.entries.peek(), samples, Date.now());
    const active = list.activeItems[0]?.server;
    list.title = title;
    list.items = picks;
    const again = list.items.filter(({ server }) => server === active);
    if (again.length > 0) list.activeItems = again;
    list.busy = false;
    await delay(wait, undefined, { signal: closed }).catch(() => undefined);
  }
}

/** Milliseconds for the host to measure. */
const timeoutMs = 5_000;

/** Process usage of servers, with the `tree` of each process if wanted; empty if it cannot be measured. */
export async function measureUsage(
  workspace: Workspace,
  servers: readonly string[],
  tree = false,
): Promise<readonly ProcessUsage[]> {
  if (servers.length === 0) return [];
  try {
    return await workspace.host.send(
      'resources',
      { ids: [...servers], tree },
      AbortSignal.timeout(timeoutMs),
    );
  } catch {
    return [];
  }
}
