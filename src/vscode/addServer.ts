import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { UserError } from '../base/errors';
import type { JsonObject } from '../base/json';
import { addEntry } from '../config/addEntry';
import type { ConfigSource } from '../config/definition';
import {
  httpEntry,
  isServerUrl,
  splitCommandLine,
  stdioEntry,
  suggestedName,
} from '../views/newServer';
import { say } from '../views/texts';
import { pickSource } from './openConfiguration';
import type { Target } from './target';

/** Asks for a new server and writes it into a configuration file; the file is shown. */
export async function addServer(sources: readonly ConfigSource[], target: Target): Promise<void> {
  const entry = await askEntry();
  if (!entry) return;
  const name = await vscode.window.showInputBox({
    prompt: say('addName'),
    value: suggestedName(entry),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? say('addNameEmpty') : undefined),
  });
  if (name === undefined) return;
  const known = sources.find(({ file }) => file === target.file);
  const source = known ?? (await pickSource(sources, say('addTarget')));
  if (source) await write(vscode.Uri.file(source.file), name.trim(), entry);
}

async function askEntry(): Promise<JsonObject | undefined> {
  const kind = await vscode.window.showQuickPick(
    [
      { label: say('addStdio'), detail: say('addStdioDetail'), ask: askCommand },
      { label: say('addHttp'), detail: say('addHttpDetail'), ask: askUrl },
    ],
    { placeHolder: say('addKind'), ignoreFocusOut: true },
  );
  return kind?.ask();
}

async function askCommand(): Promise<JsonObject | undefined> {
  const line = await vscode.window.showInputBox({
    prompt: say('addCommand'),
    placeHolder: say('addCommandPlaceholder'),
    ignoreFocusOut: true,
    validateInput: (text) => (splitCommandLine(text) ? undefined : say('addCommandOpenQuote')),
  });
  const words = splitCommandLine(line ?? '');
  return words && words.length > 0 ? stdioEntry(words) : undefined;
}

async function askUrl(): Promise<JsonObject | undefined> {
  const url = await vscode.window.showInputBox({
    prompt: say('addUrl'),
    value: 'http://',
    ignoreFocusOut: true,
    validateInput: (text) => (isServerUrl(text.trim()) ? undefined : say('addUrlInvalid')),
  });
  return url === undefined ? undefined : httpEntry(url.trim());
}

/** Goes through the editor, so that unsaved text is kept and Undo takes it back. */
async function write(uri: vscode.Uri, name: string, entry: JsonObject): Promise<void> {
  const file = vscode.workspace.asRelativePath(uri);
  if (!existsSync(uri.fsPath)) {
    const text = addEntry({ file, text: undefined }, name, entry);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    await vscode.window.showTextDocument(uri);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const before = document.getText();
  const change = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(before.length));
  change.replace(uri, whole, addEntry({ file, text: before }, name, entry));
  if (!(await vscode.workspace.applyEdit(change))) throw new UserError('fileUnwritable', { file });
  await document.save();
  await vscode.window.showTextDocument(document);
}
