import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import { PageTabs } from '../page/pageTabs.editor';
import type { CommandHandlers, Target } from '../window/registerCommands.editor';
import { pickServer } from '../tree/pickServer.editor';
import type { PagePart } from './pageMessages';
import { TaskRuns } from './taskRuns';
import type { PageContext, ServerPage } from './serverPage.editor';

/** The pages of servers, one each. */
export class ServerPages implements Disposable {
  readonly #store = new DisposableStore();
  readonly #tasks = this.#store.add(new TaskRuns());
  readonly #tabs: PageTabs<ServerPage>;

  constructor(window: PageContext) {
    const { extensionContext, workspace } = window;
    this.#tabs = this.#store.add(
      new PageTabs({
        viewType: 'roundhouse.server',
        extension: extensionContext.extensionUri,
        titleOf: (id) => workspace.entries.peek().get(id)?.definition.name ?? id,
        load: async () => {
          const { ServerPage: Page } = await import('./serverPage.editor');
          return (id, panel) => new Page(window, id, panel, this.#tasks);
        },
      }),
    );
  }

  /** Takes over a tab that VS Code restored; closes one that names no server. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const id: unknown = isObject(state) ? state['id'] : undefined;
    await this.#tabs.restore(typeof id === 'string' ? id : undefined, panel);
  }

  /** Shows the page of a server, see {@link PageTabs.show}. */
  async show(id: string, part?: PagePart, item?: string): Promise<ServerPage> {
    const page = await this.#tabs.show(id);
    if (part) page.show(part, item);
    return page;
  }

  /** Brings the page of a server up to date, if there is one. */
  async update(id: string): Promise<void> {
    (await this.#tabs.get(id))?.look();
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** The commands that open a server's page, by the part they show. */
export function serverPageCommands({ workspace }: PageContext, pages: ServerPages) {
  const show =
    (part?: PagePart) =>
    async (target: Target): Promise<void> => {
      const entry = await pickServer(workspace, target);
      if (entry) await pages.show(entry.definition.id, part);
    };
  return {
    openServer: show(),
    whyNotRunning: show('overview'),
    showTraffic: show('traffic'),
    showFigures: show('figures'),
    diagnoseServer: async (target) => {
      const entry = await pickServer(workspace, target);
      if (!entry) return;
      const page = await pages.show(entry.definition.id, 'diagnosis');
      await page.check();
    },
    exportTraffic: async (target) => {
      const entry = await pickServer(workspace, target);
      if (!entry) return;
      const { id, name } = entry.definition;
      // The first export loads this code.
      const { exportTraffic } = await import('../traffic/exportTraffic.editor');
      await exportTraffic(workspace.host, { id, name });
    },
    clearFigures: async (target) => {
      const entry = await pickServer(workspace, target);
      if (!entry) return;
      const { id, name } = entry.definition;
      // The first clearing loads this code.
      const { clearFigures } = await import('./clearFigures.editor');
      await clearFigures(workspace.host, id, name);
      await pages.update(id);
    },
    showTool: async ({ server = '', item }, tool) => {
      await pages.show(server, 'tools', item ?? String(tool));
    },
  } satisfies CommandHandlers;
}
