import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ConfigSource } from '../../config/definition';
import { newFileText } from '../../config/write/putEntries';
import type { Workspace } from '../../client/workspace';
import { t } from '../text/texts';
import type { Target } from '../window/registerCommands.editor';
import { pickOne } from '../window/pick.editor';
import { sourceName } from './sourceText';
import { documentOf } from './applyToFile.editor';
import { showDocument } from './configDocuments.editor';

/** Opens the file of the target, at its entry if it is a server. Asks for a file without a target. */
export async function openConfiguration(
  workspace: Workspace,
  sources: readonly ConfigSource[],
  target: Target,
): Promise<void> {
  const entry = workspace.entries.peek().get(target.server ?? '');
  // A file of another host is made by that host.
  const offered = sources.filter(({ external, file }) => !external || existsSync(file));
  const file = entry?.definition.source.file ?? target.file ?? (await pickFile(offered));
  if (file === undefined) return;
  if (!existsSync(file)) {
    const dialect = sources.find((source) => source.file === file)?.dialect ?? 'vscode';
    const text = Buffer.from(newFileText(dialect));
    await vscode.workspace.fs.writeFile(vscode.Uri.file(file), text);
  }
  await showDocument(await documentOf(file), entry?.definition.range);
}

/** Asks which file to open. Enter alone never takes one that would have to be created. */
async function pickFile(sources: readonly ConfigSource[]): Promise<string | undefined> {
  const rows = sources.map((source) => ({
    label: sourceName(source),
    detail: source.file,
    value: source.file,
  }));
  const there = rows.filter(({ value }) => existsSync(value));
  const absent = rows
    .filter((row) => !there.includes(row))
    .map((row) => ({ ...row, label: t('createNamed', { file: row.label }) }));
  const nothing = { label: t('noFile'), detail: t('noFileDetail'), value: undefined };
  const kind = vscode.QuickPickItemKind.Separator;
  const heading = { label: t('notThere'), kind, value: undefined };
  return pickOne<string | undefined>(t('pickFile'), [
    ...(there.length > 0 ? there : [nothing]),
    ...(absent.length > 0 ? [heading, ...absent] : []),
  ]);
}
