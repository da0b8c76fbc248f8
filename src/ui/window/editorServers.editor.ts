import * as vscode from 'vscode';
import type { Definition } from '../../config/definition';
import { editorCopies } from '../../client/editorCopies';

const commands = {
  start: 'workbench.mcp.startServer',
  stop: 'workbench.mcp.stopServer',
  restart: 'workbench.mcp.restartServer',
  showLog: 'workbench.mcp.showOutput',
} as const;

/** Has VS Code do something with its own copy of an entry. */
export async function editorServer(
  action: keyof typeof commands,
  definition: Definition,
): Promise<void> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  for (const { id } of editorCopies([definition], folders)) {
    await vscode.commands.executeCommand(commands[action], id);
  }
}
