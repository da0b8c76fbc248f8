import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { logLevelSchema, type LogLevel } from '../../ipc/requests';
import type { Workspace } from '../../client/workspace';
import { t } from '../resources/resourceTexts';
import { logsByLevel } from '../tree/serverActions';
import type { CommandHandlers } from '../window/commands.editor';
import type { LogChannels } from './logChannels.editor';
import { pickServer } from '../tree/pickServer.editor';

/** The command that says how much a server is to log. */
export function logLevelCommand(model: Workspace, logs: LogChannels) {
  /** What was asked for in this window, by server. */
  const asked = new Map<string, LogLevel>();
  return {
    setLogLevel: async (target) => {
      const entry = await pickServer(model, target);
      if (!entry) return;
      const { id, name: server } = entry.definition;
      if (entry.runBy === 'vscode') throw new UserError('ownedByEditor');
      if (!logsByLevel(entry)) throw new UserError('noLogLevels', { server });
      const picked = await pickLevel(server, asked.get(id));
      if (!picked) return;
      const { level } = picked;
      await model.host.setLogLevel(id, level);
      if (level) asked.set(id, level);
      else asked.delete(id);
      logs.note(id, level ? t('levelSet', { server, level }) : t('levelUnset', { server }));
      if (level === 'debug') logs.note(id, t('debugHidden'));
    },
  } satisfies CommandHandlers;
}

async function pickLevel(
  server: string,
  current: LogLevel | undefined,
): Promise<{ readonly level: LogLevel | undefined } | undefined> {
  const rows = [undefined, ...logLevelSchema.options].map((level) => ({
    label: level ?? t('levelOfServer'),
    ...(level === current && { description: t('currentLevel') }),
    level,
  }));
  return vscode.window.showQuickPick(rows, { placeHolder: t('pickLevel', { server }) });
}
