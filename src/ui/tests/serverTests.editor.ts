import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { once } from '../../base/lazy';
import type { KeyValueStore } from '../../client/stores';
import type { Workspace } from '../../client/workspace';
import { testsFile } from '../../config/definition';
import { isOfPerson } from '../../config/precedence';
import type { ServerTest } from '../../config/serverTests';
import type { CommandHandlers } from '../window/registerCommands.editor';
import type { MadeCall } from './saveTest.editor';
import type { TestView } from './testView.editor';

/**
 * The tests of the workspace's servers. The first file of tests opens them in the Test view, because the editor shows
 * that view to everyone who has a test controller.
 */
export class ServerTests implements Disposable {
  readonly #store = new DisposableStore();
  readonly view: () => Promise<TestView>;

  /** `agreed` remembers the tests of their own servers that the person agreed to. */
  constructor(
    private readonly workspace: Workspace,
    private readonly agreed: KeyValueStore,
  ) {
    const watcher = this.#store.add(vscode.workspace.createFileSystemWatcher(`**/${testsFile}`));
    this.view = once(async () => {
      const { TestView } = await import('./testView.editor');
      return this.#store.add(new TestView(workspace, watcher, agreed));
    });
    this.#store.add(watcher.onDidCreate(() => void this.view()));
    this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#look()));
    void this.#look();
  }

  /** Saves a call of a server as a test, and shows it in its file. */
  async save(serverId: string, call: MadeCall): Promise<void> {
    const entry = this.workspace.entries.peek().get(serverId);
    if (!entry) return;
    const { saveTest } = await import('./saveTest.editor');
    const { definition } = entry;
    if (!(await saveTest(entry, call)) || !isOfPerson(definition.source)) return;
    const { agree } = await import('./agreedTests.editor');
    await agree(this.agreed, { definition, test: call.test });
  }

  /** The tests of a server that can be read. */
  async savedCalls(serverId: string): Promise<readonly { name: string; test: ServerTest }[]> {
    const entry = this.workspace.entries.peek().get(serverId);
    if (!entry) return [];
    const { savedCalls } = await import('./saveTest.editor');
    return savedCalls(entry);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #look(): Promise<void> {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const file = vscode.Uri.joinPath(uri, testsFile);
      const isThere = await vscode.workspace.fs.stat(file).then(
        () => true,
        () => false,
      );
      if (isThere) await this.view();
    }
  }
}

/** The commands of tests. */
export function testCommands(tests: ServerTests) {
  return {
    updateSnapshots: async ({ test }) => (await tests.view()).updateSnapshots(test),
    openTests: async () => (await import('./saveTest.editor')).openTests(),
  } satisfies CommandHandlers;
}
