import * as vscode from 'vscode';
import type { McpObject } from '../../ipc/state';
import { notice } from '../window/notice.editor';
import { t } from './resultTexts';
import { savedResult } from './savedResult';

/** Saves a result in a file that the person chooses; `name` is that of its tool. Without a result it says why. */
export async function saveResult(name: string, result: McpObject | undefined): Promise<void> {
  if (!result) {
    void notice('warning', t('notKept'));
    return;
  }
  const { ending, bytes } = savedResult(result);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const fileName = `${name.replaceAll(/[^\w.-]+/g, '-').slice(-100)}-result.${ending}`;
  const uri = await vscode.window.showSaveDialog({
    title: t('saveTitle'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
  });
  if (uri) await vscode.workspace.fs.writeFile(uri, bytes);
}
