import * as vscode from 'vscode';
import type { EditorFile, WindowVariables } from '../../client/launch/variablePort';

/** What this window knows of VS Code's variables. */
export const editorVariables: WindowVariables = {
  facts: () => ({
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
      name,
      path: uri.fsPath,
    })),
    file: activeFile(vscode.window.activeTextEditor),
    // The extension host's own executable may be a wrapper of the editor's.
    execPath: process.env['VSCODE_EXEC_PATH'] ?? process.execPath,
    appRoot: vscode.env.appRoot,
    cwd: process.cwd(),
  }),
  setting: (name, folder) => {
    const scope = folder === undefined ? null : vscode.Uri.file(folder);
    return vscode.workspace.getConfiguration(undefined, scope).get(name);
  },
  ownSetting: (name) => {
    const said = vscode.workspace.getConfiguration(undefined, null).inspect(name);
    return said?.globalValue ?? said?.defaultValue;
  },
  extensionFolder: (id) => vscode.extensions.getExtension(id)?.extensionPath,
};

/** Only files on disk have a path. */
function activeFile(editor: vscode.TextEditor | undefined): EditorFile | undefined {
  if (editor?.document.uri.scheme !== 'file') return undefined;
  const { document, selection } = editor;
  return {
    path: document.uri.fsPath,
    folder: vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath,
    line: selection.active.line + 1,
    column: selection.active.character + 1,
    selectedText: document.getText(selection),
  };
}
