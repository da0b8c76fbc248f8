import type { ReadonlySignal } from '@preact/signals-core';
import { UserError } from '../../base/errors';
import {
  layersToDisable,
  planDisable,
  planEnable,
  type WritableLayer,
} from '../../config/write/settingsWrite';
import {
  entrySettings,
  layersOf,
  type ServersSetting,
  type ServerEntry,
} from '../../client/configuredServers';
import type { Workspace } from '../../client/workspace';
import type { ServerSwitch } from './serverActions';
import { t } from '../text/texts';
import type { CommandHandlers } from '../window/commands.editor';
import { pickServer } from './pickServer.editor';
import type { Target } from '../window/target';
import { writeServers } from '../window/settingsFile.editor';
import * as vscode from 'vscode';

/**
 * The commands that keep servers from running, or let them run again, by the settings.
 * `globalStorage`: the extension's own folder in the user data.
 */
export function serverSwitches(
  model: Workspace,
  setting: ReadonlySignal<ServersSetting>,
  globalStorage: string,
) {
  const chosen = async (target: Target, action: ServerSwitch): Promise<ServerEntry | undefined> => {
    const entry = await pickServer(model, target, action);
    // Our settings do not reach what VS Code runs.
    if (entry?.runBy === 'vscode') throw new UserError('ownedByEditor');
    return entry;
  };
  return {
    disableServer: async (target) => {
      const entry = await chosen(target, 'disable');
      const layer = entry && (await askLayer(entry, setting.peek().folders.size));
      if (!layer) return;
      const { definition } = entry;
      const layers = layersOf(definition, setting.peek());
      const { folder } = definition.source;
      await writeServers(planDisable(definition.name, layers, layer), { folder, globalStorage });
    },
    enableServer: async (target) => {
      const entry = await chosen(target, 'enable');
      if (!entry) return;
      const { definition } = entry;
      const file = entrySettings(definition);
      const writes = planEnable(definition.name, layersOf(definition, setting.peek()), {
        disabled: file?.settings.enabled === false,
        ofWorkspace: file?.ofWorkspace ?? false,
      });
      const { folder } = definition.source;
      for (const one of writes) await writeServers(one, { folder, globalStorage });
    },
  } satisfies CommandHandlers;
}

async function askLayer(
  { definition }: ServerEntry,
  folders: number,
): Promise<WritableLayer | undefined> {
  const [first, ...others] = layersToDisable(definition.source, folders);
  if (others.length === 0) return first;
  const picks = [
    {
      label: t('switchWorkspace'),
      detail: t('switchWorkspaceDetail'),
      layer: 'workspace',
    },
    { label: t('switchUser'), detail: t('switchUserDetail'), layer: 'user' },
  ] as const;
  const placeHolder = t('switchLayer', { server: definition.name });
  return (await vscode.window.showQuickPick(picks, { placeHolder }))?.layer;
}
