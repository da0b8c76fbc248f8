import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { reasonOf } from '../../base/errors';
import type { ToolChange } from '../../ipc/toolReview';
import { ReviewPages } from '../../client/policy/reviewPages';
import type { Workspace } from '../../client/workspace';
import { sentence } from '../reasons/sentence';
import { showFailure, notice } from '../window/notice.editor';
import { follow } from '../window/follow';
import { pickMany } from '../window/pick.editor';
import { pickServer } from '../tree/pickServer.editor';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import type { Target } from '../window/commands.editor';
import { t } from './reviewTexts';
import { findingLines, reviewText, type ReviewSide } from './toolReview';

const scheme = 'roundhouse-review';

/** Shows how tools differ from what the person saw last, and has them accepted as shown. */
export class ToolReviews implements Disposable {
  readonly #store = new DisposableStore();
  /** Each is the query of its address. */
  readonly #pages;
  readonly #documents = this.#store.add(
    new VirtualDocuments(scheme, ({ query, path }) =>
      this.#pages.show(query).then(
        (changes) => reviewText(changes, path.startsWith('/before') ? 'before' : 'after'),
        (error: unknown) => sentence(reasonOf(error)),
      ),
    ),
  );
  /** Tools already announced, by server. */
  readonly #announced = new Map<string, ReadonlySet<string>>();

  constructor(private readonly model: Workspace) {
    this.#pages = new ReviewPages(model.host);
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme && uri.path.startsWith('/after')) this.#pages.close(uri.query);
      }),
    );
    this.#store.add(
      follow(
        () => [...model.host.servers.value.values()],
        (servers) => {
          // Nothing is known of one that has not been reached.
          for (const { id, catalogVersion, vetted } of servers) {
            if (catalogVersion > 0) this.#announce(id, vetted?.held ?? []);
          }
        },
      ),
    );
  }

  /** Opens one diff of all changed tools of a server, or of one. */
  async show(target: Target): Promise<void> {
    const entry = await pickServer(this.model, target);
    if (!entry) return;
    const { id: server, name } = entry.definition;
    const query = await this.#pages.open(server, target.item);
    if (query === undefined) {
      void notice('information', t('nothing', { server: name }));
      return;
    }
    const title = t('title', { server: name });
    const [before, after] = (['before', 'after'] satisfies ReviewSide[]).map((side) => {
      const page = vscode.Uri.from({
        scheme,
        path: `/${side}/${name.replaceAll('/', '_')}.md`,
        query,
      });
      // An open page is read again, because it may have failed before.
      this.#documents.refresh(page);
      return page;
    });
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  }

  /**
   * Accepts the tools of the page in front; of several, the ticked ones. Accepts nothing if they have changed since,
   * and opens a page of the present state.
   */
  async accept(): Promise<void> {
    const uri = shownPage();
    if (uri?.scheme !== scheme) return;
    const page = uri.query;
    const { server, item } = this.#pages.of(page);
    try {
      const changes = await this.#pages.shown(page);
      const chosen = changes.length > 1 ? await choose(changes) : changes;
      if (!chosen || chosen.length === 0) return;
      await this.#pages.accept(page, chosen);
      const name = this.model.entries.peek().get(server)?.definition.name ?? server;
      void notice('information', t('accepted', { count: chosen.length, server: name }));
    } catch (error) {
      showFailure(error);
      if (reasonOf(error).code === 'toolsChangedMeanwhile') await this.show({ server, item });
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Once for each tool that is held back. */
  #announce(id: string, held: readonly string[]): void {
    const announced = this.#announced.get(id) ?? new Set();
    this.#announced.set(id, new Set(held));
    const entry = this.model.entries.peek().get(id);
    if (!entry || held.every((name) => announced.has(name))) return;
    const server = entry.definition.name;
    const text = t('announceHeld', { server, count: held.length });
    const [review, later] = [t('review'), t('later')];
    void notice('warning', text, review, later)
      .then((picked) => (picked === review ? this.show({ server: id }) : undefined))
      .then(undefined, showFailure);
  }
}

async function choose(changes: readonly ToolChange[]): Promise<readonly ToolChange[] | undefined> {
  const rows = changes.map((change) => ({
    label: change.name,
    detail: findingLines(change.findings)[0],
    picked: true,
    value: change,
  }));
  return pickMany(t('pickAccept'), rows, { ignoreFocusOut: false });
}

/** The page that the person looks at. */
function shownPage(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
