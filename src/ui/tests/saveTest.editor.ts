import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { numbered } from '../../base/uniqueNames';
import type { ServerEntry } from '../../client/configuredServers';
import { testsFile } from '../../config/definition';
import { holdsLikelySecret } from '../../config/likelySecrets';
import {
  putServerTest,
  readServerTests,
  snapshotOf,
  subjectOf,
  type Expectation,
  type ServerTest,
} from '../../config/serverTests';
import { minimalEdit } from '../../config/write/textEdit';
import type { McpObject } from '../../ipc/state';
import { applyToFile, openIfThere } from '../editing/applyToFile.editor';
import { showDocument } from '../editing/configDocuments.editor';
import { isConfirmed } from '../window/notice.editor';
import { pickOne } from '../window/pick.editor';
import { t } from './testTexts';

/** A call that was made, with its result; without one it failed. */
export interface MadeCall {
  readonly test: ServerTest;
  readonly result?: McpObject | undefined;
}

/**
 * Saves a call as a test in the file of the server's workspace folder, and shows it there. Asks for its name and for
 * what must hold. False where the person does not go on.
 * @throws UserError `testsNeedFolder`, `fileBroken` {file}.
 */
export async function saveTest(
  { definition: { name: server, source } }: ServerEntry,
  { test, result }: MadeCall,
): Promise<boolean> {
  const folder = await folderFor(source.folder);
  if (!folder) return false;
  const uri = vscode.Uri.joinPath(folder.uri, testsFile);
  const subject = subjectOf(test).name;
  let name = await askName(server, subject, (await readFor(server, uri, folder)).taken);
  if (name === undefined) return false;
  const expect = await askExpectation(result);
  if (!expect) return false;
  const saved = { ...test, ...(Object.keys(expect).length > 0 && { expect }) };
  if (holdsLikelySecret(saved) && !(await confirmSecret())) return false;

  // The person may have changed the file meanwhile.
  let file = await readFor(server, uri, folder);
  while (file.taken.has(name)) {
    name = await askName(server, subject, file.taken);
    if (name === undefined) return false;
    file = await readFor(server, uri, folder);
  }
  const { document, text } = file;
  const after = putServerTest(text, { server, name }, saved, folder.uri.fsPath);
  // Where the tests should be is something else.
  if (after === text) throw new UserError('fileBroken', { file: testsFile });
  await applyToFile({ uri, document, edits: minimalEdit(text, after) });
  const written = await vscode.workspace.openTextDocument(uri);
  const at = readServerTests(written.getText(), folder.uri.fsPath).tests.find(
    (one) => one.server === server && one.name === name,
  );
  await showDocument(written, at?.range);
  return true;
}

/**
 * The file of tests as it is now, with the names that tests of a server have.
 * @throws UserError `fileBroken` {file}.
 */
async function readFor(server: string, uri: vscode.Uri, folder: vscode.WorkspaceFolder) {
  const document = await openIfThere(uri);
  const text = document?.getText() ?? '';
  const { tests, problems } = readServerTests(text, folder.uri.fsPath);
  if (problems.some(({ kind }) => kind === 'syntax'))
    throw new UserError('fileBroken', { file: testsFile });
  const taken = new Set(tests.filter((one) => one.server === server).map(({ name }) => name));
  return { document, text, taken };
}

/** The tests of a server, without mistakes, in the file of the folder that configures it, else in those of all. */
export async function savedCalls({
  definition,
}: ServerEntry): Promise<readonly { name: string; test: ServerTest }[]> {
  const { workspaceFolders = [] } = vscode.workspace;
  const configuring = workspaceFolders.find(({ uri }) => uri.fsPath === definition.source.folder);
  const files = (configuring ? [configuring] : workspaceFolders).map(async ({ uri }) => {
    const document = await openIfThere(vscode.Uri.joinPath(uri, testsFile));
    return document ? readServerTests(document.getText(), uri.fsPath).tests : [];
  });
  return (await Promise.all(files))
    .flat()
    .flatMap(({ server, name, test }) =>
      server === definition.name && test ? { name, test } : [],
    );
}

/** Opens the file of tests of a folder; makes one without tests where there is none. */
export async function openTests(): Promise<void> {
  const folder = await folderFor();
  if (!folder) return;
  const uri = vscode.Uri.joinPath(folder.uri, testsFile);
  const document = await openIfThere(uri);
  if (!document)
    await applyToFile({ uri, document, edits: minimalEdit('', '{\n  "tests": {}\n}\n') });
  await showDocument(await vscode.workspace.openTextDocument(uri));
}

/**
 * The folder whose file has the tests: the one that configures the server, else the only one, else the person's choice.
 * @throws UserError `testsNeedFolder`.
 */
async function folderFor(own?: string): Promise<vscode.WorkspaceFolder | undefined> {
  const { workspaceFolders = [] } = vscode.workspace;
  const [first, ...others] = workspaceFolders;
  if (!first) throw new UserError('testsNeedFolder', { file: testsFile });
  const configuring = workspaceFolders.find(({ uri }) => uri.fsPath === own);
  if (configuring || others.length === 0) return configuring ?? first;
  const rows = workspaceFolders.map((value) => ({
    label: value.name,
    description: value.uri.fsPath,
    value,
  }));
  return pickOne(t('whichFolder'), rows);
}

async function askName(
  server: string,
  subject: string,
  taken: ReadonlySet<string>,
): Promise<string | undefined> {
  const isTaken = (one: string): boolean => taken.has(one);
  const name = await vscode.window.showInputBox({
    value: numbered(subject, isTaken, (one, number) => `${one} ${number}`),
    prompt: t('namePrompt', { subject, server }),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return t('nameMissing');
      return isTaken(text.trim()) ? t('nameTaken') : undefined;
    },
  });
  return name?.trim();
}

/** The expectation that a person chooses; `undefined` where they cancel. */
async function askExpectation(result: McpObject | undefined): Promise<Expectation | undefined> {
  if (!result) return { isError: true };
  const outcome: Expectation = result['isError'] === true ? { isError: true } : {};
  const snapshot: JsonObject = snapshotOf(result);
  return pickOne<Expectation>(t('whatHolds'), [
    {
      label: t('sameResult'),
      detail: t('sameResultDetail'),
      value: { ...outcome, snapshot },
    },
    {
      label: t(outcome.isError ? 'fails' : 'succeeds'),
      detail: t('anyResultDetail'),
      value: outcome,
    },
  ]);
}

function confirmSecret(): Promise<boolean> {
  return isConfirmed(t('secretQuestion', { file: testsFile }), t('saveAnyway'));
}
