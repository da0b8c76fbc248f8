import type { ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { ownValue } from '../../base/json';
import type { Workspace } from '../../client/workspace';
import type { ShownCosts } from '../costs/toolCosts';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import { toolPage } from './toolPage';

/** Read-only pages that show a tool as its server defines it. */
export class ToolPages implements Disposable {
  readonly #documents = new VirtualDocuments('roundhouse-tool', ({ query }) => this.#page(query));

  constructor(
    private readonly model: Workspace,
    private readonly costs: ReadonlySignal<ShownCosts>,
  ) {}

  async show(server: string, tool: string): Promise<void> {
    await this.#documents.show(tool, JSON.stringify([server, tool]));
  }

  dispose(): void {
    this.#documents.dispose();
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
