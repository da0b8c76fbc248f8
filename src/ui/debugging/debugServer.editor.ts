import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { freePort } from '../../client/launch/debuggedLaunch';
import type { Workspace } from '../../client/workspace';
import { t } from '../text/texts';
import { pickServer } from '../tree/pickServer.editor';
import { startShown } from '../tree/serverCommands.editor';
import type { Target } from '../window/registerCommands.editor';

/** Restarts a server with a debugger; the command `roundhouse.debugServer`. */
export async function debugServer(workspace: Workspace, target: Target): Promise<void> {
  const entry = await pickServer(workspace, target, 'debug');
  if (!entry) return;
  const { id, name, dev } = entry.definition;
  if (dev?.debug && !hasDebugger(dev.debug.type)) {
    throw new UserError('debuggerMissing', { type: dev.debug.type });
  }
  const port = await freePort();
  const title = t('debuggingServer', { server: name });
  await startShown(workspace, { id, title }, () => workspace.debug(id, port));
}

/** True if an installed extension contributes a debugger of this type. */
function hasDebugger(type: string): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const { contributes } = packageJSON as {
      contributes?: { debuggers?: readonly { type?: unknown }[] };
    };
    return contributes?.debuggers?.some((one) => one.type === type) ?? false;
  });
}
