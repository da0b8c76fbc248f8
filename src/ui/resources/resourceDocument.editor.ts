import * as vscode from 'vscode';
import { reasonOf, UserError } from '../../base/errors';
import type { Workspace } from '../../client/workspace';
import { sentenceWithNext } from '../reasons/sentence';
import { holds } from '../../base/holds';
import { resourceAddress } from './resourceAddress';
import { resourceScheme, type ResourceName } from './resourceName';

/** Milliseconds in which a reloading window reads its configuration. */
const timeoutMs = 10_000;

/** Document URI of a resource. */
export function addressOf(
  name: ResourceName,
  mimeType: string | undefined,
  listed?: string,
): vscode.Uri {
  return vscode.Uri.from({ scheme: resourceScheme, ...resourceAddress(name, mimeType, listed) });
}

/**
 * Waits until a server is known: a reloading window opens files before it has read its configuration.
 * @throws UserError `workspaceUntrusted`, `entryGone`, `ownedByEditor`, `ownerUndecided`.
 */
export async function untilKnown(
  workspace: Workspace,
  server: string,
  abort: AbortSignal,
): Promise<void> {
  if (!workspace.trusted.peek()) throw new UserError('workspaceUntrusted');
  await holds(
    () => workspace.entries.value.get(server)?.runBy === 'roundhouse',
    AbortSignal.any([abort, AbortSignal.timeout(timeoutMs)]),
  );
  const entry = workspace.entries.peek().get(server);
  if (!entry) throw new UserError('entryGone', { server });
  const { runBy } = entry;
  if (runBy === 'vscode') throw new UserError('ownedByEditor');
  if (runBy === 'undecided') throw new UserError('ownerUndecided');
}

/** The failure of a read as one of a file. */
export function fileError(error: unknown): vscode.FileSystemError {
  const reason = reasonOf(error);
  const text = sentenceWithNext(reason);
  return reason.code === 'resourceNotFound'
    ? vscode.FileSystemError.FileNotFound(text)
    : vscode.FileSystemError.Unavailable(text);
}
