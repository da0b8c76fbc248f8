import * as vscode from 'vscode';
import type { HostClient } from '../../client/hostConnection/hostClient';
import { t } from './figuresTexts';

/** Clears the figures of a server after a confirmation. */
export async function clearFigures(host: HostClient, id: string, server: string): Promise<void> {
  const options = { modal: true, detail: t('clearDetail') };
  const clear = t('clearNow');
  const question = t('clearQuestion', { server });
  const picked = await vscode.window.showWarningMessage(question, options, clear);
  if (picked === clear) await host.send('clearFigures', { id });
}
