import * as vscode from 'vscode';
import {
  dialectIds,
  type ConfigSource,
  type Definition,
  type DialectId,
} from '../../config/definition';
import { dialects } from '../../config/dialects';
import { discoverableHosts, hostFiles } from '../../config/read/windowSources';
import { importEdit, planImport } from '../../config/write/importPlan';
import { putEntries } from '../../config/write/putEntries';
import { exportedSettings } from '../../config/write/settingsWrite';
import { sourceFile, takesServers } from '../editing/sourceText';
import { showNoServers } from '../tree/pickServer.editor';
import type { Target } from '../window/registerCommands.editor';
import { pickMany, pickOne } from '../window/pick.editor';
import { windowPlace } from '../window/configFiles.editor';
import { exportPicks, lostSummary } from './importPicks';
import { t } from './importTexts';
import {
  isOurs,
  placeServers,
  showOutcome,
  showPage,
  type ImportContext,
} from './placeServers.editor';

/** Exports servers to another host: to the clipboard, a new document or the host's own file. */
export async function exportServers(context: ImportContext, target: Target): Promise<void> {
  const definitions = await pickServers(context, target);
  if (!definitions) return;
  const to = await pickFormat();
  if (to) await giveServers(context, definitions, to);
}

/** Asks for the destination in a host's format and exports the servers; true if any arrived there. */
export async function giveServers(
  context: ImportContext,
  definitions: readonly Definition[],
  to: DialectId,
): Promise<boolean> {
  const where = await pickDestination(context, to);
  if (!where) return false;
  // The settings of this window apply to its own files anyway.
  const isOwn = typeof where === 'object' && isOurs(context, where);
  const found = definitions.map((definition) => ({
    definition: isOwn ? definition : withSettings(context, definition),
    lost: [],
  }));
  if (typeof where === 'object') {
    return placeServers(context, where, found, 'chosen');
  }
  const nothing = { dialect: to, definitions: [], names: [], inputs: new Map() };
  const plan = planImport(found, nothing);
  const { entries, inputs } = importEdit(plan, nothing);
  if (entries.length > 0) {
    const file = dialects[to].label;
    const text = await putEntries({ file, text: undefined }, { dialect: to, entries, inputs });
    if (where === 'copy') await vscode.env.clipboard.writeText(text);
    else await showPage(text, dialects[to].syntax);
  }
  const host = dialects[to].label;
  const done = t(where === 'copy' ? 'exportCopied' : 'exportOpened', {
    count: entries.length,
    host,
  });
  const message = entries.length === 0 ? t('exportNone', { host }) : done;
  await showOutcome(context, message, { lost: lostSummary(plan, to) });
  return entries.length > 0;
}

async function pickServers(
  { workspace }: ImportContext,
  { server }: Target,
): Promise<readonly Definition[] | undefined> {
  const all = Array.from(workspace.entries.peek().values(), ({ definition }) => definition);
  const one = all.filter(({ id }) => id === server);
  if (one.length > 0) return one;
  if (all.length === 0) {
    void showNoServers();
    return undefined;
  }
  const picked = await pickMany(t('exportPick'), exportPicks(all));
  return picked && picked.length > 0 ? picked : undefined;
}

/** The definition with the settings that count for it here, unless VS Code runs it. */
function withSettings({ workspace }: ImportContext, definition: Definition): Definition {
  const entry = workspace.entries.peek().get(definition.id);
  if (!entry || entry.runBy === 'vscode') return definition;
  return { ...definition, settings: exportedSettings(definition, entry.effective) };
}

async function pickFormat(): Promise<DialectId | undefined> {
  const picks = dialectIds.map((id) => ({
    label: dialects[id].label,
    description: dialects[id].syntax === 'jsonc' ? 'JSON' : dialects[id].syntax.toUpperCase(),
    value: id,
  }));
  return pickOne(t('exportFormat'), picks);
}

/** Asks for the clipboard, a new document, or a file that the host reads. */
async function pickDestination(
  context: ImportContext,
  to: DialectId,
): Promise<'copy' | 'open' | ConfigSource | undefined> {
  const files = filesOf(context, to).map((source) => ({
    label: `$(save) ${t('exportWrite', { file: sourceFile(source) })}`,
    detail: source.file,
    value: source,
  }));
  return pickOne<'copy' | 'open' | ConfigSource>(t('exportWhere'), [
    { label: `$(clippy) ${t('exportCopy')}`, value: 'copy' },
    { label: `$(new-file) ${t('exportOpen')}`, value: 'open' },
    ...files,
  ]);
}

function filesOf(context: ImportContext, to: DialectId): readonly ConfigSource[] {
  const host = discoverableHosts.find((id) => id === to);
  const known = host
    ? hostFiles(host, windowPlace(context.extensionContext.globalStorageUri.fsPath))
    : [];
  const all = [...known, ...context.config.sources].filter(
    (source) => source.dialect === to && takesServers(source),
  );
  return [...new Map(all.map((source) => [source.file, source])).values()];
}
