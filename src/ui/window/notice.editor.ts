import * as vscode from 'vscode';
import { untrustedText } from '../text/untrustedText';

/**
 * Shows a notification and gives the button that was picked. It may quote names of files and servers, and
 * the editor would make links of what looks like Markdown there, commands among them.
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
