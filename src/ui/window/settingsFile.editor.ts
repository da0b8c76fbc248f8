import * as vscode from 'vscode';
import { type Json, canonicalJson, isObject } from '../../base/json';
import { changeValue, type JsonPath } from '../../config/write/jsonEdits';
import type { WritableLayer, SettingWrite } from '../../config/write/settingsWrite';
import { minimalEdit } from '../../config/write/textEdit';
import { reasonOf, UserError } from '../../base/errors';
import { applyToFile } from '../editing/applyToFile.editor';
import { ourConfiguration } from './settings.editor';
import { userFile } from './userFile.editor';

/** The settings of one layer; both folders are absolute paths. */
export interface SettingsLocation {
  readonly layer: WritableLayer;
  /** The workspace folder that is spoken of; absent for the window. */
  readonly folder: string | undefined;
  /** The extension's own folder in the user data. */
  readonly globalStorage: string;
}

/**
 * Changes a setting in its file by the smallest edit. This keeps comments in its value, which the editor's own API
 * loses. Resolves with a function that takes the change back; `undefined` if the file is not known or has unsaved
 * changes.
 * @throws UserError `fileUnwritable` {file}.
 */
async function editSettingsFile(
  place: SettingsLocation,
  key: string,
  change: { readonly before: Json; readonly after: Json | undefined },
): Promise<(() => Promise<void>) | undefined> {
  const found = settingsFile(place);
  const document = found && (await openDocument(found.uri));
  if (!document || document.isDirty) return undefined;
  const before = document.getText();
  const after = changeValue(before, [...found.path, key], change.before, change.after);
  // Another file counts, for example that of another profile.
  if (after === undefined) return undefined;
  const { uri } = document;
  await applyToFile({ uri, document, edits: minimalEdit(before, after) });
  return async () => {
    const now = await vscode.workspace.openTextDocument(uri);
    if (now.getText() !== after) return;
    await applyToFile({ uri, document: now, edits: minimalEdit(after, before) });
  };
}

function settingsFile({
  layer,
  folder,
  globalStorage,
}: SettingsLocation): { readonly uri: vscode.Uri; readonly path: JsonPath } | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  if (layer === 'user') {
    const file = vscode.Uri.file(userFile(globalStorage, 'settings'));
    // An editor in a browser does not notice what is written past it.
    return { uri: file.with({ scheme: 'vscode-userdata' }), path: [] };
  }
  if (layer === 'workspace' && workspaceFile) {
    // A workspace that was never saved has no file that can be opened by its name.
    if (workspaceFile.scheme === 'untitled') return undefined;
    return { uri: workspaceFile, path: ['settings'] };
  }
  const root =
    layer === 'folder' && folder !== undefined ? vscode.Uri.file(folder) : workspaceFolders[0]?.uri;
  return root && { uri: vscode.Uri.joinPath(root, '.vscode', 'settings.json'), path: [] };
}

async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

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

/**
 * Writes `roundhouse.servers` in one layer, see {@link writeSetting}.
 * @throws UserError `settingsUntrusted`: in Restricted Mode the editor hides the workspace's value, so that a write would
 * lose it.
 */
export async function writeServers(
  write: SettingWrite,
  place: Omit<SettingsLocation, 'layer'>,
): Promise<void> {
  if (write.layer !== 'user' && !vscode.workspace.isTrusted)
    throw new UserError('settingsUntrusted');
  await writeSetting('servers', write, place);
}

/**
 * Writes a setting `roundhouse.<key>` in one layer, if possible with its comments kept. Resolves once the setting has
 * taken effect.
 * @throws UserError `settingsNotWritten` {message}.
 */
export async function writeSetting(
  key: string,
  { layer, value }: SettingWrite,
  place: Omit<SettingsLocation, 'layer'>,
): Promise<void> {
  const configuration = ourConfiguration(place.folder);
  const before: unknown = configuration.inspect(key)?.[inspected[layer]];
  try {
    if (isObject(before)) {
      const change = { before: before as Json, after: value };
      const takeBack = await editSettingsFile({ layer, ...place }, `roundhouse.${key}`, change);
      if (takeBack && (await editorReads(key, { layer, value }, place.folder))) return;
      // The file of another profile may say the same.
      await takeBack?.();
    }
    await configuration.update(key, value, targets[layer]);
  } catch (error) {
    const { args } = reasonOf(error);
    throw new UserError('settingsNotWritten', { message: String(args?.['message'] ?? error) });
  }
}

/** Waits until the editor has read a saved settings file; false if it has not within the timeout. */
async function editorReads(
  key: string,
  { layer, value }: SettingWrite,
  folder: string | undefined,
): Promise<boolean> {
  const wanted = canonicalJson(value);
  const isRead = (): boolean =>
    canonicalJson(ourConfiguration(folder).inspect(key)?.[inspected[layer]]) === wanted;
  if (isRead()) return true;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(isRead());
    };
    const listener = vscode.workspace.onDidChangeConfiguration(() => {
      if (isRead()) done();
    });
    const timer = setTimeout(done, patienceMs);
  });
}
