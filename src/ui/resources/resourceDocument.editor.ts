import * as vscode from 'vscode';
import { resourceAddress } from './resourceAddress';
import { resourceScheme, type ResourceName } from './resourceName';

/** Document URI of a resource. */
export function addressOf(name: ResourceName, mimeType: string | undefined): vscode.Uri {
  return vscode.Uri.from({ scheme: resourceScheme, ...resourceAddress(name, mimeType) });
}
