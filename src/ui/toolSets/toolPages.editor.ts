import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { ownValue } from '../../base/json';
import type { WorkspaceModel } from '../../client/workspaceModel';
import type { ShownCosts } from '../costs/toolCosts';
import { toolPage } from './toolPicks';

const scheme = 'roundhouse-tool';

/** Read-only pages that show a tool as its server defines it. */
export class ToolPages implements Disposable {
  readonly #store = new DisposableStore();

  constructor(
    private readonly model: WorkspaceModel,
    private readonly costs: ReadonlySignal<ShownCosts>,
  ) {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: ({ query }) => this.#page(query),
      }),
    );
  }

  async show(server: string, tool: string): Promise<void> {
    const query = JSON.stringify([server, tool]);
    const uri = vscode.Uri.from({ scheme, path: `/${tool.replaceAll('/', '_')}.md`, query });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #page(query: string): string {
    const [server = '', name = ''] = JSON.parse(query) as string[];
    const tools = this.model.host.catalog(server).peek()?.tools ?? [];
    const tool = tools.find((one) => one.name === name);
    if (!tool) {
      throw new UserError('unknownTool', { server, tool: name, valid: tools.map((t) => t.name) });
    }
    const entry = this.model.entries.peek().get(server);
    const { each = [] } = this.costs.peek().servers.get(server) ?? {};
    return toolPage(entry?.definition.name ?? server, tool, {
      tokens: each.find((cost) => cost.tool.name === name)?.tokens,
      description: entry && ownValue(entry.effective.settings.descriptions, name),
      findings: ownValue(entry?.snapshot.vetted?.flagged ?? {}, name),
    });
  }
}
