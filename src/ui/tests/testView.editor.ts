import { basename } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError, type Reason } from '../../base/errors';
import { escapeHidden } from '../../base/escape';
import type { JsonObject } from '../../base/json';
import type { ServerEntry } from '../../client/configuredServers';
import { runTests } from '../../client/serverTests';
import type { KeyValueStore } from '../../client/stores';
import type { Workspace } from '../../client/workspace';
import { testsFile } from '../../config/definition';
import { isOfPerson } from '../../config/precedence';
import {
  putSnapshot,
  readServerTests,
  testKey,
  type SavedTest,
  type TestFile,
} from '../../config/serverTests';
import { minimalEdit } from '../../config/write/textEdit';
import type { FailedExpectation, TestOutcome } from '../../ipc/serverTests';
import { applyToFile, openIfThere } from '../editing/applyToFile.editor';
import { toRange } from '../editing/configDocuments.editor';
import { sentence, sentenceWithNext } from '../reasons/sentence';
import { refusedTests, type OwnTest } from './agreedTests.editor';
import { endedText, outcomeLines, t, testProblemText } from './testTexts';

/** One test in the view. */
interface ShownTest {
  readonly folder: vscode.WorkspaceFolder;
  readonly uri: vscode.Uri;
  readonly saved: SavedTest;
  /** The latest result, where it differs from the snapshot. */
  snapshot?: JsonObject | undefined;
}

/** A test of a run, as it was when the run began. */
type BegunTest = Pick<ShownTest, 'saved'> & { readonly item: vscode.TestItem };

/** The tests of the workspace's servers in the Test view, by server. Follows their files. */
export class TestView implements Disposable {
  readonly #store = new DisposableStore();
  readonly #controller = this.#store.add(
    vscode.tests.createTestController('roundhouse.tests', t('controller')),
  );
  /** Tests of a file are in its order, which that of the items need not be. */
  readonly #tests = new Map<vscode.TestItem, ShownTest>();

  constructor(
    private readonly workspace: Workspace,
    watcher: vscode.FileSystemWatcher,
    /** Remembers the tests of their own servers that the person agreed to. */
    private readonly agreed: KeyValueStore,
  ) {
    const { TestRunProfileKind } = vscode;
    this.#controller.refreshHandler = () => this.#readAll();
    this.#controller.createRunProfile(
      t('run'),
      TestRunProfileKind.Run,
      (request, token) => this.#run(request, token),
      true,
    );
    // The text of an open file follows the disk a moment later.
    const reloaded = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const isRead = !document.isDirty && document.uri.path.endsWith(`/${testsFile}`);
      if (isRead) void this.#read(vscode.workspace.getWorkspaceFolder(document.uri));
    });
    this.#store.add(reloaded);
    for (const changed of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      this.#store.add(changed((uri) => void this.#read(vscode.workspace.getWorkspaceFolder(uri))));
    this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#readAll()));
    void this.#readAll();
  }

  /**
   * Puts the latest result of a test in place of its snapshot; without an id, of all tests whose result differs. One
   * Undo takes a file back.
   * @throws UserError `noSnapshots`.
   */
  async updateSnapshots(id?: string): Promise<void> {
    const files = new Map<string, ShownTest[]>();
    for (const [item, test] of this.#tests) {
      if (!test.snapshot || (id !== undefined && item.id !== id)) continue;
      const file = test.uri.toString();
      files.set(file, [...(files.get(file) ?? []), test]);
    }
    let isUpdated = false;
    for (const tests of files.values()) isUpdated = (await replaceSnapshots(tests)) || isUpdated;
    if (!isUpdated) throw new UserError('noSnapshots');
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #readAll(): Promise<void> {
    const { workspaceFolders = [] } = vscode.workspace;
    const known = new Set(workspaceFolders.map(({ uri }) => uri.toString()));
    const { items } = this.#controller;
    for (const [id, item] of items) if (!known.has(folderOf(id))) this.#remove(items, item);
    await Promise.all(workspaceFolders.map((folder) => this.#read(folder)));
  }

  async #read(folder: vscode.WorkspaceFolder | undefined): Promise<void> {
    if (!folder) return;
    const uri = vscode.Uri.joinPath(folder.uri, testsFile);
    const document = await openIfThere(uri);
    if (this.#store.disposed) return;
    this.#show(folder, uri, document && readServerTests(document.getText(), folder.uri.fsPath));
  }

  /** Shows the tests of a folder in place of those before. A test that stays keeps its item and so its results. */
  #show(folder: vscode.WorkspaceFolder, uri: vscode.Uri, file: TestFile | undefined): void {
    const { items } = this.#controller;
    const key = folder.uri.toString();
    const servers = new Map<string, SavedTest[]>();
    for (const saved of file?.tests ?? [])
      servers.set(saved.server, [...(servers.get(saved.server) ?? []), saved]);
    const shown = new Set<string>();
    const hasFolders = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    for (const [server, tests] of servers) {
      const item = this.#itemIn(items, itemId(key, server), server, uri);
      if (hasFolders) item.description = folder.name;
      item.range = tests[0] && toRange(tests[0].range);
      shown.add(item.id);
      const names = new Set(tests.map(({ name }) => itemId(key, server, name)));
      for (const [id, child] of item.children)
        if (!names.has(id)) this.#remove(item.children, child);
      for (const saved of tests) {
        const child = this.#itemIn(item.children, itemId(key, server, saved.name), saved.name, uri);
        child.range = toRange(saved.range);
        child.error = saved.problems.map(testProblemText).join('\n') || undefined;
        const before = this.#tests.get(child);
        // The latest result is that of the test as it was run.
        const snapshot =
          before && testKey(before.saved) === testKey(saved) ? before.snapshot : undefined;
        this.#tests.delete(child);
        this.#tests.set(child, { folder, uri, saved, snapshot });
      }
    }
    const [problem] = file?.problems ?? [];
    if (problem) {
      const item = this.#itemIn(items, itemId(key), basename(testsFile), uri);
      item.range = toRange(problem.range);
      item.error = testProblemText(problem);
      shown.add(item.id);
    }
    for (const [id, item] of items)
      if (folderOf(id) === key && !shown.has(id)) this.#remove(items, item);
  }

  #itemIn(
    collection: vscode.TestItemCollection,
    id: string,
    label: string,
    uri: vscode.Uri,
  ): vscode.TestItem {
    const known = collection.get(id);
    if (known) return known;
    const item = this.#controller.createTestItem(id, label, uri);
    collection.add(item);
    return item;
  }

  #remove(collection: vscode.TestItemCollection, item: vscode.TestItem): void {
    for (const [, child] of item.children) this.#tests.delete(child);
    this.#tests.delete(item);
    collection.delete(item.id);
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const abort = new AbortController();
    const stop = token.onCancellationRequested(() => abort.abort());
    // The editor saves a file after it has asked for the run, so that the text may not have been read yet.
    await this.#readAll();
    const run = this.#controller.createTestRun(request);
    const begun = new Map<SavedTest, BegunTest>();
    const own: (OwnTest & { readonly sent: SavedTest })[] = [];
    const wanted = this.#wanted(request);
    for (const [item, { saved, folder }] of this.#tests) {
      if (!wanted.has(item)) continue;
      run.enqueued(item);
      const entry = this.#serverFor(folder, saved.server);
      const definition = entry?.definition;
      const reason = entry && notRunHere(entry);
      const { test } = saved;
      if (!test)
        run.errored(item, new vscode.TestMessage(saved.problems.map(testProblemText).join('\n')));
      else if (reason) this.#end(run, { item, saved }, { took: 0, failures: [], reason });
      else {
        const sent = { ...saved, server: definition?.id ?? saved.server };
        begun.set(sent, { item, saved });
        if (definition && isOfPerson(definition.source)) own.push({ definition, test, sent });
      }
    }
    const listener = {
      started: (test: SavedTest) => {
        const one = begun.get(test);
        if (one) run.started(one.item);
      },
      ended: (test: SavedTest, outcome: TestOutcome) => {
        const one = begun.get(test);
        if (one) this.#end(run, one, outcome);
      },
    };
    try {
      for (const { definition, sent } of await refusedTests(this.agreed, own)) {
        const reason = { code: 'testNotAgreed', args: { server: definition.name } };
        listener.ended(sent, { took: 0, failures: [], reason });
        begun.delete(sent);
      }
      await runTests(this.workspace.host, [...begun.keys()], listener, abort.signal);
    } finally {
      stop.dispose();
      run.end();
    }
  }

  #end(run: vscode.TestRun, { item, saved }: BegunTest, outcome: TestOutcome): void {
    const { reason, failures, took, snapshot } = outcome;
    const shown = this.#tests.get(item);
    // The person may have edited it meanwhile.
    if (shown && testKey(shown.saved) === testKey(saved))
      shown.snapshot = snapshot as JsonObject | undefined;
    // The results are shown in a terminal.
    for (const line of endedText(saved, outcome, outcomeLines(outcome)).split(/\r?\n/))
      run.appendOutput(`${escapeHidden(line)}\r\n`, undefined, item);
    if (reason) run.errored(item, new vscode.TestMessage(sentenceWithNext(reason)), took);
    else if (failures.length === 0) run.passed(item, took);
    else
      run.failed(
        item,
        failures.map((failure) => messageOf(failure, item, snapshot !== undefined)),
        took,
      );
  }

  /** The items of a request that have none below them. */
  #wanted({ include, exclude = [] }: vscode.TestRunRequest): ReadonlySet<vscode.TestItem> {
    const left = new Set(exclude);
    const below = (item: vscode.TestItem): vscode.TestItem[] => {
      if (left.has(item)) return [];
      if (item.children.size === 0) return [item];
      return Array.from(item.children, ([, child]) => child).flatMap(below);
    };
    const roots = include ?? Array.from(this.#controller.items, ([, item]) => item);
    return new Set(roots.flatMap(below));
  }

  /** The server that a name or an id means: an active one first, and of those the folder's own one. */
  #serverFor({ uri }: vscode.WorkspaceFolder, name: string): ServerEntry | undefined {
    const named = [...this.workspace.entries.peek().values()].filter(
      ({ definition }) => definition.name === name || definition.id === name,
    );
    const active = named.filter(({ inactiveReason }) => !inactiveReason);
    const meant = active.length > 0 ? active : named;
    return meant.find(({ definition }) => definition.source.folder === uri.fsPath) ?? meant[0];
  }
}

/** Reason why a server is not run here; `undefined` where it is, or a person still has to say who runs it. */
function notRunHere({ inactiveReason, runBy }: ServerEntry): Reason | undefined {
  return inactiveReason ?? (runBy === 'vscode' ? { code: 'ownedByEditor' } : undefined);
}

/** The id of an item: its folder and the names below it. A name may hold anything, so that no separator would do. */
function itemId(...names: readonly string[]): string {
  return JSON.stringify(names);
}

function folderOf(id: string): string {
  return String((JSON.parse(id) as readonly string[])[0]);
}

/** `isUpdatable`: the failure is a result that can take the place of the snapshot. */
function messageOf(
  { reason, expected, actual }: FailedExpectation,
  item: vscode.TestItem,
  isUpdatable: boolean,
) {
  const message = new vscode.TestMessage(sentence(reason));
  if (expected !== undefined) message.expectedOutput = expected;
  if (actual !== undefined) message.actualOutput = actual;
  if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range);
  if (isUpdatable) message.contextValue = 'roundhouse.snapshot';
  return message;
}

/** Replaces the snapshots of tests of one file; false where its text, which may not be saved, has none of them. */
async function replaceSnapshots(tests: readonly ShownTest[]): Promise<boolean> {
  const [first] = tests;
  const document = first && (await openIfThere(first.uri));
  if (!document) return false;
  const before = document.getText();
  const folder = first.folder.uri.fsPath;
  const there = new Set(readServerTests(before, folder).tests.map(testKey));
  const left = tests.filter(({ saved }) => there.has(testKey(saved)));
  if (left.length === 0) return false;
  const after = left.reduce(
    (text, { saved, snapshot }) => (snapshot ? putSnapshot(text, saved, snapshot, folder) : text),
    before,
  );
  await applyToFile({ uri: first.uri, document, edits: minimalEdit(before, after) });
  return true;
}
