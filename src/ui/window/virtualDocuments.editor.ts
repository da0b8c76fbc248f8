import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** Read-only documents of a URI scheme, most of them Markdown pages. They are rendered when the editor reads them. */
export class VirtualDocuments implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.Uri>());

  constructor(
    private readonly scheme: string,
    render: (uri: vscode.Uri) => string | Promise<string>,
  ) {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: render,
      }),
    );
  }

  /** Opens a Markdown page as a preview, rendered anew; `query` tells pages of one title apart. */
  async show(title: string, query = '', preserveFocus = false): Promise<vscode.Uri> {
    const path = `/${title.replaceAll('/', '_')}.md`;
    const uri = vscode.Uri.from({ scheme: this.scheme, path, query });
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus });
    return uri;
  }

  /** Renders all open documents again. */
  refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === this.scheme) this.#changed.fire(uri);
    }
  }

  /** Closes the tabs that show a document, by itself or as the new side of a diff. */
  async close(uri: vscode.Uri): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => {
        const shown = input instanceof vscode.TabInputTextDiff ? input.modified : uriOf(input);
        return shown?.toString() === uri.toString();
      });
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function uriOf(input: unknown): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
