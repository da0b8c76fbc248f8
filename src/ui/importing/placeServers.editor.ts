import * as vscode from 'vscode';
import type { JsonObject } from '../../base/json';
import { UserError } from '../../base/errors';
import { carryWrite, layerOf, type WritableLayer } from '../../config/write/settingsWrite';
import type { ConfigSource, Definition } from '../../config/definition';
import {
  conflictActions,
  importEdit,
  planImport,
  serversToSet,
  withoutSettings,
  hasInputs,
  importTarget,
  type ImportEdit,
  type PlannedEntry,
  type ImportTarget,
} from '../../config/write/importPlan';
import { offeredInputs, withOfferedInputs, type OfferedInput } from '../../config/write/newInputs';
import type { FoundServer } from '../../config/paste/draft';
import type { ServersSetting } from '../../client/configuredServers';
import type { Workspace } from '../../client/workspace';
import { parseAnyConfig } from '../../config/read/parseConfig';
import { putEntries, type EntryWrite } from '../../config/write/putEntries';
import { minimalEdit } from '../../config/write/textEdit';
import { sourceFile } from '../editing/sourceText';
import { openIfThere, applyToFile } from '../editing/applyToFile.editor';
import { notice } from '../window/notice.editor';
import { startWhenRead, writtenEntry } from '../window/startWhenRead.editor';
import { writeServers } from '../window/settingsFile.editor';
import { sentence } from '../reasons/sentence';
import { toRange } from '../editing/configDocuments.editor';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import {
  carryPick,
  conflictPicks,
  conflictTitle,
  lostSummary,
  offerPicks,
  planPicks,
  writtenText,
} from './importPicks';
import { t } from './importTexts';

/** Context of the window for adding, importing and exporting servers. */
export interface ImportContext {
  readonly model: Pick<Workspace, 'entries'>;
  /** Configuration files of this window. */
  readonly sources: readonly ConfigSource[];
  /** The extension's global storage folder. */
  readonly globalStorage: string;
  /** Stores the value of an input, see `Inputs.set`. */
  readonly storeInput: (file: string, id: string, value: string) => Promise<void>;
  /** Stores consent to a server, see `Approvals.approve`. */
  readonly approve: (definition: Definition) => Promise<void>;
  /** Current value of `roundhouse.servers`. */
  readonly setting: () => ServersSetting;
}

/** Reads the target file, unsaved text included. */
export async function readTarget(target: ConfigSource): Promise<ImportTarget> {
  const document = await openIfThere(vscode.Uri.file(target.file));
  return importTarget(document?.getText() ?? '', target);
}

/**
 * Writes servers into a file. Asks which ones, how to resolve taken names and which values become inputs. Shows the
 * change, then writes it with the settings of the servers. `chosen`: the user has already picked the servers one by
 * one. False if the user cancels.
 */
export async function placeServers(
  ports: ImportContext,
  target: ConfigSource,
  found: readonly FoundServer[],
  chosen: 'chosen' | 'open',
): Promise<boolean> {
  const there = await readTarget(target);
  const layer = settingsLayer(ports, target);
  const all = planImport(found, there, layer);
  const plan = await pickEntries(all, { target, layer, chosen });
  const settled = plan && (await resolveConflicts(plan));
  const offers = settled && (await pickInputs(settled, there));
  if (!offers) return false;
  const edit = importEdit(offers.plan, there);
  // Before the entries, since a server could start at once.
  const first = async (): Promise<void> => storeSettings(ports, target, offers.plan, layer);
  if (edit.entries.length > 0 && !(await previewAndWrite(target, edit.entries, edit.inputs, first)))
    return false;
  await storeValues(ports, target, offers, edit);
  await tell(ports, target, offers.plan, edit);
  return true;
}

/** Settings layer for the file's servers; `undefined` for files of other hosts. */
function settingsLayer(
  { sources, setting }: ImportContext,
  target: ConfigSource,
): WritableLayer | undefined {
  return isOurs(sources, target) ? layerOf(target, setting().folders.size) : undefined;
}

function isOurs(sources: readonly ConfigSource[], target: ConfigSource): boolean {
  return sources.some(({ id, external }) => id === target.id && external === undefined);
}

interface Question {
  readonly target: ConfigSource;
  readonly layer: WritableLayer | undefined;
  readonly chosen: 'chosen' | 'open';
}

/** Asks which servers to write, and whether to carry their settings. */
async function pickEntries(
  plan: readonly PlannedEntry[],
  { target, layer, chosen }: Question,
): Promise<readonly PlannedEntry[] | undefined> {
  const carry = layer && carryPick(plan, layer);
  if (chosen === 'chosen' && !carry) return plan;
  const entries = chosen === 'open' ? planPicks(plan, target.dialect) : [];
  const line = { label: '', kind: vscode.QuickPickItemKind.Separator, value: undefined };
  const picks = [...entries, ...(carry ? [line, carry] : [])];
  const options = {
    placeHolder: t(chosen === 'open' ? 'importPick' : 'carryQuestion'),
    canPickMany: true,
    ignoreFocusOut: true,
  } as const;
  const picked = await vscode.window.showQuickPick(picks, { ...options, matchOnDetail: true });
  if (!picked) return undefined;
  const values = picked.map(({ value }) => value);
  const wanted = values.filter((value) => typeof value === 'object');
  const taken = chosen === 'open' ? wanted : plan;
  if (taken.length === 0) return undefined;
  return values.includes('settings') ? taken : withoutSettings(taken);
}

/** Asks for each taken name until an answer applies to all that follow. */
async function resolveConflicts(
  plan: readonly PlannedEntry[],
): Promise<readonly PlannedEntry[] | undefined> {
  const conflicts = plan.filter((planned) => conflictActions(planned).length > 0);
  const settled = new Map<PlannedEntry, PlannedEntry>();
  let forAll: number | undefined;
  for (const [at, planned] of conflicts.entries()) {
    const actions = conflictActions(planned);
    const same = forAll === undefined ? undefined : actions[forAll];
    const answer = same ?? (await resolveConflict(planned, conflicts.length - at - 1));
    if (answer === undefined) return undefined;
    const action = 'all' in answer ? answer.action : answer;
    if ('all' in answer && answer.all) {
      forAll = actions.findIndex(({ kind }) => kind === answer.action.kind);
    }
    settled.set(planned, { ...planned, action });
  }
  return plan.map((planned) => settled.get(planned) ?? planned);
}

async function resolveConflict(planned: PlannedEntry, more: number) {
  const picks = conflictPicks(planned, more);
  const options = { placeHolder: conflictTitle(planned), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(picks, options))?.value;
}

interface Offer {
  readonly planned: PlannedEntry;
  readonly server: string;
  readonly input: OfferedInput;
}

interface Settled {
  readonly plan: readonly PlannedEntry[];
  readonly offers: readonly Offer[];
}

async function pickInputs(
  plan: readonly PlannedEntry[],
  there: ImportTarget,
): Promise<Settled | undefined> {
  if (!hasInputs(there.dialect)) return { plan, offers: [] };
  const taken = new Set(there.inputs.keys());
  const offered = plan
    .filter(({ action }) => action.kind !== 'skip')
    .flatMap((planned) => {
      const { definition } = planned;
      const inputs = offeredInputs(definition, taken);
      for (const { id } of inputs) taken.add(id);
      return inputs.map((input): Offer => ({ planned, server: definition.name, input }));
    });
  const picked =
    offered.length === 0
      ? []
      : await vscode.window.showQuickPick([...offerPicks(offered)], {
          title: t('offerTitle'),
          placeHolder: t('offerPlaceholder'),
          canPickMany: true,
          ignoreFocusOut: true,
        });
  if (!picked) return undefined;
  const offers = picked.map(({ value }) => value);
  const moved = plan.map((planned) => {
    const inputs = offers.filter((offer) => offer.planned === planned).map(({ input }) => input);
    return { ...planned, definition: withOfferedInputs(planned.definition, inputs) };
  });
  const inPlan = new Map(plan.map((planned, at) => [planned, moved[at] ?? planned]));
  return {
    plan: moved,
    offers: offers.map((offer) => ({
      ...offer,
      planned: inPlan.get(offer.planned) ?? offer.planned,
    })),
  };
}

async function storeSettings(
  { setting, globalStorage }: ImportContext,
  { folder }: ConfigSource,
  plan: readonly PlannedEntry[],
  layer: WritableLayer | undefined,
): Promise<void> {
  if (!layer) return;
  const { user, workspace, folders } = setting();
  const said = { user, workspace, folder: folders.get(folder ?? '') }[layer];
  const write = carryWrite(serversToSet(plan), layer, said);
  if (write) await writeServers(write, { folder, globalStorage });
}

/** Stores input values after the text is written, so that nothing is stored for a cancelled change. */
async function storeValues(
  { storeInput }: ImportContext,
  target: ConfigSource,
  { offers }: Settled,
  edit: ImportEdit,
): Promise<void> {
  for (const { planned, input } of offers) {
    const id = edit.ids.get(planned.definition)?.get(input.id);
    if (id !== undefined && input.value !== undefined)
      await storeInput(target.file, id, input.value);
  }
}

async function tell(
  { model, sources, approve }: ImportContext,
  target: ConfigSource,
  plan: readonly PlannedEntry[],
  { entries }: ImportEdit,
): Promise<void> {
  const lost = lostSummary(
    plan.filter(({ action }) => action.kind !== 'skip' || action.why === 'unwritable'),
    target.dialect,
  );
  const [only] = entries.length === 1 && isOurs(sources, target) ? entries : [];
  const written = only && (await writtenEntry(target, only.name));
  const start = written ? [t('startServer')] : [];
  const message = writtenText(sourceFile(target), entries.length, serversToSet(plan));
  const details = lost ? [t('showDetails')] : [];
  const text = [message, lost?.text].filter(Boolean).join(' ');
  const picked = await notice('information', text, ...start, ...details);
  if (picked === undefined) return;
  if (lost && picked === details[0]) await showPage(lost.page, 'markdown');
  else if (written) await startWhenRead(model, written, approve);
}

/** Opens an untitled document. */
export async function showPage(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document);
}

const scheme = 'roundhouse-preview';
let previews = 0;

/**
 * Shows the change to a configuration file as a diff, and writes it if the user agrees. One edit through the editor
 * keeps unsaved text and Undo. Then it shows the first entry. False if the user cancels, or if the file cannot be
 * written. `first`: runs after the user has agreed and before the edit.
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
      // A file that was edited meanwhile is shown again with its change.
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
