import * as vscode from 'vscode';
import type { Workspace } from '../../client/workspace';
import { isUp } from '../../ipc/serverStates';
import { actionTitle } from '../reasons/sentence';
import { t } from '../text/texts';
import { showNoServers } from '../tree/pickServer.editor';
import { notice, showReason } from '../window/notice.editor';
import { pickRow } from '../window/pick.editor';
import { toolPicks, type ToolPick } from './toolPicks';

/** Asks for a known tool of all servers, or of one. Says why where none is known. */
export async function pickTool(workspace: Workspace, only?: string): Promise<ToolPick | undefined> {
  const picks = toolPicks(workspace.entries.peek(), workspace.catalogs, only);
  if (picks.length === 0) {
    void showNoTools(workspace, only);
    return undefined;
  }
  const options = { matchOnDescription: true, matchOnDetail: true };
  return pickRow(t('pickTool'), picks, options);
}

/** Says why no tool of all servers, or of one, is known, with a button for what helps. */
async function showNoTools({ entries, catalogs }: Workspace, only?: string): Promise<void> {
  const all = entries.peek();
  if (all.size === 0) return showNoServers();
  const entry = all.get(only ?? '');
  if (entry) {
    const { definition, runBy, inactiveReason, snapshot } = entry;
    const { id, name } = definition;
    if (runBy === 'vscode') return showReason({ code: 'ownedByEditor' }, definition);
    if (!catalogs.has(id) && !isUp(snapshot.state))
      return showReason(inactiveReason ?? { code: 'notRunning' }, definition);
    const text = t(catalogs.has(id) ? 'noToolsOf' : 'toolsUnknown', { server: name });
    return void notice('information', text);
  }
  if ([...all.values()].every(({ runBy }) => runBy === 'vscode'))
    return showReason({ code: 'ownedByEditor' });
  const start = actionTitle('startServer');
  if ((await notice('information', t('noTools'), start)) === start)
    await vscode.commands.executeCommand('roundhouse.startServer');
}
