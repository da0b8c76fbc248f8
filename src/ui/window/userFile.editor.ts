import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { profileFolder, type ProfilePart } from './userProfile';

/** Folders that were found, by part and workspace. */
const folders = new Map<string, string | undefined>();

/**
 * The user's `mcp.json` or `settings.json` in the profile of this window. `globalStorage` is the extension's own folder,
 * which lies two levels below the user data of the default profile, whatever profile runs.
 */
export function userFile(globalStorage: string, part: ProfilePart): string {
  const user = join(globalStorage, '..', '..');
  const folder = join(user, ownFolder(globalStorage, part) ?? '');
  // Profiles of VS Code itself have another folder, and share what the default profile has.
  return join(existsSync(folder) ? folder : user, `${part}.json`);
}

function ownFolder(globalStorage: string, part: ProfilePart): string | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const workspace = workspaceFile ?? workspaceFolders[0]?.uri;
  // A browser keeps this to itself, and another machine has the default profile alone.
  if (!workspace || vscode.env.remoteName !== undefined) return undefined;
  const known = `${part} ${workspace.toString()}`;
  try {
    const state: unknown = JSON.parse(
      readFileSync(join(globalStorage, '..', 'storage.json'), 'utf8'),
    );
    folders.set(known, profileFolder(state, workspace.toString(), part));
  } catch {
    // While VS Code writes it, what was read before counts.
  }
  return folders.get(known);
}
