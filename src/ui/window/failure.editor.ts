import * as vscode from 'vscode';
import { reasonOf, type Reason } from '../../base/errors';
import { actionTitles, nextAction, sentence } from '../reasons/sentence';
import { notice } from './notice.editor';

/** Tells a person why something did not work, with a button for what to do about it. */
export async function showReason(
  reason: Reason,
  server?: { readonly id: string; readonly name: string },
): Promise<void> {
  const next = nextAction(reason);
  const text = [sentence(reason), next?.text].filter(Boolean).join(' ');
  const message = server ? `${server.name}: ${text}` : text;
  const buttons = next?.action ? [actionTitles[next.action]] : [];
  // Restricted Mode is a choice, not a fault.
  const isFault = reason.code !== 'workspaceUntrusted';
  const picked = isFault
    ? await notice('error', message, ...buttons)
    : await notice('warning', message, ...buttons);
  if (picked !== undefined && next?.action) {
    await vscode.commands.executeCommand(`roundhouse.${next.action}`, server?.id);
  }
}

/** The same for whatever was thrown; that a person cancelled needs no words. */
export function showFailure(error: unknown): void {
  const isCancelled =
    error instanceof vscode.CancellationError ||
    (error instanceof Error && error.name === 'AbortError');
  if (!isCancelled) void showReason(reasonOf(error));
}
