import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import { closeTabs, openTab } from '../page/pageTabs.editor';
import type { CommandHandlers, Target } from '../window/commands.editor';
import { pickServer } from '../tree/pickServer.editor';
import type { PagePart } from './pageMessages';
import { TaskRuns } from './taskRuns';
import type { PageContext, ServerPage } from './serverPage.editor';

/** The type of the tabs; `extension.ts` registers it, because VS Code restores them at activation. */
const viewType = 'roundhouse.server';

/** The pages of servers, one each. The code of a page is loaded with the first one. */
export class ServerPages implements Disposable {
  readonly #store = new DisposableStore();
  readonly #pages = new Map<string, Promise<ServerPage>>();
  readonly #tasks = this.#store.add(new TaskRuns());

  constructor(private readonly window: PageContext) {}

  /** Takes over a tab that VS Code restored; closes one that names no server. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const id: unknown = isObject(state) ? state['id'] : undefined;
    if (typeof id === 'string' && !this.#pages.has(id)) await this.#open(id, panel);
    else panel.dispose();
  }

  /**
   * Shows the page of a server, which is opened first unless it is. Rejects with a `CancellationError` where a
   * person closes it meanwhile.
   */
  async show(id: string, part?: PagePart, item?: string): Promise<ServerPage> {
    const known = this.#pages.get(id);
    const page = await (known ?? this.#open(id));
    if (known) page.panel.reveal();
    if (part) page.show(part, item);
    return page;
  }

  /** Brings the page of a server up to date, if there is one. */
  async update(id: string): Promise<void> {
    (await this.#pages.get(id))?.look();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #open(id: string, restored?: vscode.WebviewPanel): Promise<ServerPage> {
    const opening = this.#create(id, restored);
    this.#pages.set(id, opening);
    // The next try opens another one.
    opening.catch(() => {
      if (this.#pages.get(id) === opening) this.#pages.delete(id);
    });
    return opening;
  }

  /** True if the page of another server of this name is open. */
  async #hasNamesake(id: string, name: string): Promise<boolean> {
    const others = [...this.#pages].filter(([other]) => other !== id);
    const pages = await Promise.all(others.map(([, page]) => page.catch(() => undefined)));
    return pages.some((page) => page?.panel.title === name);
  }

  async #create(id: string, restored?: vscode.WebviewPanel): Promise<ServerPage> {
    const name = this.window.model.entries.peek().get(id)?.definition.name ?? id;
    if (!restored && !(await this.#hasNamesake(id, name))) await closeTabs(viewType, name);
    const panel = restored ?? openTab(viewType, name, this.window.context.extensionUri);
    let page: ServerPage | undefined;
    let isClosed = false;
    panel.onDidDispose(() => {
      isClosed = true;
      this.#pages.delete(id);
      if (page) this.#store.release(page);
    });
    // The frame of the panel starts meanwhile.
    const { ServerPage: Page } = await import('./serverPage.editor');
    if (isClosed) throw new vscode.CancellationError();
    page = this.#store.add(new Page(this.window, id, panel, this.#tasks));
    return page;
  }
}

/** The commands that open a server's page, by the part they show. */
export function serverPageCommands({ model }: PageContext, pages: ServerPages) {
  const show =
    (part?: PagePart) =>
    async (target: Target): Promise<void> => {
      const entry = await pickServer(model, target);
      if (entry) await pages.show(entry.definition.id, part);
    };
  return {
    openServer: show(),
    whyNotRunning: show('overview'),
    showTraffic: show('traffic'),
    showFigures: show('figures'),
    diagnoseServer: async (target) => {
      const entry = await pickServer(model, target);
      if (!entry) return;
      const page = await pages.show(entry.definition.id, 'diagnosis');
      await page.check();
    },
    exportTraffic: async (target) => {
      const entry = await pickServer(model, target);
      if (!entry) return;
      const { id, name } = entry.definition;
      // The first export loads this code.
      const { exportTraffic } = await import('../traffic/exportTraffic.editor');
      await exportTraffic(model.host, { id, name });
    },
    clearFigures: async (target) => {
      const entry = await pickServer(model, target);
      if (!entry) return;
      const { id, name } = entry.definition;
      // The first clearing loads this code.
      const { clearFigures } = await import('./clearFigures.editor');
      await clearFigures(model.host, id, name);
      await pages.update(id);
    },
    showTool: async ({ server = '', item }, tool) => {
      await pages.show(server, 'tools', item ?? String(tool));
    },
  } satisfies CommandHandlers;
}
