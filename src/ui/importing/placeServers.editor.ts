import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { carryWrite, layerOf, type WritableLayer } from '../../config/write/settingsWrite';
import type { ConfigSource } from '../../config/definition';
import type { SeenDefinition } from '../../config/fingerprint';
import { isVsCodeFormat } from '../../config/dialects';
import {
  conflictActions,
  importEdit,
  planImport,
  serversToSet,
  withoutSettings,
  importTarget,
  newlyDeclared,
  type ImportEdit,
  type PlannedEntry,
  type ImportTarget,
} from '../../config/write/importPlan';
import { offeredInputs, withOfferedInputs, type OfferedInput } from '../../config/write/newInputs';
import { uniqueName, type FoundServer } from '../../config/paste/draft';
import { parseAnyConfig } from '../../config/read/parseConfig';
import { putEntries } from '../../config/write/putEntries';
import { minimalEdit } from '../../config/write/textEdit';
import { sourceFile, sourceName, takesServers } from '../editing/sourceText';
import { openIfThere, applyToFile } from '../editing/applyToFile.editor';
import { notice } from '../window/notice.editor';
import { pickMany, pickOne } from '../window/pick.editor';
import { startWhenRead, entryInFile } from '../window/startWhenRead.editor';
import { writeServers } from '../window/settingsFile.editor';
import { sentence } from '../reasons/sentence';
import type { PickRow } from '../text/pickRow';
import { showDocument } from '../editing/configDocuments.editor';
import type { Target } from '../window/registerCommands.editor';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import type { WindowContext } from '../window/windowContext.editor';
import {
  addTargets,
  carryPick,
  conflictPicks,
  conflictTitle,
  lostSummary,
  nameProblem,
  offerPicks,
  planPicks,
  writtenText,
  type LostSummary,
} from './importPicks';
import { t } from './importTexts';

/** Parts of the window for adding, importing and exporting servers. */
export type ImportContext = Pick<
  WindowContext,
  'extensionContext' | 'workspace' | 'config' | 'settings' | 'inputs' | 'approvals'
>;

/** Reads the target file, unsaved text included. */
export async function readTarget(target: ConfigSource): Promise<ImportTarget> {
  const document = await openIfThere(vscode.Uri.file(target.file));
  return importTarget(document?.getText() ?? '', target);
}

/**
 * The file of the command's target, or the one that the user picks among those for new servers. One with errors is
 * refused at once, and the user picks again.
 */
export async function pickTarget(
  sources: readonly ConfigSource[],
  target: Target,
  question: string,
): Promise<ConfigSource | undefined> {
  const pick = async (): Promise<ConfigSource | undefined> => {
    const picks = addTargets(sources).map((source) => ({
      label: sourceName(source),
      ...(existsSync(source.file) ? {} : { description: t('createFile') }),
      detail: source.file,
      value: source,
    }));
    return pickOne(question, picks);
  };
  const known = sources.find((source) => source.file === target.file && takesServers(source));
  let picked = known ?? (await pick());
  while (picked && !(await takesEntry(picked))) picked = await pick();
  return picked;
}

/** False for a file to which nothing can be added; the user is told so. */
async function takesEntry(target: ConfigSource): Promise<boolean> {
  const uri = vscode.Uri.file(target.file);
  const text = (await openIfThere(uri))?.getText();
  const entries = [{ name: 'server', value: { command: 'server' }, overwrite: false }];
  try {
    await putEntries(
      { file: sourceFile(target), text },
      { dialect: target.dialect, entries, inputs: [] },
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.code !== 'fileBroken') return true;
    void showFileFailure(error, uri);
    return false;
  }
  return true;
}

/** Asks for a name that the file does not have yet. */
export async function enterName(
  title: string,
  suggested: string,
  target: ConfigSource,
): Promise<string | undefined> {
  const { names } = await readTarget(target);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const name = await vscode.window.showInputBox({
    title,
    prompt: t('addName'),
    value: uniqueName(suggested, taken),
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text, taken),
  });
  return name?.trim();
}

/**
 * Writes servers into a file. Asks which ones, how to resolve taken names and which values become inputs. Shows the
 * change, then writes it with the settings of the servers. `chosen`: the user has already picked the servers one by
 * one. True if any was written.
 */
export async function placeServers(
  context: ImportContext,
  target: ConfigSource,
  found: readonly FoundServer[],
  chosen: 'chosen' | 'open',
): Promise<boolean> {
  const there = await readTarget(target);
  const layer = settingsLayer(context, target);
  const all = planImport(found, there, layer);
  const carry = layer && carryPick(all, layer);
  const plan =
    chosen === 'chosen' && !carry ? all : await pickEntries(all, target, { carry, chosen });
  const settled = plan && (await resolveConflicts(plan));
  const offers = settled && (await pickInputs(settled, there));
  if (!offers) return false;
  const edit = importEdit(offers.plan, there);
  // Before the entries, since a server could start at once.
  const first = (): Promise<void> => storeSettings(context, target, offers.plan, layer);
  if (edit.entries.length > 0 && !(await previewAndWrite(context, target, edit, first)))
    return false;
  await storeValues(context, target, offers, edit);
  const { entries } = edit;
  const lost = lostSummary(
    offers.plan.filter(({ action }) => action.kind !== 'skip' || action.why === 'unwritable'),
    target.dialect,
  );
  const [only] = entries.length === 1 && isOurs(context, target) ? entries : [];
  const written = only && (await entryInFile(target, only.name));
  const message = writtenText(sourceFile(target), entries.length, serversToSet(offers.plan));
  await showOutcome(context, message, { written, lost });
  return entries.length > 0;
}

/** Settings layer for the file's servers; `undefined` for files of other hosts. */
function settingsLayer(context: ImportContext, target: ConfigSource): WritableLayer | undefined {
  const { folders } = context.settings.servers.peek();
  return isOurs(context, target) ? layerOf(target, folders.size) : undefined;
}

/** True if a file's servers have the settings of this window. */
export function isOurs({ config }: ImportContext, target: ConfigSource): boolean {
  return config.sources.some(({ id, external }) => id === target.id && external === undefined);
}

/** Asks which servers to write, and whether to carry their settings. */
async function pickEntries(
  plan: readonly PlannedEntry[],
  { dialect }: ConfigSource,
  { carry, chosen }: { carry: PickRow<'settings'> | undefined; chosen: 'chosen' | 'open' },
): Promise<readonly PlannedEntry[] | undefined> {
  const entries = chosen === 'open' ? planPicks(plan, dialect) : [];
  const line = { label: '', kind: vscode.QuickPickItemKind.Separator, value: undefined };
  const values = await pickMany<PlannedEntry | 'settings' | undefined>(
    t(chosen === 'open' ? 'importPick' : 'carryQuestion'),
    [...entries, ...(carry ? [line, carry] : [])],
    { matchOnDetail: true },
  );
  if (!values) return undefined;
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
    let action = forAll === undefined ? undefined : actions[forAll];
    if (!action) {
      const picks = conflictPicks(planned, conflicts.length - at - 1);
      const answer = await pickOne(conflictTitle(planned), picks);
      if (!answer) return undefined;
      ({ action } = answer);
      if (answer.all) forAll = actions.findIndex(({ kind }) => kind === answer.action.kind);
    }
    settled.set(planned, { ...planned, action });
  }
  return plan.map((planned) => settled.get(planned) ?? planned);
}

interface Offer {
  /** Index in the plan. */
  readonly at: number;
  readonly server: string;
  readonly input: OfferedInput;
}

/** A plan whose values are inputs where the user wants that. */
interface PlanWithInputs {
  readonly plan: readonly PlannedEntry[];
  readonly offers: readonly Offer[];
}

async function pickInputs(
  plan: readonly PlannedEntry[],
  there: ImportTarget,
): Promise<PlanWithInputs | undefined> {
  if (!isVsCodeFormat(there.dialect)) return { plan, offers: [] };
  const taken = new Set(there.inputs.keys());
  const offered = plan.flatMap(({ action, definition }, at) => {
    if (action.kind === 'skip') return [];
    const inputs = offeredInputs(definition, taken);
    for (const { id } of inputs) taken.add(id);
    return inputs.map((input): Offer => ({ at, server: definition.name, input }));
  });
  const options = { title: t('offerTitle') };
  const offers =
    offered.length === 0 ? [] : await pickMany(t('offerPlaceholder'), offerPicks(offered), options);
  if (!offers) return undefined;
  const moved = plan.map((planned, at) => {
    const inputs = offers.filter((offer) => offer.at === at).map(({ input }) => input);
    return { ...planned, definition: withOfferedInputs(planned.definition, inputs) };
  });
  return { plan: moved, offers };
}

async function storeSettings(
  { settings, extensionContext }: ImportContext,
  { folder }: ConfigSource,
  plan: readonly PlannedEntry[],
  layer: WritableLayer | undefined,
): Promise<void> {
  if (!layer) return;
  const { user, workspace, folders } = settings.servers.peek();
  const said = { user, workspace, folder: folders.get(folder ?? '') }[layer];
  const write = carryWrite(serversToSet(plan), layer, said);
  const globalStorage = extensionContext.globalStorageUri.fsPath;
  if (write) await writeServers(write, { folder, globalStorage });
}

/** Stores input values after the text is written, so that nothing is stored for a cancelled change. */
async function storeValues(
  { inputs }: ImportContext,
  target: ConfigSource,
  { plan, offers }: PlanWithInputs,
  edit: ImportEdit,
): Promise<void> {
  for (const { at, input } of offers) {
    const definition = plan[at]?.definition;
    const id = definition && edit.ids.get(definition)?.get(input.id);
    if (id !== undefined && input.value !== undefined)
      await inputs.set(target.file, id, input.value);
  }
}

/** Reports what was written, with buttons for the start of a single new server and for what got lost. */
export async function showOutcome(
  context: Pick<ImportContext, 'workspace' | 'approvals'>,
  message: string,
  { written, lost }: { written?: SeenDefinition | undefined; lost?: LostSummary | undefined },
): Promise<void> {
  const [start, details] = [t('startServer'), t('showDetails')];
  const text = [message, lost?.text].filter(Boolean).join(' ');
  const buttons = [...(written ? [start] : []), ...(lost ? [details] : [])];
  const picked = await notice('information', text, ...buttons);
  if (picked === details && lost) await showPage(lost.page, 'markdown');
  else if (picked === start && written) await startWhenRead(context, written);
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
  context: Pick<ImportContext, 'inputs'>,
  target: ConfigSource,
  { entries, inputs }: Pick<ImportEdit, 'entries' | 'inputs'>,
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
      if (!(await agreed({ file, uri, document, after }))) return false;
      // A file that was edited meanwhile is shown again with its change.
      if ((await openIfThere(uri))?.getText() !== before) continue;
      await first?.();
      // A value that an input of the same id left behind was for another server.
      for (const id of await newlyDeclared(inputs, before ?? '', target))
        await context.inputs.forget(target.file, id);
      await applyToFile({ uri, document, before, edits: minimalEdit(before ?? '', after) });
      await showEntry(target, document?.uri ?? uri, entries[0]?.name);
      return true;
    }
  } catch (error) {
    if (!(error instanceof UserError) || error.code.startsWith('settings')) throw error;
    await showFileFailure(error, uri);
    return false;
  }
}

interface Change {
  /** Display name of the file. */
  readonly file: string;
  readonly uri: vscode.Uri;
  /** Absent where there is no such file. */
  readonly document: vscode.TextDocument | undefined;
  readonly after: string;
}

async function agreed({ file, uri, document, after }: Change): Promise<boolean> {
  // The whole path, since what the editor knows of a file goes by it.
  const at = (side: string): vscode.Uri =>
    vscode.Uri.from({ scheme, path: `/${previews}/${side}${uri.path}` });
  previews += 1;
  const [left, right] = [document?.uri ?? at('before'), at('after')];
  const documents = new VirtualDocuments(scheme, (read) =>
    read.toString() === right.toString() ? after : '',
  );
  const title = t('previewTitle', { file });
  try {
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    const agrees = await pickOne(t('previewQuestion'), [
      { label: `$(check) ${t('previewWrite', { file })}`, value: true },
      { label: `$(close) ${t('previewCancel')}`, value: false },
    ]);
    return agrees === true;
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
  await showDocument(document, entry?.range, { preview: false });
}

async function showFileFailure(error: UserError, uri: vscode.Uri): Promise<void> {
  const open = t('openFile');
  const picked = await notice('error', sentence(error.reason), open);
  if (picked === open) await vscode.window.showTextDocument(uri);
}
