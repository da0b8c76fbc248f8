import * as vscode from 'vscode';
import { untrustedText } from '../text/untrustedText';
import { t } from '../resources/resourceTexts';

/** Puts a text into the clipboard and says so in the status bar, with its name if it has one. */
export async function copyText(text: string, name = ''): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(t('copied', { name: untrustedText(name) }), 3_000);
}
