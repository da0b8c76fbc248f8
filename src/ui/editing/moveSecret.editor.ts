import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { ConfigSource } from '../../config/definition';
import { isVsCodeFormat } from '../../config/dialects';
import { touches } from '../../config/lint/configTree';
import type { LocatedSecret } from '../../config/lint/entryView';
import { amongSecrets, moveSecrets, locatedSecrets } from '../../config/lint/moveSecrets';
import type { Workspace } from '../../client/workspace';
import type { CommandHandler } from '../window/registerCommands.editor';
import { isConfirmed, notice } from '../window/notice.editor';
import { pickMany, pickOne, type ValueRow } from '../window/pick.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { t } from './editingTexts';
import { sourceName } from './sourceText';
import { applyToFile, carryEntries, documentOf } from './applyToFile.editor';

type SecretContext = Pick<WindowContext, 'workspace' | 'inputs'>;

/** Moves secrets from the text of a file to the secret store: at the target, or picked ones. */
export function moveSecretCommand(context: SecretContext): CommandHandler {
  return async ({ file }, place) => {
    const source =
      file === undefined ? await pickFile(context.workspace) : sourceOf(context.workspace, file);
    if (!source) return;
    const document = await documentOf(source.file);
    const secrets = locatedSecrets(document.getText(), source.dialect);
    const at = placeOf(document, place);
    const chosen =
      at === undefined
        ? await pickSecrets(secrets)
        : secrets.filter(({ span }) => touches(span, at)).slice(0, 1);
    if (chosen === undefined) return;
    if (chosen.length === 0) return void notice('information', t('noSecrets'));
    if (!(await confirmMove(context.workspace, source.file, chosen))) return;
    // The list may have stood open for long: the editor closes documents that it does not show.
    const now = await documentOf(source.file);
    const count = await move(context, source, now, chosen);
    void showMoved(now, count, chosen.length - count);
  };
}

/** Asks before values move that VS Code does not get from here, because it asks for values and stores them itself. */
async function confirmMove(
  workspace: Workspace,
  file: string,
  chosen: readonly LocatedSecret[],
): Promise<boolean> {
  const others = new Set<string>();
  for (const { definition, runBy } of workspace.entries.peek().values())
    if (definition.source.file === file && runBy !== 'roundhouse') others.add(definition.name);
  const asked = chosen.filter(({ server }) => others.has(server));
  if (asked.length === 0) return true;
  const count = asked.length;
  const servers = [...new Set(asked.map(({ server }) => server))];
  const detail = t('valuesAskedDetail', { servers, count });
  return isConfirmed(t('valuesAsked', { count }), t('moveValues'), detail);
}

/** A message without a button is shown cut, and this one is to be read to its end. */
async function showMoved(
  document: vscode.TextDocument,
  count: number,
  left: number,
): Promise<void> {
  const file = vscode.workspace.asRelativePath(document.uri);
  if (count === 0) return void notice('warning', t('secretsChanged', { file }));
  const button = t('showTimeline');
  const text = t('secretsMoved', { count, file, ...(left > 0 && { left }) });
  if ((await notice('information', text, button)) !== button) return;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('timeline.focus');
}

/** Returns how many were moved. The values are stored first, so that none is lost whatever happens to the file. */
async function move(
  { inputs, workspace }: SecretContext,
  source: ConfigSource,
  document: vscode.TextDocument,
  chosen: readonly LocatedSecret[],
): Promise<number> {
  const before = document.getText();
  const moved = moveSecrets(before, source.dialect, amongSecrets(chosen));
  const file = vscode.workspace.asRelativePath(document.uri);
  if (!moved) throw new UserError('fileBroken', { file });
  if (moved.values.length === 0) return 0;
  for (const { id, value } of moved.values) await inputs.set(source.file, id, value);
  try {
    await carryEntries(workspace, source, { before, after: moved.after });
    if (document.getText() !== before) throw new UserError('fileUnwritable', { file });
    await applyToFile({ uri: document.uri, document, edits: moved.edits });
  } catch (error) {
    if (document.getText() === before) {
      for (const { id } of moved.values) await inputs.forget(source.file, id);
    }
    throw error;
  }
  return moved.values.length;
}

function sourceOf(workspace: Workspace, file: string): ConfigSource | undefined {
  return workspace.files
    .peek()
    .find(({ source }) => source.file === file && isVsCodeFormat(source.dialect))?.source;
}

/** The offset of a line and character that a command was called with. */
function placeOf(document: vscode.TextDocument, place: unknown): number | undefined {
  if (typeof place !== 'object' || place === null) return undefined;
  const { line, character } = place as { readonly line?: unknown; readonly character?: unknown };
  if (typeof line !== 'number' || typeof character !== 'number') return undefined;
  return document.offsetAt(new vscode.Position(line, character));
}

/** Asks for one of the files that hold secrets; no question where there is only one. */
async function pickFile(workspace: Workspace): Promise<ConfigSource | undefined> {
  const rows: ValueRow<ConfigSource>[] = [];
  for (const { source } of workspace.files.peek()) {
    if (!isVsCodeFormat(source.dialect)) continue;
    const document = await documentOf(source.file);
    const count = locatedSecrets(document.getText(), source.dialect).length;
    const row = { label: sourceName(source), description: String(count), value: source };
    if (count > 0) rows.push(row);
  }
  if (rows.length === 0) void notice('information', t('noSecrets'));
  if (rows.length <= 1) return rows[0]?.value;
  return pickOne(t('pickSecretFile'), rows);
}

async function pickSecrets(
  secrets: readonly LocatedSecret[],
): Promise<readonly LocatedSecret[] | undefined> {
  if (secrets.length === 0) return [];
  const rows = secrets.map((secret) => {
    const { name, server } = secret;
    const label =
      name === '' ? t('secretUnnamed', { server }) : t('secretOfServer', { name, server });
    return { label, picked: true, value: secret };
  });
  const picked = await pickMany(t('pickSecrets'), rows);
  return picked && picked.length > 0 ? picked : undefined;
}
