import * as vscode from 'vscode';
import { untrustedText } from '../text/untrustedText';

/** Milliseconds after which a person should see that something is going on. */
const patience = 1000;

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
      // Whoever waits for the task is told how it ended.
      await task.catch(() => undefined);
      subscription.dispose();
    });
  }, patience);
  try {
    return await task;
  } finally {
    clearTimeout(timer);
  }
}
