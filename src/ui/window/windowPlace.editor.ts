import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { namedFolders, type WindowContext } from '../../config/read/windowSources';
import * as vscode from 'vscode';

/**
 * This window and its machine. `globalStorage` is the extension's own folder, two levels below the
 * user data of the product or profile.
 */
export function windowPlace(globalStorage: string): WindowContext {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const settings = (section: string, key: string): unknown =>
    vscode.workspace.getConfiguration(section).get(key);
  return {
    platform: process.platform,
    home: homedir(),
    env: process.env,
    folders: namedFolders(workspaceFolders.map(({ name, uri }) => ({ name, path: uri.fsPath }))),
    extensionData: dirname(globalStorage),
    filesIn,
    // A workspace that was never saved has a file that is not the person's.
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : undefined,
    userFile: join(globalStorage, '..', '..', 'mcp.json'),
    // In a browser window the user's own files lie where the extension runs.
    remote: vscode.env.remoteName !== undefined && vscode.env.uiKind === vscode.UIKind.Desktop,
    discovery: settings('roundhouse', 'discovery'),
    editorDiscovery: settings('chat.mcp.discovery', 'enabled'),
  };
}

/** Whether a change of settings may change the sources. */
export function affectsSources(change: vscode.ConfigurationChangeEvent): boolean {
  return (
    change.affectsConfiguration('roundhouse.discovery') ||
    change.affectsConfiguration('chat.mcp.discovery.enabled')
  );
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
