import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** The folder of the files that pages load. */
export function pageFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist');
}

/** Permissions of a page. A tab opens with them, because VS Code loads a tab anew whose options change. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [pageFolder(extension)] };
}

/** Milliseconds that VS Code gets to restore a tab that is shown. */
const patience = 2_000;

/** A page in a tab. */
interface TabPage extends Disposable {
  readonly panel: vscode.WebviewPanel;
}

/** A page whose tab is shown, to be restored. */
interface AwaitedPage {
  readonly title: string;
  /** Takes its panel; without one the tab is that of another page. */
  readonly take: (panel?: vscode.WebviewPanel) => void;
}

/** Common parts of the pages of one kind. */
interface PageKind<Page extends TabPage> {
  /** The type of the tabs; `extension.ts` registers it, because VS Code restores them at activation. */
  readonly viewType: string;
  readonly extension: vscode.Uri;
  readonly titleOf: (key: string) => string;
  /** Loads the code of a page, and resolves to what makes one. */
  readonly load: () => Promise<(key: string, panel: vscode.WebviewPanel) => Page>;
}

/** The pages of one kind in editor tabs, one for each key. Their code is loaded with the first one. */
export class PageTabs<Page extends TabPage> implements Disposable {
  readonly #store = new DisposableStore();
  readonly #pages = new Map<string, Promise<Page>>();
  /** Pages whose tabs VS Code may be about to restore, by their keys. */
  readonly #awaited = new Map<string, AwaitedPage>();

  constructor(private readonly kind: PageKind<Page>) {}

  /** Takes over a tab that VS Code restored; closes one without a key, or whose page is open. */
  async restore(key: string | undefined, panel: vscode.WebviewPanel): Promise<void> {
    const found = key !== undefined && this.#awaited.get(key);
    if (found) return found.take(panel);
    for (const { title, take } of this.#awaited.values()) if (title === panel.title) take();
    if (key === undefined || this.#pages.has(key)) panel.dispose();
    else await this.#open(key, panel);
  }

  /** Shows a page, which is opened first unless it is. Rejects with a `CancellationError` where a person closes it meanwhile. */
  async show(key: string): Promise<Page> {
    const known = this.#pages.get(key);
    const page = await (known ?? this.#open(key));
    if (known) page.panel.reveal();
    return page;
  }

  /** A page that is open, or about to be. */
  get(key: string): Promise<Page> | undefined {
    return this.#pages.get(key);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #open(key: string, restored?: vscode.WebviewPanel): Promise<Page> {
    const opening = this.#create(key, restored);
    this.#pages.set(key, opening);
    // The next try opens another one.
    opening.catch(() => {
      if (this.#pages.get(key) === opening) this.#pages.delete(key);
    });
    return opening;
  }

  async #create(key: string, restored?: vscode.WebviewPanel): Promise<Page> {
    const { viewType, extension, titleOf, load } = this.kind;
    const title = titleOf(key);
    const panel =
      restored ?? (await this.#restored(key, title)) ?? openTab(viewType, title, extension);
    let page: Page | undefined;
    let isClosed = false;
    panel.onDidDispose(() => {
      isClosed = true;
      this.#pages.delete(key);
      if (page) this.#store.release(page);
    });
    // The frame of the panel starts meanwhile.
    const make = await load();
    if (isClosed) throw new vscode.CancellationError();
    page = this.#store.add(make(key, panel));
    return page;
  }

  /**
   * The tab of a page from before the window was reloaded, with all that it had. VS Code restores a tab only when it
   * is shown, and tells no more of it than its title until then.
   */
  async #restored(key: string, title: string): Promise<vscode.WebviewPanel | undefined> {
    const { viewType, titleOf } = this.kind;
    // The tabs of open pages look the same, but are not restored again.
    const others = [...this.#pages.keys()].filter((one) => one !== key && titleOf(one) === title);
    if (tabsOf(viewType, title).length <= others.length) return undefined;
    const tried = new Set<vscode.Tab>();
    // A tab may have moved meanwhile.
    const next = () => tabsOf(viewType, title).find((tab) => !tried.has(tab));
    try {
      for (let tab = next(); tab; tab = next()) {
        tried.add(tab);
        const found = new Promise<vscode.WebviewPanel | undefined>((resolve) => {
          this.#awaited.set(key, { title, take: resolve });
          setTimeout(() => resolve(undefined), patience);
        });
        const panel = (await showTab(tab)) ? await found : undefined;
        if (panel) return panel;
      }
    } finally {
      this.#awaited.delete(key);
    }
    return undefined;
  }
}

/** Opens the tab of a page. It is not unloaded while another tab is in front, so that typed arguments and results stay. */
function openTab(viewType: string, title: string, extension: vscode.Uri): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
    ...pageOptions(extension),
    enableFindWidget: true,
    retainContextWhenHidden: true,
  });
}

/** The tabs of a kind with a title. */
function tabsOf(viewType: string, title: string): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(
    ({ input, label }) =>
      input instanceof vscode.TabInputWebview &&
      input.viewType.endsWith(`-${viewType}`) &&
      label === title,
  );
}

/** The groups of tabs that VS Code has commands for. */
const groups = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Brings a tab to the front. Resolves to false where VS Code has no command for its group. */
async function showTab(tab: vscode.Tab): Promise<boolean> {
  const { tabs, viewColumn } = tab.group;
  const group = groups[viewColumn - 1];
  if (group === undefined) return false;
  await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', tabs.indexOf(tab));
  return true;
}
