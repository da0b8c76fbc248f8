import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { reasonOf } from '../../base/errors';
import type { RequestResult } from '../../client/hostConnection/hostRpc';
import type { Workspace } from '../../client/workspace';
import { sentence } from '../reasons/sentence';
import type { CommandHandlers } from '../window/commands.editor';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import { t } from './callTexts';

const scheme = 'roundhouse-calls';

/** Calls on a page, and in a saved file. */
const most = { shown: 1_000, saved: 100_000 };

/** Milliseconds in which new calls refresh open pages once. */
const coalesce = 250;

/** Read-only pages of finished calls, of all servers or of one. Open pages follow. */
export class CallPages implements Disposable {
  readonly #store = new DisposableStore();
  readonly #documents = this.#store.add(
    new VirtualDocuments(scheme, ({ query }) => this.#page(query)),
  );
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Server of the last active page, which a Markdown preview may show now; empty: all. */
  #last = serverIn(vscode.window.activeTextEditor);

  constructor(private readonly model: Pick<Workspace, 'entries' | 'host'>) {
    this.#store.add(() => this.#ended.abort());
    this.#store.add(() => clearTimeout(this.#timer));
    this.#store.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor) this.#last = serverIn(editor);
      }),
    );
    this.#store.add(
      model.host.onCallsChanged(() => {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#documents.refresh();
        }, coalesce);
      }),
    );
  }

  /** Shows the calls of a server, or of all. */
  async show(server: string | undefined): Promise<void> {
    const name = this.#nameOf(server);
    const title = name === undefined ? t('title') : t('titleOf', { server: name });
    await this.#documents.show(title, server);
  }

  /** Saves the calls of the active page, or of all servers, to a file. */
  async save(): Promise<void> {
    // The dialog takes the page from the front.
    const server = this.#shownServer();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const uri = await vscode.window.showSaveDialog({
      title: t('saveTitle'),
      filters: { JSON: ['json'] },
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, t('fileName')) }),
    });
    if (!uri) return;
    const listed = await this.#list(server, most.saved);
    const text = JSON.stringify({ saved: new Date().toISOString(), ...listed }, undefined, 2);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${text}\n`));
  }

  /** Clears all calls after a confirmation. */
  async clear(): Promise<void> {
    const options = { modal: true, detail: t('clearDetail') };
    const clear = t('clear');
    const question = t('clearQuestion');
    const picked = await vscode.window.showWarningMessage(question, options, clear);
    if (picked === clear) await this.model.host.send('forgetCalls', {});
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Server of the active page; empty: all. */
  #shownServer(): string {
    const editor = vscode.window.activeTextEditor;
    if (editor) return serverIn(editor);
    const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const isPreview =
      input instanceof vscode.TabInputWebview && input.viewType.includes('markdown.preview');
    return isPreview ? this.#last : '';
  }

  #list(server: string, limit: number): Promise<RequestResult<'calls'>> {
    const wanted = { server: server === '' ? undefined : server, limit };
    return this.model.host.send('calls', wanted, this.#ended.signal);
  }

  #nameOf(server: string | undefined): string | undefined {
    if (!server) return undefined;
    return this.model.entries.peek().get(server)?.definition.name ?? server;
  }

  async #page(server: string): Promise<string> {
    try {
      const listed = await this.#list(server, most.shown);
      // The first open page loads this code.
      const { callsPage } = await import('./callsPage');
      return callsPage({ ...listed, most: most.shown, server: this.#nameOf(server) });
    } catch (error) {
      return sentence(reasonOf(error));
    }
  }
}

/** Commands of finished calls. */
export function callCommands(pages: CallPages) {
  return {
    showCalls: ({ server }) => pages.show(server),
    saveCalls: () => pages.save(),
    clearCalls: () => pages.clear(),
  } satisfies CommandHandlers;
}

function serverIn(editor: vscode.TextEditor | undefined): string {
  const uri = editor?.document.uri;
  return uri?.scheme === scheme ? uri.query : '';
}
