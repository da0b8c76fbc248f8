import * as vscode from 'vscode';
import { isObject, type JsonObject } from '../../base/json';
import { namedPatterns } from '../../config/settings/toolSets';
import { untrustedText } from '../text/untrustedText';
import { toolSetPicks } from './toolSetPicks';
import { t } from './toolSetTexts';
import type { CommandHandler } from '../window/commands.editor';
import { serversConfiguration } from '../window/settings.editor';
import { toolSetInput } from './toolSetInput.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { writeSetting } from '../importing/writeServers.editor';

type Parts = Pick<WindowContext, 'context' | 'model'>;

/** Commands that choose the tools for chat. */
export function toolSetCommands(parts: Parts) {
  const toggle =
    (isOn: boolean): CommandHandler =>
    async ({ server = '', item }) => {
      const entry = parts.model.entries.peek().get(server);
      if (entry) await parts.model.toolSets.toggle(entry.definition, item, isOn);
    };
  return {
    chooseToolSet: () => chooseToolSet(parts),
    saveToolSet: () => saveToolSet(parts),
    editToolSets: () => editToolSets(),
    enableTool: toggle(true),
    disableTool: toggle(false),
  } satisfies Record<string, CommandHandler>;
}

async function chooseToolSet(parts: Parts): Promise<void> {
  const { toolSets } = parts.model;
  const picks = toolSetPicks(toolSetInput(parts.model));
  const picked = await vscode.window.showQuickPick(picks, { placeHolder: t('pickSet') });
  switch (picked?.does.kind) {
    case 'switch':
      return toolSets.switchTo(picked.does.set);
    case 'save':
      return saveToolSet(parts);
    case 'undo':
      return toolSets.reset();
    case 'edit':
      return editToolSets();
    case undefined:
  }
}

/** Saves the current selection as a set in the settings and activates it. */
async function saveToolSet({ context, model }: Parts): Promise<void> {
  const { toolSets } = model;
  const { active } = toolSets;
  const name = await vscode.window.showInputBox({
    title: t('nameSet'),
    prompt: t('namePrompt'),
    value: active.peek() ?? '',
  });
  const wanted = name?.trim();
  if (!wanted) return;
  const said = serversConfiguration().inspect('toolSets');
  // One of the workspace would not count beside it.
  const isOwn = isObject(said?.globalValue) && Object.hasOwn(said.globalValue, wanted);
  const layer = isOwn ? 'user' : await askLayer(wanted);
  if (!layer) return;
  const servers = [...model.entries.peek().values()].map(({ definition }) => definition);
  const before = layer === 'user' ? said?.globalValue : said?.workspaceValue;
  const value = {
    ...(isObject(before) ? (before as JsonObject) : {}),
    [wanted]: namedPatterns(toolSets.selection, servers),
  };
  const globalStorage = context.globalStorageUri.fsPath;
  await writeSetting('toolSets', { layer, value }, { folder: undefined, globalStorage });
  await toolSets.saved(wanted);
}

async function askLayer(set: string): Promise<'user' | 'workspace' | undefined> {
  if (vscode.workspace.workspaceFolders === undefined) return 'user';
  const picks = [
    { label: t('saveUser'), detail: t('saveUserDetail'), layer: 'user' },
    {
      label: t('saveWorkspace'),
      detail: t('saveWorkspaceDetail'),
      layer: 'workspace',
    },
  ] as const;
  const placeHolder = t('saveWhere', { set: untrustedText(set) });
  return (await vscode.window.showQuickPick(picks, { placeHolder }))?.layer;
}

async function editToolSets(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'roundhouse.toolSets');
}
