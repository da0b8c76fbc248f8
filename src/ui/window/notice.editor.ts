import * as vscode from 'vscode';
import { reasonOf, type Reason } from '../../base/errors';
import { untrustedText } from '../text/untrustedText';
import { nextAction, sentenceWithNext } from '../reasons/sentence';

/**
 * Shows a notification and resolves to the picked button. Quoted names are disarmed, because the editor makes links of
 * Markdown there, with links to commands.
 */
export function notice(
  kind: 'information' | 'warning' | 'error',
  text: string,
  ...buttons: readonly string[]
): Thenable<string | undefined> {
  const { window } = vscode;
  const words = untrustedText(text);
  switch (kind) {
    case 'information':
      return window.showInformationMessage(words, ...buttons);
    case 'warning':
      return window.showWarningMessage(words, ...buttons);
    case 'error':
      return window.showErrorMessage(words, ...buttons);
  }
}

/** Asks a question in a modal dialog; true if the person picks its button. */
export async function isConfirmed(
  question: string,
  button: string,
  detail?: string,
): Promise<boolean> {
  const options = { modal: true, ...(detail !== undefined && { detail }) };
  const picked = await vscode.window.showWarningMessage(question, options, button);
  return picked === button;
}

/** The server that a notification is about; the name is absent where the person knows which one that is. */
interface Concerned {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** Shows a reason as a notification, with a button for its next action on the server. */
export async function showReason(reason: Reason, server: Concerned = {}): Promise<void> {
  const action = nextAction(reason)?.action;
  const text = sentenceWithNext(reason);
  const message = server.name === undefined ? text : `${server.name}: ${text}`;
  // Restricted Mode is a choice, not a fault.
  const kind = reason.code === 'workspaceUntrusted' ? 'warning' : 'error';
  const picked = await notice(kind, message, ...(action ? [action.title] : []));
  if (picked !== undefined && action) {
    await vscode.commands.executeCommand(`roundhouse.${action.command}`, server.id);
  }
}

/** Shows a thrown error; a cancellation is not shown. */
export function showFailure(error: unknown, server?: Concerned): void {
  if (!isCancellation(error)) void showReason(reasonOf(error), server);
}

/** True for an error that a person's Cancel is thrown as. */
export function isCancellation(error: unknown): boolean {
  return (
    error instanceof vscode.CancellationError ||
    (error instanceof Error && error.name === 'AbortError')
  );
}

/** Milliseconds after which a person should see that something is going on. */
const progressDelayMs = 1000;

/** Runs a task, with a notification once it takes long; its Cancel button calls `cancel`. */
export async function delayedProgress<T>(
  title: string,
  task: Promise<T>,
  cancel?: () => void,
): Promise<T> {
  const timer = setTimeout(() => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: untrustedText(title),
      cancellable: cancel !== undefined,
    };
    void vscode.window.withProgress(options, async (_progress, token) => {
      const subscription = token.onCancellationRequested(() => cancel?.());
      // The caller receives the error.
      await task.catch(() => undefined);
      subscription.dispose();
    });
  }, progressDelayMs);
  try {
    return await task;
  } finally {
    clearTimeout(timer);
  }
}
