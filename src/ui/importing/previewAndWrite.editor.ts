import * as vscode from 'vscode';
import type { JsonObject } from '../../base/json';
import { UserError } from '../../base/errors';
import type { ConfigSource } from '../../config/definition';
import { parseAnyConfig } from '../../config/read/parseConfig';
import { putEntries, type EntryWrite } from '../../config/write/putEntries';
import { minimalEdit } from '../../config/write/textEdit';
import { t } from './importTexts';
import { sourceFile } from '../editing/sourceText';
import { sentence } from '../reasons/sentence';
import { applyToFile, openIfThere } from '../editing/applyToFile.editor';
import { notice } from '../window/notice.editor';
import { toRange } from '../editing/range.editor';
import { VirtualDocuments } from '../window/virtualDocuments.editor';

const scheme = 'roundhouse-preview';
let previews = 0;

/**
 * Shows the change to a configuration file as a diff and writes it if the user agrees. Writes one edit through the
 * editor, so that unsaved text is kept and Undo works, then shows the first entry. False if the user cancels or was
 * told why it cannot be written. `first`: runs after the user has agreed and before the edit.
 */
export async function previewAndWrite(
  target: ConfigSource,
  entries: readonly EntryWrite[],
  inputs: readonly JsonObject[],
  first?: () => Promise<void>,
): Promise<boolean> {
  const uri = vscode.Uri.file(target.file);
  const file = sourceFile(target);
  try {
    for (;;) {
      const document = await openIfThere(uri);
      const before = document?.getText();
      const placement = { dialect: target.dialect, entries, inputs };
      const after = await putEntries({ file, text: before }, placement);
      if (!(await agreed({ file, uri, exists: document !== undefined, after }))) return false;
      // Whoever edited the file meanwhile sees what comes of it.
      if ((await openIfThere(uri))?.getText() !== before) continue;
      await first?.();
      await applyToFile({ uri, document, edits: minimalEdit(before ?? '', after) });
      await showEntry(target, uri, entries[0]?.name);
      return true;
    }
  } catch (error) {
    if (!(error instanceof UserError) || error.code === 'settingsNotWritten') throw error;
    await tellWithFile(error, uri);
    return false;
  }
}

interface Change {
  /** Display name of the file. */
  readonly file: string;
  readonly uri: vscode.Uri;
  readonly exists: boolean;
  readonly after: string;
}

async function agreed({ file, uri, exists, after }: Change): Promise<boolean> {
  // The whole path, since what the editor knows of a file goes by it.
  const at = (side: string): vscode.Uri =>
    vscode.Uri.from({ scheme, path: `/${previews}/${side}${uri.path}` });
  previews += 1;
  const [left, right] = [exists ? uri : at('before'), at('after')];
  const documents = new VirtualDocuments(scheme, (read) =>
    read.toString() === right.toString() ? after : '',
  );
  const title = t('previewTitle', { file });
  try {
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    const agree = { label: `$(check) ${t('previewWrite', { file })}` };
    const leave = { label: `$(close) ${t('previewCancel')}` };
    const options = { placeHolder: t('previewQuestion'), ignoreFocusOut: true };
    return (await vscode.window.showQuickPick([agree, leave], options)) === agree;
  } finally {
    await documents.close(right);
    documents.dispose();
  }
}

async function showEntry(
  target: ConfigSource,
  uri: vscode.Uri,
  name: string | undefined,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { definitions } = await parseAnyConfig(document.getText(), target);
  const entry = definitions.find((one) => one.name === name);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (!entry) return;
  const range = toRange(entry.range);
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function tellWithFile(error: UserError, uri: vscode.Uri): Promise<void> {
  const open = t('openFile');
  const picked = await notice('error', sentence(error.reason), open);
  if (picked === open) await vscode.window.showTextDocument(uri);
}
