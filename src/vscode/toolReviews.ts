import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { ToolChange } from '../contract/toolChanges';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { sayReview } from '../views/reviewTexts';
import { findingLines, reviewText, type ReviewSide } from '../views/toolReview';
import { showFailure } from './failure';
import { follow } from './follow';
import { notice } from './notice';
import { pickServer } from './pickServer';
import type { Target } from './target';

const scheme = 'roundhouse-review';

/** Which changes a page shows: those of a server, or of one tool, as they were at one time. */
interface Shown {
  readonly server: string;
  readonly tool?: string | undefined;
  /** Makes pages of later changes other pages. */
  readonly at: number;
}

/** Shows how tools differ from what the person saw last, and has them accepted as shown. */
export class ToolReviews implements Disposable {
  readonly #store = new DisposableStore();
  /** By the query of the page. */
  readonly #changes = new Map<string, Promise<readonly ToolChange[]>>();
  /** Tools that the person was told of, by server. */
  readonly #told = new Map<string, ReadonlySet<string>>();

  constructor(private readonly model: WorkspaceModel) {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: async ({ query, path }) =>
          reviewText(await this.#shown(query), path.startsWith('/before') ? 'before' : 'after'),
      }),
    );
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme && uri.path.startsWith('/after')) this.#changes.delete(uri.query);
      }),
    );
    this.#store.add(
      follow(
        () => [...model.host.servers.value.values()],
        (servers) => {
          // Nothing is known of one that has not been reached.
          for (const { id, catalogVersion, vetted } of servers) {
            if (catalogVersion > 0) this.#tell(id, vetted?.held ?? []);
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
    const query = JSON.stringify({ server, tool: target.item, at: Date.now() } satisfies Shown);
    const changes = await this.#shown(query);
    if (changes.length === 0) {
      this.#changes.delete(query);
      void notice('information', sayReview('nothing', { server: name }));
      return;
    }
    const title = sayReview('title', { server: name });
    const [before, after] = (['before', 'after'] satisfies ReviewSide[]).map((side) =>
      vscode.Uri.from({ scheme, path: `/${side}/${name.replaceAll('/', '_')}.md`, query }),
    );
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  }

  /** Accepts what the page in front shows; of several tools those that the person leaves ticked. */
  async accept(): Promise<void> {
    const uri = shownPage();
    if (uri?.scheme !== scheme) return;
    const { server } = JSON.parse(uri.query) as Shown;
    const changes = await this.#shown(uri.query);
    const chosen = changes.length > 1 ? await choose(changes) : changes;
    if (!chosen || chosen.length === 0) return;
    const tools = chosen.map(({ name, hash }) => ({ name, hash }));
    await this.model.host.review.accept(server, tools);
    await this.#report(server, tools);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #report(
    id: string,
    tools: readonly { readonly name: string; readonly hash: string }[],
  ): Promise<void> {
    const left = await this.model.host.review.changes(id);
    const names = new Set(left.map(({ name }) => name));
    const others = tools.filter(({ name }) => names.has(name)).length;
    const count = tools.length - others;
    const server = this.model.entries.peek().get(id)?.definition.name ?? id;
    if (others > 0) void notice('warning', sayReview('acceptedPart', { count, left: others }));
    else void notice('information', sayReview('accepted', { count, server }));
  }

  /** What was fetched first for a page is what it shows; a window that reloads fetches anew. */
  #shown(query: string): Promise<readonly ToolChange[]> {
    const { server, tool } = JSON.parse(query) as Shown;
    const known =
      this.#changes.get(query) ??
      this.model.host.review
        .changes(server)
        .then((all) => all.filter(({ name }) => tool === undefined || name === tool));
    this.#changes.set(query, known);
    known.catch(() => this.#changes.delete(query));
    return known;
  }

  /** Once for each tool that is held back. */
  #tell(id: string, held: readonly string[]): void {
    const told = this.#told.get(id) ?? new Set();
    this.#told.set(id, new Set(held));
    const entry = this.model.entries.peek().get(id);
    if (!entry || held.every((name) => told.has(name))) return;
    const server = entry.definition.name;
    const text = sayReview('toldHeld', { server, count: held.length });
    const [review, later] = [sayReview('review'), sayReview('later')];
    void notice('warning', text, review, later)
      .then((picked) => (picked === review ? this.show({ server: id }) : undefined))
      .then(undefined, showFailure);
  }
}

async function choose(changes: readonly ToolChange[]): Promise<readonly ToolChange[] | undefined> {
  const picks = changes.map((change) => ({
    label: change.name,
    detail: findingLines(change.findings)[0],
    picked: true,
    change,
  }));
  const placeHolder = sayReview('pickAccept');
  const picked = await vscode.window.showQuickPick(picks, { canPickMany: true, placeHolder });
  return picked?.map(({ change }) => change);
}

/** The page that the person looks at. */
function shownPage(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
