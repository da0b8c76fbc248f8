import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ConfigSource } from '../../config/definition';
import { newFileText } from '../../config/write/putEntries';
import type { Workspace } from '../../client/workspace';
import { t } from '../text/texts';
import type { Target } from '../window/commands.editor';
import { sourceName } from './sourceText';
import { toRange } from './configDocuments.editor';

/** Opens the file of the target, at its entry if it is a server. Asks for a file without a target. */
export async function openConfiguration(
  model: Workspace,
  sources: readonly ConfigSource[],
  target: Target,
): Promise<void> {
  const entry = model.entries.peek().get(target.server ?? '');
  // A file of another host is made by that host.
  const offered = sources.filter(({ external, file }) => !external || existsSync(file));
  const file = entry?.definition.source.file ?? target.file ?? (await pickFile(offered));
  if (file === undefined) return;
  const uri = vscode.Uri.file(file);
  if (!existsSync(file)) {
    const dialect = sources.find((source) => source.file === file)?.dialect ?? 'vscode';
    await vscode.workspace.fs.writeFile(uri, Buffer.from(newFileText(dialect)));
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const selection = entry && toRange(entry.definition.range);
  const shown = await vscode.window.showTextDocument(document);
  if (!selection) return;
  shown.selection = new vscode.Selection(selection.start, selection.start);
  shown.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Asks which file to open. Enter alone never takes one that would have to be created. */
async function pickFile(sources: readonly ConfigSource[]): Promise<string | undefined> {
  const isThere = ({ file }: ConfigSource): boolean => existsSync(file);
  const there = sources.filter(isThere).map((source) => ({
    label: sourceName(source),
    detail: source.file,
    file: source.file,
  }));
  const absent = sources
    .filter((source) => !isThere(source))
    .map((source) => ({
      label: t('createNamed', { file: sourceName(source) }),
      detail: source.file,
      file: source.file,
    }));
  const nothing = { label: t('noFile'), detail: t('noFileDetail'), file: undefined };
  const separator = { label: t('notThere'), kind: vscode.QuickPickItemKind.Separator };
  const picks = [
    ...(there.length > 0 ? there : [nothing]),
    ...(absent.length > 0 ? [{ ...separator, file: undefined }, ...absent] : []),
  ];
  const options = { placeHolder: t('pickFile'), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(picks, options))?.file;
}

/** Asks for one of the places where servers are configured. */
export async function pickSource(
  sources: readonly ConfigSource[],
  question: string,
): Promise<ConfigSource | undefined> {
  const picks = sources.map((source) => ({
    label: sourceName(source),
    ...(existsSync(source.file) ? {} : { description: t('createFile') }),
    detail: source.file,
    source,
  }));
  const options = { placeHolder: question, ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(picks, options))?.source;
}
