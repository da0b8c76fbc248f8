import * as vscode from 'vscode';

/** Has the command that agents were given start this version of the extension; looks once, in its own time. */
export function keepLauncher(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  const keep = async (): Promise<void> => {
    const { refreshLauncher } = await import('../../client/agentLauncher');
    await refreshLauncher({
      globalStorage: context.globalStorageUri.fsPath,
      extensionFolder: context.extensionPath,
      isDeveloped: context.extensionMode !== vscode.ExtensionMode.Production,
      env: process.env,
    });
  };
  keep().catch((error: unknown) => log.warn(String(error)));
}
