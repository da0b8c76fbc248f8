import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Workspace } from '../../client/workspace';
import type { ServerEntry } from '../../client/configuredServers';
import { t } from '../text/texts';
import { notice } from '../window/notice.editor';
import type { Target } from '../window/registerCommands.editor';
import { pickRow } from '../window/pick.editor';
import type { OfferedAction } from './serverActions';
import { serverPicks } from './serverPicks';

/**
 * The server that a command is about. Asks if the target names none, and names it there; `undefined` if the person
 * cancels.
 * @throws UserError `unknownServer` {server, valid}.
 */
export async function pickServer(
  workspace: Workspace,
  target: Target,
  action?: OfferedAction,
): Promise<ServerEntry | undefined> {
  const entries = workspace.entries.peek();
  const id = (target.server ??= await ask(workspace, action));
  if (id === undefined) return undefined;
  const entry = workspace.entries.peek().get(id);
  if (!entry) throw new UserError('unknownServer', { server: id, valid: [...entries.keys()] });
  return entry;
}

/**
 * The same for commands whose settings do not reach what VS Code runs.
 * @throws UserError `unknownServer` {server, valid}, `ownedByEditor`.
 */
export async function pickOurServer(
  ...asked: Parameters<typeof pickServer>
): Promise<ServerEntry | undefined> {
  const entry = await pickServer(...asked);
  if (entry?.runBy === 'vscode') throw new UserError('ownedByEditor');
  return entry;
}

async function ask(workspace: Workspace, action?: OfferedAction): Promise<string | undefined> {
  const picks = serverPicks(workspace.entries.peek(), Date.now(), action);
  if (picks.length === 0) {
    void showNoServers();
    return undefined;
  }
  const options = { matchOnDescription: true, matchOnDetail: true };
  return (await pickRow(t('pickServer'), picks, options))?.server;
}

/** Says that no servers are configured, and offers to add one. */
export async function showNoServers(): Promise<void> {
  const add = t('addServer');
  if ((await notice('information', t('noServers'), add)) === add)
    await vscode.commands.executeCommand('roundhouse.addServer');
}
