import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { machineIn, machineStores, type WindowStores } from '../../client/machineStores';

/**
 * True if the extension runs on another machine than the person's. In a browser window the user's own files lie where
 * the extension runs.
 */
export function isRemote(): boolean {
  const { remoteName, uiKind } = vscode.env;
  return remoteName !== undefined && uiKind === vscode.UIKind.Desktop;
}

/**
 * The stores for what a person decides about the files of this machine. The editor's own lie with the person, and all
 * remote machines share them.
 */
export function storesHere(context: vscode.ExtensionContext): WindowStores {
  const { globalState: values, secrets, globalStorageUri, storageUri } = context;
  if (!isRemote()) return { values, secrets };
  // A container is made anew all the time, but the id of its workspace, which names the folder of that, stays.
  const lasts = vscode.env.remoteName?.endsWith('-container') && storageUri;
  const machine = lasts ? basename(dirname(lasts.fsPath)) : machineIn(globalStorageUri.fsPath);
  return machineStores(machine, { values, secrets });
}
