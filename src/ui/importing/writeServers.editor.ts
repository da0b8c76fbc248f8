import { reasonOf, UserError } from '../../base/errors';
import { canonicalJson, isObject, type Json } from '../../base/json';
import type { ServersWrite, WritableLayer } from '../../config/write/settingsWrite';
import { serversConfiguration } from '../window/settings.editor';
import { editSettingsFile, type SettingsPlace } from '../window/settingsFile.editor';
import * as vscode from 'vscode';

const targets: Readonly<Record<WritableLayer, vscode.ConfigurationTarget>> = {
  user: vscode.ConfigurationTarget.Global,
  workspace: vscode.ConfigurationTarget.Workspace,
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
};

const inspected = {
  user: 'globalValue',
  workspace: 'workspaceValue',
  folder: 'workspaceFolderValue',
} as const;

/** Milliseconds for the editor to read its settings again. */
const patienceMs = 5_000;

/** Writes `roundhouse.servers` in one layer, see {@link writeSetting}. */
export async function writeServers(
  write: ServersWrite,
  place: Omit<SettingsPlace, 'layer'>,
): Promise<void> {
  await writeSetting('servers', write, place);
}

/**
 * Writes a setting `roundhouse.<key>` in one layer, if possible with its comments kept. Resolves once the setting has
 * taken effect.
 * @throws UserError `settingsNotWritten` {message}.
 */
export async function writeSetting(
  key: string,
  { layer, value }: ServersWrite,
  place: Omit<SettingsPlace, 'layer'>,
): Promise<void> {
  const configuration = serversConfiguration(place.folder);
  const before: unknown = configuration.inspect(key)?.[inspected[layer]];
  try {
    if (isObject(before)) {
      const change = { before: before as Json, after: value };
      if (await editSettingsFile({ layer, ...place }, `roundhouse.${key}`, change)) {
        await untilEditorReads(key, { layer, value }, place.folder);
        return;
      }
    }
    await configuration.update(key, value, targets[layer]);
  } catch (error) {
    const { args } = reasonOf(error);
    throw new UserError('settingsNotWritten', { message: String(args?.['message'] ?? error) });
  }
}

/** Waits until the editor has read a saved settings file, at most for the timeout. */
async function untilEditorReads(
  key: string,
  { layer, value }: ServersWrite,
  folder: string | undefined,
): Promise<void> {
  const wanted = canonicalJson(value);
  const isRead = (): boolean =>
    canonicalJson(serversConfiguration(folder).inspect(key)?.[inspected[layer]]) === wanted;
  if (isRead()) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const listener = vscode.workspace.onDidChangeConfiguration(() => {
      if (isRead()) done();
    });
    const timer = setTimeout(done, patienceMs);
  });
}
