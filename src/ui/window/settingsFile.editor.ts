import { join } from 'node:path';
import type { Json } from '../../base/json';
import { changeValue, type JsonPath } from '../../config/write/jsonEdits';
import type { WritableLayer } from '../../config/write/settingsWrite';
import { minimalEdit } from '../../config/write/textEdit';
import { applyToFile } from '../editing/applyToFile.editor';
import * as vscode from 'vscode';

/** The settings of one layer; both folders are absolute paths. */
export interface SettingsPlace {
  readonly layer: WritableLayer;
  /** The workspace folder that is spoken of; absent for the window. */
  readonly folder: string | undefined;
  /** The extension's own folder in the user data. */
  readonly globalStorage: string;
}

/**
 * Changes a setting in its file by the smallest edit, which keeps the comments in its value as the
 * editor's own way does not. False where that file cannot be told, or has unsaved changes.
 * @throws UserError `fileUnwritable` {file}.
 */
export async function editSettingsFile(
  place: SettingsPlace,
  key: string,
  change: { readonly before: Json; readonly after: Json | undefined },
): Promise<boolean> {
  const found = settingsFile(place);
  const document = found && (await openDocument(found.uri));
  if (!document || document.isDirty) return false;
  const before = document.getText();
  const after = changeValue(before, [...found.path, key], change.before, change.after);
  // Another file counts, for example that of another profile.
  if (after === undefined) return false;
  await applyToFile({ uri: document.uri, document, edits: minimalEdit(before, after) });
  return true;
}

function settingsFile({
  layer,
  folder,
  globalStorage,
}: SettingsPlace): { readonly uri: vscode.Uri; readonly path: JsonPath } | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  if (layer === 'user') {
    const file = vscode.Uri.file(join(globalStorage, '..', '..', 'settings.json'));
    // An editor in a browser does not notice what is written past it.
    return { uri: file.with({ scheme: 'vscode-userdata' }), path: [] };
  }
  if (layer === 'workspace' && workspaceFile) return { uri: workspaceFile, path: ['settings'] };
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
