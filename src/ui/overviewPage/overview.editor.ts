import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { PageTabs } from '../page/pageTabs.editor';
import type { CommandHandlers } from '../window/registerCommands.editor';
import type { OverviewPart } from './overviewMessages';
import type { OverviewContext, OverviewPage } from './overviewPage.editor';
import { t } from './overviewTexts';

/** The key of the one page. */
const only = '';

/** The page of all servers, which there is once. */
export class Overview implements Disposable {
  readonly #tabs: PageTabs<OverviewPage>;

  constructor(window: OverviewContext) {
    this.#tabs = new PageTabs({
      viewType: 'roundhouse.overview',
      extension: window.extensionContext.extensionUri,
      titleOf: () => t('title'),
      load: async () => {
        const { OverviewPage: Page } = await import('./overviewPage.editor');
        return (_, panel) => new Page(window, panel);
      },
    });
  }

  /** Takes over the tab that VS Code restored. */
  restore(panel: vscode.WebviewPanel): Promise<void> {
    return this.#tabs.restore(only, panel);
  }

  /** Shows a part of the page, of one server if there is an id; see {@link PageTabs.show}. */
  async show(part: OverviewPart, server?: string): Promise<void> {
    const page = await this.#tabs.show(only);
    page.show(part, server);
  }

  dispose(): void {
    this.#tabs.dispose();
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
