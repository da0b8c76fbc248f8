import * as vscode from 'vscode';
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

  /**
   * Shows a part of the page, which is opened first unless it is; of one server if there is an id. Rejects with a
   * `CancellationError` where a person closes it meanwhile.
   */
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
    const opening = this.#create(restored);
    this.#page = opening;
    // The next try opens another one.
    opening.catch(() => {
      if (this.#page === opening) this.#page = undefined;
    });
    return opening;
  }

  async #create(restored?: vscode.WebviewPanel): Promise<OverviewPage> {
    if (!restored) await closeTabs(viewType, t('title'));
    const panel = restored ?? openTab(viewType, t('title'), this.window.context.extensionUri);
    let page: OverviewPage | undefined;
    let isClosed = false;
    panel.onDidDispose(() => {
      isClosed = true;
      this.#page = undefined;
      if (page) this.#store.release(page);
    });
    // The frame of the panel starts meanwhile.
    const { OverviewPage: Page } = await import('./overviewPage.editor');
    if (isClosed) throw new vscode.CancellationError();
    page = this.#store.add(new Page(this.window, panel));
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
