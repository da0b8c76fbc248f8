import * as vscode from 'vscode';
import type { Workspace } from '../../client/workspace';
import type { CommandHandlers } from '../window/registerCommands.editor';
import { isConfirmed } from '../window/notice.editor';
import { t } from './callTexts';

/** Calls that a file has at most. */
const mostSaved = 100_000;

/** Commands about the record of finished calls. */
export function callCommands(workspace: Pick<Workspace, 'host'>) {
  return {
    saveCalls: ({ server }) => saveCalls(workspace, server),
    clearCalls: () => clearCalls(workspace),
  } satisfies CommandHandlers;
}

/** Saves the calls of a server, or of all, to a file. */
async function saveCalls({ host }: Pick<Workspace, 'host'>, server?: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    title: t('saveTitle'),
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, t('fileName')) }),
  });
  if (!uri) return;
  const listed = await host.send('calls', { server, limit: mostSaved });
  const text = JSON.stringify({ saved: new Date().toISOString(), ...listed }, undefined, 2);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${text}\n`));
}

/** Clears all calls after a confirmation. */
async function clearCalls({ host }: Pick<Workspace, 'host'>): Promise<void> {
  if (await isConfirmed(t('clearQuestion'), t('clear'), t('clearDetail')))
    await host.send('forgetCalls', {});
}
