import * as vscode from 'vscode';
import type { Reason } from '../../base/errors';
import {
  giveBack,
  takeOver,
  type OwnerOutcome,
  type OwnerLayer,
  type ChosenOwner,
  type OwnerContext,
  type SavedAutostart,
  type OwnerSettings,
} from '../../client/owner';
import type { Workspace } from '../../client/workspace';
import {
  type EditorCopy,
  editorCopies,
  doubledServers,
  isMcpTool,
} from '../../client/editorCopies';
import { nextAction, sentence } from '../reasons/sentence';
import { notice } from '../window/notice.editor';

/** Makes `runner` the owner and tells what could not be done. False where nothing was changed. */
export async function changeOwner(
  context: vscode.ExtensionContext,
  model: Workspace,
  runner: ChosenOwner,
  layer: OwnerLayer,
): Promise<boolean> {
  const ports = ownerContext(context, model);
  const { failed }: OwnerOutcome =
    runner === 'roundhouse'
      ? await takeOver(ports, layer, copiesOf(model))
      : await giveBack(ports, layer);
  showReasons(failed);
  return failed.every(({ code }) => code !== 'ownerNotWritten');
}

/** Shows reasons as one warning; none, nothing. */
export function showReasons(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  const sentences = reasons.flatMap((reason) => [sentence(reason), nextAction(reason)?.text ?? '']);
  void notice('warning', sentences.filter(Boolean).join(' '));
}

const savedKey = 'roundhouse.keptAutostart';

/** The editor as the choice of the owner sees it. */
export function ownerContext(context: vscode.ExtensionContext, model: Workspace): OwnerContext {
  const memento = (layer: OwnerLayer): vscode.Memento =>
    layer === 'user' ? context.globalState : context.workspaceState;
  return {
    settings: () => ownerSettings(context),
    write: async ({ key, layer, value }) => {
      const target =
        layer === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
      await vscode.workspace.getConfiguration().update(key, value, target);
    },
    save: async (layer, saved) => memento(layer).update(savedKey, saved),
    command: async (id, ...args) => {
      await vscode.commands.executeCommand(id, ...args);
    },
    hasEditorTools: () =>
      model.owner.value === 'roundhouse'
        ? doubledNow(model).length > 0
        : vscode.lm.tools.some(isMcpTool),
    reloadWindow: async () => {
      await vscode.commands.executeCommand('workbench.action.reloadWindow');
    },
  };
}

/** Settings about the owner, with the stored previous values. */
export function ownerSettings(context: vscode.ExtensionContext): OwnerSettings {
  const configuration = vscode.workspace.getConfiguration();
  const autostart = configuration.inspect<string>('chat.mcp.autostart');
  const owner = configuration.inspect<string>('roundhouse.owner');
  return {
    autostartDefault: autostart?.defaultValue,
    autostart: { user: autostart?.globalValue, workspace: autostart?.workspaceValue },
    owner: { user: owner?.globalValue, workspace: owner?.workspaceValue },
    saved: {
      user: context.globalState.get<SavedAutostart>(savedKey),
      workspace: context.workspaceState.get<SavedAutostart>(savedKey),
    },
  };
}

/** VS Code's possible copies of the entries, or of those named. */
export function copiesOf(model: Workspace, names?: readonly string[]): readonly EditorCopy[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const definitions = Array.from(model.entries.value.values(), ({ definition }) => definition);
  const wanted = definitions.filter(({ name }) => names?.includes(name) ?? true);
  return editorCopies(wanted, folders);
}

/** The names of our servers whose tools stand in chat twice. */
export function doubledNow(model: Workspace): readonly string[] {
  const ours = [...model.entries.value.values()].filter(({ runBy }) => runBy === 'roundhouse');
  const published = ours.flatMap(({ definition: { id, name: server } }) =>
    (model.host.catalog(id).value?.tools ?? []).map(({ name, description }) => ({
      server,
      name,
      description,
    })),
  );
  return doubledServers(vscode.lm.tools, published);
}
