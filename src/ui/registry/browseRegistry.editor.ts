import * as vscode from 'vscode';
import { effect } from '@preact/signals-core';
import { DisposableStore } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { isHttpUrl } from '../../network/urlOf';
import { entryValue } from '../../config/write/putEntries';
import { isVsCodeFormat } from '../../config/dialects';
import { addTargets, writtenText } from '../importing/importPicks';
import { untrustedText } from '../text/untrustedText';
import { openIfThere } from '../editing/applyToFile.editor';
import { sourceFile } from '../editing/sourceText';
import { openPage } from '../window/openPage.editor';
import {
  enterName,
  pickTarget,
  previewAndWrite,
  readTarget,
  showOutcome,
  type ImportContext,
} from '../importing/placeServers.editor';
import { pickMany, pickOne } from '../window/pick.editor';
import { entryInFile } from '../window/startWhenRead.editor';
import type { Target } from '../window/registerCommands.editor';
import {
  choicesOf,
  obstacleOf,
  installedSearch,
  type InstalledServer,
  type OutdatedServer,
  type RegistryChoice,
  type RegistryNote,
} from './registryChoice';
import { searchRegistry, officialRegistry } from './registryClient';
import type { RegistryServer } from './registrySchema';
import { RegistrySearch } from './registrySearch';
import { draftOf, questionsOf, suggestedServerName } from './serverDraft';
import {
  noteText,
  choicePick,
  registryPicks,
  requiredNow,
  optionalPicks,
  typedAnswer,
  updatePicks,
  valueProblem,
  valueQuestion,
  type RegistryPick,
} from './registryPicks';
import { t } from './registryTexts';
import type { Answer, Question } from './template';

/** Lets the user find a server in the registry and writes it into a configuration file. */
export async function browseRegistry(context: ImportContext, target: Target): Promise<void> {
  const { workspace, config } = context;
  const installed = installedSearch(
    workspace.files.peek().flatMap(({ parsed }) => parsed.definitions),
  );
  const server = await findServer(installed);
  if (!server) return;
  const title = untrustedText(server.title ?? server.name);
  const updates = updatePicks(installed(server));
  const update =
    updates.length > 0 ? await pickOne(t('updateQuestion', { server: title }), updates) : 'another';
  if (update === undefined) return;
  if (update !== 'another') return updateServer(context, update);
  const choice = await chooseInstallation(server);
  if (!choice) return;
  const answers = await enterAnswers(title, questionsOf(choice));
  if (!answers) return;
  // Only formats with inputs are offered, because secrets need them.
  const fit = addTargets(config.sources).filter(({ dialect }) => isVsCodeFormat(dialect));
  const source = await pickTarget(fit, target, t('target'));
  if (!source) return;
  const name = await enterName(title, suggestedServerName(server), source);
  if (name === undefined) return;
  const taken = (await readTarget(source)).inputs.keys();
  const { entry, inputs, notes } = draftOf(server, choice, { name, answers, taken });
  if (!(await confirmNotes(title, notes, entry !== undefined)) || !entry) return;
  const edit = { entries: [{ name, value: entry, overwrite: false }], inputs };
  if (!(await previewAndWrite(context, source, edit))) return;
  const written = await entryInFile(source, name);
  await showOutcome(context, writtenText(sourceFile(source), 1, []), { written });
}

/** Writes the later version into an entry, whose other fields stay. Shows the change first. */
async function updateServer(
  context: ImportContext,
  { definition: { source, name }, update }: OutdatedServer,
): Promise<void> {
  const text = (await openIfThere(vscode.Uri.file(source.file)))?.getText();
  const entry = entryValue({ file: sourceFile(source), text }, source.dialect, name);
  const before = entry?.['args'];
  const { argument, updated, to } = update;
  if (!Array.isArray(before) || !before.includes(argument))
    throw new UserError('entryGone', { server: name });
  const args = before.map((one) => (one === argument ? updated : one));
  const edit = { entries: [{ name, value: { ...entry, args }, overwrite: true }], inputs: [] };
  if (!(await previewAndWrite(context, source, edit))) return;
  const written = await entryInFile(source, name);
  await showOutcome(context, t('updated', { name, version: untrustedText(to) }), { written });
}

async function findServer(
  installed: (server: RegistryServer) => readonly InstalledServer[],
): Promise<RegistryServer | undefined> {
  const configured: unknown = vscode.workspace.getConfiguration('roundhouse').get('registry');
  const base =
    typeof configured === 'string' && configured.trim() !== '' ? configured : officialRegistry;
  const search = new RegistrySearch((query, cursor, signal) =>
    searchRegistry(base, { query, cursor, signal }),
  );
  try {
    return await pickRegistryServer(search, installed);
  } finally {
    search.dispose();
  }
}

/** Asks for one of the choices; a single installable one is taken without asking. */
async function chooseInstallation(server: RegistryServer): Promise<RegistryChoice | undefined> {
  const choices = choicesOf(server);
  const [only] = choices;
  const title = untrustedText(server.title ?? server.name);
  const rows = choices.map((value) => ({ ...choicePick(value, obstacleOf(value)), value }));
  const question = t('pickChoice', { server: title });
  const choice = rows.length > 1 ? await pickOne(question, rows, { title }) : only;
  const obstacle = choice && obstacleOf(choice);
  if (choice && !obstacle) return choice;
  if (choices.length > 1 && !choice) return undefined;
  const detail = obstacle ? noteText(obstacle) : t('noChoice', { server: title });
  const { website = '' } = server;
  const buttons = isHttpUrl(website) ? [t('openWebsite')] : [];
  const message = t('cannotInstall', { server: title });
  const options = { modal: true, detail };
  const picked = await vscode.window.showWarningMessage(message, options, ...buttons);
  if (picked !== undefined) await openPage(website);
  return undefined;
}

/** Shows notes; true if the user continues or there are none. */
async function confirmNotes(
  server: string,
  notes: readonly RegistryNote[],
  isOpen: boolean,
): Promise<boolean> {
  if (notes.length === 0) return true;
  const detail = notes.map(noteText).join('\n\n');
  const buttons = isOpen ? [t('proceed')] : [];
  const question = t(isOpen ? 'proceedQuestion' : 'cannotInstall', { server });
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(question, options, ...buttons)) !== undefined;
}

/** Shows search results while the user types; `undefined` if they cancel. */
function pickRegistryServer(
  search: RegistrySearch,
  installed: (server: RegistryServer) => readonly InstalledServer[],
): Promise<RegistryServer | undefined> {
  const store = new DisposableStore();
  const picker = store.add(createPicker());
  /** Index of the first row of the page that was requested last. */
  let next: number | undefined;
  const typed = (value: string): void => {
    next = undefined;
    search.search(value);
  };
  const more = (): void => {
    next = search.state.peek().servers.length;
    search.more();
  };
  store.add(picker.onDidChangeValue(typed));
  store.add(
    effect(() => {
      const state = search.state.value;
      picker.busy = state.busy;
      picker.items = registryPicks(state, installed);
      const first = next === undefined || state.busy ? undefined : picker.items[next];
      const active = state.error ? picker.items.at(-1) : first;
      if (active) picker.activeItems = [active];
    }),
  );
  return new Promise((resolve) => {
    store.add(
      picker.onDidAccept(() => {
        const [item] = picker.selectedItems;
        if (item?.act === 'more') more();
        // A row of the search before is still active while the person waits for the next one.
        if (item?.act !== 'install' || search.state.peek().found !== picker.value) return;
        resolve(item.server);
        picker.hide();
      }),
    );
    store.add(
      picker.onDidHide(() => {
        resolve(undefined);
        store.dispose();
      }),
    );
    search.search('');
    picker.show();
  });
}

function createPicker(): vscode.QuickPick<RegistryPick> {
  const picker = vscode.window.createQuickPick<RegistryPick>();
  picker.title = t('title');
  picker.placeholder = t('placeholder');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  // A further page goes to the end, and who reads stays where they are.
  picker.keepScrollPosition = true;
  // The editor would sort what matches by its label, further pages and "Load More" among the rest. Its
  // switch for that works and is missing in its declarations.
  Object.assign(picker, { sortByLabel: false });
  return picker;
}

/** Asks for required values and those the user wants to set; `undefined` if they cancel. */
async function enterAnswers(
  server: string,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, Answer> | undefined> {
  const optional = optionalPicks(questions);
  const options = { title: server };
  const wanted = optional.length > 0 ? await pickMany(t('optional'), optional, options) : [];
  if (!wanted) return undefined;
  const answers = new Map<string, Answer>(wanted.map(({ key }) => [key, null]));
  const asked = [...requiredNow(questions), ...wanted.filter(({ secret }) => !secret)];
  for (const [index, question] of asked.entries()) {
    const place = { number: index + 1, count: asked.length };
    const answer = await enterAnswer(server, question, place);
    if (answer === undefined) return undefined;
    answers.set(question.key, answer);
  }
  return answers;
}

async function enterAnswer(
  server: string,
  question: Question,
  place: { number: number; count: number },
): Promise<Answer | undefined> {
  const { title, prompt, placeHolder, value, picks } = valueQuestion(question, server, place);
  if (picks) return pickOne(prompt, picks, { title });
  const ask = (prompt: string, value?: string): Thenable<string | undefined> =>
    vscode.window.showInputBox({
      title,
      prompt,
      ignoreFocusOut: true,
      ...(placeHolder !== undefined && { placeHolder }),
      ...(value !== undefined && { value }),
      validateInput: (text) => valueProblem(question, text),
    });
  const first = await ask(prompt, value);
  if (first === undefined) return undefined;
  const answer = typedAnswer(question, first);
  if (!question.repeated || answer === null || answer === '') return answer;
  const all = [answer];
  for (;;) {
    const next = await ask(t('anotherValue', { label: question.label }));
    if (next === undefined) return undefined;
    if (next === '') return all;
    all.push(next);
  }
}
