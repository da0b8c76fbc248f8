import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { ConfigSource, Definition } from '../../config/definition';
import { parseAnyConfig } from '../../config/read/parseConfig';
import type { TextEdit } from '../../config/write/textEdit';
import type { Approvals } from '../../client/approvals';
import { ConfigDocuments, editorEdits } from './configDocuments.editor';

/** The document of a file, opened where it is not. */
export async function documentOf(file: string): Promise<vscode.TextDocument> {
  return ConfigDocuments.open(file) ?? vscode.workspace.openTextDocument(vscode.Uri.file(file));
}

/** The document of a file; `undefined` where there is none. */
export async function openIfThere(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
  return vscode.workspace.openTextDocument(uri);
}

/** Change of one file. */
export interface FileChange {
  readonly uri: vscode.Uri;
  /** Absent where there is no such file: one is made of what the edits put in. */
  readonly document: vscode.TextDocument | undefined;
  readonly edits: readonly TextEdit[];
}

/**
 * Changes files through the editor, so that unsaved text is kept and one Undo reverts everything. Saves them in their
 * order.
 * @throws UserError `fileUnwritable` {file}.
 */
export async function applyToFile(...changes: readonly FileChange[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, document, edits } of changes) {
    if (document) edit.set(uri, editorEdits(document, edits));
    else edit.createFile(uri, { contents: Buffer.from(textOf(edits)) });
  }
  const names = changes.map(({ uri }) => vscode.workspace.asRelativePath(uri));
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError('fileUnwritable', { file: names.join(', ') });
  }
  for (const { uri } of changes) {
    // The editor may have closed the document meanwhile.
    if (await save(await vscode.workspace.openTextDocument(uri))) continue;
    throw new UserError('fileUnwritable', { file: vscode.workspace.asRelativePath(uri) });
  }
}

/**
 * Saves a document; false where text stays unsaved. Asks twice, because the editor may ignore the first time while it
 * saves the document by itself.
 */
async function save(document: vscode.TextDocument): Promise<boolean> {
  return (await document.save()) || !document.isDirty || document.save();
}

function textOf(edits: readonly TextEdit[]): string {
  return edits.map(({ content }) => content).join('');
}

/**
 * Keeps the approvals of entries whose text changes but not their launch. A value may have moved to the secret store.
 * Approves nothing else.
 */
export async function carryApprovals(
  approvals: Approvals,
  source: ConfigSource,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const old = await byName(before, source);
  for (const [name, definition] of await byName(after, source)) {
    const previous = old.get(name);
    if (previous) await approvals.carry(previous, definition);
  }
}

async function byName(
  text: string,
  source: ConfigSource,
): Promise<ReadonlyMap<string, Definition>> {
  const { definitions } = await parseAnyConfig(text, source);
  return new Map(definitions.map((definition) => [definition.name, definition]));
}
