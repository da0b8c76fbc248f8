import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Ring } from '../../base/ring';
import { askedPage, samplingPage, type SamplingRecord } from './samplingPage';
import { t } from './samplingTexts';

const scheme = 'roundhouse-sampling';

/** Requests kept. */
const capacity = 50;

interface Server {
  readonly id: string;
  readonly name: string;
}

/** Read-only pages of sampling requests, kept in memory while the window lives. */
export class SamplingPages implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #records = new Ring<SamplingRecord>(capacity);
  /** Requests being decided, by the query of their page. */
  readonly #asked = new Map<string, string>();
  #questions = 0;

  constructor() {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: ({ query }) => this.#page(query),
      }),
    );
  }

  add(record: SamplingRecord): void {
    this.#records.push(record);
    void vscode.commands.executeCommand('setContext', 'roundhouse.sampled', true);
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme) this.#changed.fire(uri);
    }
  }

  async showAll(server?: Server): Promise<void> {
    const title = server ? t('pageOf', { server: server.name }) : t('pageTitle');
    const query = server ? JSON.stringify([server.id, server.name]) : '';
    await show(title, query, false);
  }

  /** Shows a request beside the question; disposing the result closes the page. */
  async showAsked(server: string, asked: string): Promise<Disposable> {
    this.#questions += 1;
    const query = String(this.#questions);
    this.#asked.set(query, askedPage(server, asked));
    const uri = await show(t('askedBy', { server }), query, true);
    return { dispose: () => void this.#close(uri) };
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #close(uri: vscode.Uri): Promise<void> {
    this.#asked.delete(uri.query);
    const tabs = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
      );
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  #page(query: string): string {
    const asked = this.#asked.get(query);
    if (asked !== undefined) return asked;
    const [id, name] = query.startsWith('[') ? (JSON.parse(query) as string[]) : [];
    const only = id === undefined || name === undefined ? undefined : { id, name };
    return samplingPage(this.#records.toArray(), capacity, only);
  }
}

async function show(title: string, query: string, beside: boolean): Promise<vscode.Uri> {
  const path = `/${title.replaceAll('/', '_')}.md`;
  const uri = vscode.Uri.from({ scheme, path, query });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: beside });
  return uri;
}
