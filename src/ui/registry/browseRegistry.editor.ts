import type { ConfigSource } from '../../config/definition';
import { isHttpUrl } from '../../network/urlOf';
import { hasInputs } from '../../config/write/importPlan';
import type { WorkspaceModel } from '../../client/workspaceModel';
import { installedCheck } from './installed';
import { choicesOf, obstacleOf, type RegistryChoice, type RegistryNote } from './registryChoice';
import { searchRegistry } from './registryClient';
import type { RegistryServer } from './registrySchema';
import { RegistrySearch } from './registrySearch';
import { officialRegistry } from './registryUrl';
import { draftOf, questionsOf, suggestedServerName } from './serverDraft';
import { addTargets } from '../importing/addTargets';
import { t as importText } from '../importing/importTexts';
import { untrustedText } from '../text/untrustedText';
import { noteText } from './registryPicks';
import { freeName, nameProblem } from './registryQuestions';
import { t } from './registryTexts';
import { sourceFile } from '../editing/sourceText';
import { notice } from '../window/notice.editor';
import { pickSource } from '../editing/openConfiguration.editor';
import { openPage } from '../window/openPage.editor';
import { readTarget, type PlacePorts } from '../importing/placeServers.editor';
import { previewAndWrite } from '../importing/previewAndWrite.editor';
import { askAnswers, askChoice, askServer } from './registryDialogs.editor';
import { startWhenRead, writtenEntry } from '../window/startWhenRead.editor';
import type { Target } from '../window/target';
import * as vscode from 'vscode';

/** Lets the user find a server in the registry and writes it into a configuration file. */
export async function browseRegistry(
  model: WorkspaceModel,
  { sources, approve }: Pick<PlacePorts, 'sources' | 'approve'>,
  target: Target,
): Promise<void> {
  const server = await findServer(model);
  const choice = server && (await chooseWay(server));
  if (!choice) return;
  const title = untrustedText(server.title ?? server.name);
  const answers = await askAnswers(title, questionsOf(choice));
  const source = answers && (await chooseSource(sources, target));
  if (!answers || !source) return;
  const name = await askName(title, source, server);
  if (name === undefined) return;
  const { entry, inputs, notes } = draftOf(server, choice, { name, answers });
  if (!(await acceptNotes(title, notes, entry !== undefined)) || !entry) return;
  if (!(await previewAndWrite(source, [{ name, value: entry, overwrite: false }], inputs))) return;
  const written = await writtenEntry(source, name);
  const told = importText('written', { count: 1, file: sourceFile(source) });
  const start = written ? [importText('startServer')] : [];
  if ((await notice('information', told, ...start)) === undefined) return;
  if (written) await startWhenRead(model, written, approve);
}

async function findServer(model: WorkspaceModel): Promise<RegistryServer | undefined> {
  const configured: unknown = vscode.workspace.getConfiguration('roundhouse').get('registry');
  const base =
    typeof configured === 'string' && configured.trim() !== '' ? configured : officialRegistry;
  const search = new RegistrySearch((query, cursor, signal) =>
    searchRegistry(base, { query, cursor, signal }),
  );
  const launches = model.files
    .peek()
    .flatMap(({ parsed }) => parsed.definitions)
    .map(({ launch }) => launch);
  try {
    return await askServer(search, installedCheck(launches));
  } finally {
    search.dispose();
  }
}

/** Asks for one of the choices; a single installable one is taken without asking. */
async function chooseWay(server: RegistryServer): Promise<RegistryChoice | undefined> {
  const choices = choicesOf(server);
  const [only] = choices;
  const title = untrustedText(server.title ?? server.name);
  const choice = choices.length > 1 ? await askChoice(title, choices) : only;
  const obstacle = choice && obstacleOf(choice);
  if (choice && !obstacle) return choice;
  if (choices.length > 1 && !choice) return undefined;
  const detail = obstacle ? noteText(obstacle) : t('noChoice', { server: title });
  const { website = '' } = server;
  const buttons = isHttpUrl(website) ? [t('openWebsite')] : [];
  const told = t('cannotInstall', { server: title });
  const options = { modal: true, detail };
  const picked = await vscode.window.showWarningMessage(told, options, ...buttons);
  if (picked !== undefined) await openPage(website);
  return undefined;
}

/** Asks for the target file. Only formats with inputs are offered, because secrets need them. */
async function chooseSource(
  sources: readonly ConfigSource[],
  target: Target,
): Promise<ConfigSource | undefined> {
  const fit = addTargets(sources).filter(({ dialect }) => hasInputs(dialect));
  return fit.find(({ file }) => file === target.file) ?? pickSource(fit, t('target'));
}

async function askName(
  title: string,
  source: ConfigSource,
  server: RegistryServer,
): Promise<string | undefined> {
  const { names } = await readTarget(source);
  const taken = new Set(names);
  const name = await vscode.window.showInputBox({
    title,
    prompt: t('name'),
    value: freeName(suggestedServerName(server), taken),
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text, taken),
  });
  return name?.trim();
}

/** Shows notes; true if the user continues or there are none. */
async function acceptNotes(
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
