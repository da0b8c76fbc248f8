import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FakeStdioOptions } from '../support/fakeServer/fakeServer';

/** The `.vscode/mcp.json` of the opened folder. */
export function configUri(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('No folder is open.');
  return vscode.Uri.joinPath(folder.uri, '.vscode', 'mcp.json');
}

export function writeText(text: string): void {
  writeFileSync(configUri().fsPath, text);
}

/**
 * Writes the file and shows it. The editor may have read it between two writes, and then does not save it, or may write
 * by itself what was unsaved before: until it has read this text, it is written and read anew.
 */
export async function writeAndShow(text: string): Promise<void> {
  await until(async () => {
    writeText(text);
    const { document } = await vscode.window.showTextDocument(configUri());
    await vscode.commands.executeCommand('workbench.action.files.revert');
    if (document.getText() !== text)
      throw new Error(`The file is shown with: ${document.getText()}`);
  });
}

export function writeServers(servers: Record<string, unknown>): void {
  writeText(JSON.stringify({ servers }, undefined, 2));
}

/** The entry of a fake server. */
export function fakeEntry(options: FakeStdioOptions): { command: string; args: string[] } {
  const { extensionPath } = ourExtension();
  const script = join(extensionPath, 'test', 'support', 'fakeServer', 'stdioServer.mjs');
  return { command: 'node', args: [script, JSON.stringify(options)] };
}

export function ourExtension(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('mcp-roundhouse.mcp-roundhouse');
  if (!extension) throw new Error('mcp-roundhouse.mcp-roundhouse is not installed.');
  return extension;
}

/** Lets Roundhouse start what is configured without questions, as a person's settings would. */
export async function runUnasked(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('roundhouse');
  await settings.update('trust', 'workspace', vscode.ConfigurationTarget.Global);
  await settings.update('owner', 'roundhouse', vscode.ConfigurationTarget.Global);
  await ourExtension().activate();
}

/** Tries until the assertion holds, and passes its result on; after a minute its error. */
export async function until<T>(assertion: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
