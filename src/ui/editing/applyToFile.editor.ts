import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { ConfigSource, Definition } from '../../config/definition';
import { parseAnyConfig } from '../../config/read/parseConfig';
import { minimalEdit, type TextEdit } from '../../config/write/textEdit';
import type { Workspace } from '../../client/workspace';
import { ConfigDocuments, editorEdits } from './configDocuments.editor';

/** The document of a file, opened where it is not. */
export async function documentOf(file: string): Promise<vscode.TextDocument> {
  return ConfigDocuments.open(file) ?? vscode.workspace.openTextDocument(vscode.Uri.file(file));
}

/** The document of a file, the open one first, since that may have unsaved text; `undefined` where there is none. */
export async function openIfThere(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
  return ConfigDocuments.open(uri.fsPath) ?? vscode.workspace.openTextDocument(uri);
}

/** Change of one file. */
export interface FileChange {
  /** Address of the file; its document may have another scheme. */
  readonly uri: vscode.Uri;
  /** Absent where there is no such file: one is made of what the edits put in. */
  readonly document: vscode.TextDocument | undefined;
  readonly edits: readonly TextEdit[];
  /** The text that the edits are made for; absent: the one of now. */
  readonly before?: string | undefined;
}

/**
 * Changes files through the editor, so that unsaved text is kept and one Undo reverts everything. Saves them in their
 * order. Where the first cannot be saved, all have their former text, because what belongs to the change is not kept
 * then. A later one stays unsaved, so that saving it completes the change.
 * @throws UserError `fileUnwritable` {file}.
 */
export async function applyToFile(...changes: readonly FileChange[]): Promise<void> {
  const texts = changes.map(({ document, before }) => before ?? document?.getText());
  const isApplied = await succeeds(
    async () =>
      changes.every(({ document }, at) => document?.getText() === texts[at]) &&
      vscode.workspace.applyEdit(editOf(changes)),
  );
  if (!isApplied) {
    const names = changes.map(({ uri }) => vscode.workspace.asRelativePath(uri));
    throw new UserError('fileUnwritable', { file: names.join(', ') });
  }
  const back = changes.flatMap((change, at) => {
    const before = change.document?.getText();
    return before === undefined
      ? []
      : [{ ...change, before, edits: minimalEdit(before, texts[at] ?? '') }];
  });
  for (const [at, { uri, document }] of changes.entries()) {
    // The editor may have closed the document meanwhile.
    if (await save(await vscode.workspace.openTextDocument(document?.uri ?? uri))) continue;
    const unsaved = back.filter(
      ({ document, before }) => document?.isDirty && document.getText() === before,
    );
    if (at === 0) await vscode.workspace.applyEdit(editOf(unsaved));
    throw new UserError('fileUnwritable', { file: vscode.workspace.asRelativePath(uri) });
  }
}

function editOf(changes: readonly FileChange[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, document, edits } of changes) {
    if (document) edit.set(document.uri, editorEdits(document, edits));
    else edit.createFile(uri, { contents: Buffer.from(textOf(edits)) });
  }
  return edit;
}

/** Saves a document; false where text stays unsaved. */
async function save(document: vscode.TextDocument): Promise<boolean> {
  const isSaved = await succeeds(async () => (await document.save()) || !document.isDirty);
  return isSaved || !document.isDirty;
}

const mostTries = 4;
/** Milliseconds between two tries. */
const tryPause = 300;

/**
 * Tries until the editor does it. It refuses to change or save a file that it reads anew or saves by itself in that
 * moment, and does not say when that is over.
 */
async function succeeds(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; !(await attempt()); tries++) {
    if (tries === mostTries) return false;
    await setTimeout(tryPause);
  }
  return true;
}

function textOf(edits: readonly TextEdit[]): string {
  return edits.map(({ content }) => content).join('');
}

/**
 * Keeps the approvals and pins of entries whose text changes but not their launch. A value may have moved to the secret
 * store. Approves nothing else.
 */
export async function carryEntries(
  workspace: Pick<Workspace, 'carry'>,
  source: ConfigSource,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const old = await byName(before, source);
  for (const [name, definition] of await byName(after, source)) {
    const previous = old.get(name);
    if (previous) await workspace.carry(previous, definition);
  }
}

async function byName(
  text: string,
  source: ConfigSource,
): Promise<ReadonlyMap<string, Definition>> {
  const { definitions } = await parseAnyConfig(text, source);
  return new Map(definitions.map((definition) => [definition.name, definition]));
}
