import * as vscode from 'vscode';
import {
  dialectIds,
  type ConfigSource,
  type Definition,
  type DialectId,
} from '../../config/definition';
import { dialects } from '../../config/dialects';
import { discoverableHosts, hostFiles } from '../../config/read/windowSources';
import { importEdit, planImport, type PlannedEntry } from '../../config/write/importPlan';
import { putEntries } from '../../config/write/putEntries';
import { sourceFile, sourceName } from '../editing/sourceText';
import { t } from '../text/texts';
import { notice } from '../window/notice.editor';
import type { Target } from '../window/commands.editor';
import { windowPlace } from '../window/configFiles.editor';
import { exportPicks, lostSummary } from './importPicks';
import { t as importText } from './importTexts';
import { placeServers, showPage, type ImportContext } from './placeServers.editor';

/** Exports servers to another host: to the clipboard, a new document or the host's own file. */
export async function exportServers(ports: ImportContext, target: Target): Promise<void> {
  const definitions = await pickServers(ports, target);
  if (!definitions) return;
  const to = await pickFormat();
  if (to) await giveServers(ports, definitions, to);
}

/** Asks for the destination in a host's format and exports the servers; false if the user cancels. */
export async function giveServers(
  ports: ImportContext,
  definitions: readonly Definition[],
  to: DialectId,
): Promise<boolean> {
  const where = await pickDestination(ports, to);
  if (!where) return false;
  const found = definitions.map((definition) => ({ definition, lost: [] }));
  if (typeof where === 'object') {
    return placeServers(ports, where, found, 'chosen');
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
  await tell(plan, to, where === 'copy' ? 'exportCopied' : 'exportOpened');
  return true;
}

async function pickServers(
  { model }: ImportContext,
  { server }: Target,
): Promise<readonly Definition[] | undefined> {
  const all = Array.from(model.entries.peek().values(), ({ definition }) => definition);
  const one = all.filter(({ id }) => id === server);
  if (one.length > 0) return one;
  if (all.length === 0) {
    void notice('information', t('noServers'));
    return undefined;
  }
  const options = { placeHolder: importText('exportPick'), canPickMany: true } as const;
  const picked = await vscode.window.showQuickPick([...exportPicks(all, sourceName)], options);
  return picked && picked.length > 0 ? picked.map(({ value }) => value) : undefined;
}

async function pickFormat(): Promise<DialectId | undefined> {
  const picks = dialectIds.map((id) => ({
    label: dialects[id].label,
    description: dialects[id].syntax === 'jsonc' ? 'JSON' : dialects[id].syntax.toUpperCase(),
    id,
  }));
  const options = { placeHolder: importText('exportFormat'), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(picks, options))?.id;
}

/** Asks for the clipboard, a new document, or a file that the host reads. */
async function pickDestination(
  ports: ImportContext,
  to: DialectId,
): Promise<'copy' | 'open' | ConfigSource | undefined> {
  const files = filesOf(ports, to).map((source) => ({
    label: `$(save) ${importText('exportWrite', { file: sourceFile(source) })}`,
    detail: source.file,
    where: source,
  }));
  const picks = [
    { label: `$(clippy) ${importText('exportCopy')}`, where: 'copy' as const },
    { label: `$(new-file) ${importText('exportOpen')}`, where: 'open' as const },
    ...files,
  ];
  const options = { placeHolder: importText('exportWhere'), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(picks, options))?.where;
}

function filesOf(ports: ImportContext, to: DialectId): readonly ConfigSource[] {
  const host = discoverableHosts.find((id) => id === to);
  const known = host ? hostFiles(host, windowPlace(ports.globalStorage)) : [];
  // A project's servers that stand in the person's own file are not put there by us.
  const all = [...known, ...ports.sources].filter(
    ({ dialect, file, folder = '' }) => dialect === to && file.startsWith(folder),
  );
  return [...new Map(all.map((source) => [source.file, source])).values()];
}

async function tell(
  plan: readonly PlannedEntry[],
  to: DialectId,
  key: 'exportCopied' | 'exportOpened',
): Promise<void> {
  const host = dialects[to].label;
  const count = plan.filter(({ action }) => action.kind !== 'skip').length;
  const done = count === 0 ? importText('exportNone', { host }) : importText(key, { count, host });
  const lost = lostSummary(plan, to);
  const details = lost ? [importText('showDetails')] : [];
  const text = [done, lost?.text].filter(Boolean).join(' ');
  const picked = await notice('information', text, ...details);
  if (picked !== undefined && lost) await showPage(lost.page, 'markdown');
}
