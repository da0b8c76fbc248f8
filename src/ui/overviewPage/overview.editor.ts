import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { closeTabs, openTab } from '../page/pageTabs.editor';
import type { CommandHandlers } from '../window/commands.editor';
import type { OverviewPart } from './overviewMessages';
import type { OverviewContext, OverviewPage } from './overviewPage.editor';
import { t } from './overviewTexts';

/** The type of the tab; `extension.ts` registers it, because VS Code restores it at activation. */
const viewType = 'roundhouse.overview';

/** The page of all servers, which there is once. Its code is loaded when it is opened first. */
export class Overview implements Disposable {
  readonly #store = new DisposableStore();
  #page: Promise<OverviewPage> | undefined;

  constructor(private readonly window: OverviewContext) {}

  /** Takes over the tab that VS Code restored. */
  async restore(panel: vscode.WebviewPanel): Promise<void> {
    if (this.#page) panel.dispose();
    else await this.#open(panel);
  }

  /** Shows a part of the page, which is opened first unless it is; of one server if there is an id. */
  async show(part: OverviewPart, server?: string): Promise<void> {
    const known = this.#page;
    const page = await (known ?? this.#open());
    if (known) page.panel.reveal();
    page.show(part, server);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #open(restored?: vscode.WebviewPanel): Promise<OverviewPage> {
    this.#page = this.#create(restored);
    return this.#page;
  }

  async #create(restored?: vscode.WebviewPanel): Promise<OverviewPage> {
    const { OverviewPage } = await import('./overviewPage.editor');
    if (!restored) await closeTabs(viewType, t('title'));
    const panel = restored ?? openTab(viewType, t('title'), this.window.context.extensionUri);
    const page = this.#store.add(new OverviewPage(this.window, panel));
    panel.onDidDispose(() => {
      this.#page = undefined;
      page.dispose();
    });
    return page;
  }
}

/** The commands that open the page of all servers, by the part they show. */
export function overviewCommands(overview: Overview) {
  return {
    openOverview: () => overview.show('servers'),
    showToolCosts: () => overview.show('costs'),
    showCalls: ({ server }) => overview.show('calls', server),
    showAllTraffic: () => overview.show('traffic'),
    showEffectiveConfiguration: () => overview.show('configuration'),
  } satisfies CommandHandlers;
}
