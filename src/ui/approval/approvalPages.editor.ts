import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Definition } from '../../config/definition';
import type { SeenDefinition } from '../../config/fingerprint';
import type { Owner, ServerEntry } from '../../client/configuredServers';
import type { ConsentAnswer, ConsentQuestion, OwnerChoice } from '../../client/consent';
import { follow } from '../window/follow';
import { isRemote } from '../window/machine.editor';
import { onReturn } from '../window/onReturn.editor';
import { changeOwner, ownerContext } from '../owner/owner.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { approvalDocument } from './approvalDocument';
import {
  pageMessageSchema,
  type PageContent,
  type PageMessage,
  type PageUpdate,
} from './approvalMessages';
import {
  approvalKey,
  approvalPage,
  definitionsNamed,
  formFor,
  hasBegun,
  isSettled,
  progressPage,
  type ApprovalForm,
  type ApprovalServer,
} from './approvalPage';
import { t } from './approvalTexts';
import { isUp } from '../../ipc/serverStates';

/** Milliseconds in which a question that was withdrawn comes again for an entry that has changed. */
const comesAgain = 10_000;

/** A pending question. */
interface Asking {
  readonly question: ConsentQuestion;
  /** Owner of the servers when it came. */
  readonly owner: Owner;
  readonly answer: (answer: ConsentAnswer | undefined) => void;
}

/** A start that was approved here, shown until the page is closed. */
interface Starting {
  readonly ids: ReadonlySet<string>;
  /** Ids that were seen to start: one that does not run any more was stopped. */
  readonly begun: Set<string>;
  /** True if the page closes once all of them run. */
  readonly closes: boolean;
}

/**
 * The one page on which a person approves servers and chooses their owner. It follows the configuration: a changed
 * definition is shown anew and unticked. Answers name definitions by keys with fingerprints, so that only definitions
 * on the page can be approved. Closing the page decides nothing.
 */
export class ApprovalPages implements Disposable {
  readonly #store = new DisposableStore();
  #panel: vscode.WebviewPanel | undefined;
  #asking: readonly Asking[] = [];
  #starting: Starting | undefined;
  /** By id, the keys of the definitions as they were when they were asked about; others are marked as changed. */
  #known = new Map<string, string>();
  /** The same of a question that was withdrawn, with the time: it comes again at once where its entry has changed. */
  #withdrawn: { readonly known: ReadonlyMap<string, string>; readonly at: number } | undefined;
  readonly #ticked = new Set<string>();
  /** By key, the servers as the page shows them. */
  #shown: ReadonlyMap<string, ApprovalServer> = new Map();
  #latest = 0;
  /** Number of changes of its boxes that `#ticked` has taken in since the page was loaded. */
  #ticks = 0;

  constructor(
    private readonly window: Pick<WindowContext, 'extensionContext' | 'workspace' | 'inputs'>,
  ) {
    this.#store.add(() => this.#close());
  }

  /** Asks on the page, together with what is asked there already. */
  async ask(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer | undefined> {
    const { workspace } = this.window;
    const owner = workspace.owner.peek();
    const all = [...workspace.entries.peek().values()].map(({ definition }) => definition);
    const known = await Promise.all(all.map((one) => workspace.inspect(one)));
    const wanted = await Promise.all(question.wanted.map((one) => workspace.inspect(one)));
    signal.throwIfAborted();
    return new Promise((resolve) => {
      const asking = { question, owner, answer: resolve };
      signal.addEventListener('abort', () => this.#drop(asking), { once: true });
      this.#asking = [...this.#asking, asking];
      this.#starting = undefined;
      this.#note(known);
      for (const definition of wanted) {
        if (!definition.isApproved && !this.#isChanged(definition)) {
          this.#ticked.add(approvalKey(definition));
        }
      }
      this.#open();
    });
  }

  /** Carries a choice out. If it cannot be stored, there is no start to show, either. */
  async setOwner(choice: OwnerChoice): Promise<boolean> {
    const { extensionContext, workspace } = this.window;
    const starts = [...(this.#starting?.ids ?? [])];
    const isDone = await changeOwner(extensionContext, workspace, choice, starts);
    if (!isDone) this.#close();
    return isDone;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Notes how definitions are when they are asked about for the first time on this page. */
  #note(definitions: readonly SeenDefinition[]): void {
    const { known, at = 0 } = this.#withdrawn ?? {};
    this.#withdrawn = undefined;
    if (known && performance.now() - at < comesAgain)
      this.#known = new Map([...known, ...this.#known]);
    for (const definition of definitions) {
      if (!this.#known.has(definition.id)) this.#known.set(definition.id, approvalKey(definition));
    }
  }

  #isChanged(definition: SeenDefinition): boolean {
    return this.#known.get(definition.id) !== approvalKey(definition);
  }

  #open(): void {
    if (this.#panel) {
      this.#panel.reveal();
      void this.#show();
      return;
    }
    const { extensionContext, workspace } = this.window;
    const dist = vscode.Uri.joinPath(extensionContext.extensionUri, 'dist');
    const panel = vscode.window.createWebviewPanel(
      'roundhouse.approval',
      titleOf(this.#form()),
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [dist] },
    );
    this.#panel = panel;
    panel.iconPath = vscode.Uri.joinPath(extensionContext.extensionUri, 'media', 'icon.png');
    const open = new DisposableStore();
    open.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    open.add(
      follow(
        () => [workspace.entries.value, workspace.owner.value],
        () => void this.#show(),
      ),
    );
    open.add(onReturn(() => void this.#show()));
    panel.onDidDispose(() => {
      open.dispose();
      this.#closed();
    });
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'approval.js'));
    const nonce = randomBytes(16).toString('base64url');
    // It asks for its content itself, also when it was hidden and is made anew.
    panel.webview.html = approvalDocument(String(script), nonce);
  }

  #close(): void {
    this.#panel?.dispose();
  }

  #closed(): void {
    this.#panel = undefined;
    this.#starting = undefined;
    this.#known = new Map();
    this.#ticked.clear();
    this.#shown = new Map();
    this.#answer(undefined);
  }

  /** Answers all pending questions; only one of them carries out the choice of the owner. */
  #answer(answer: ConsentAnswer | undefined): void {
    const asking = this.#asking;
    this.#asking = [];
    const chooser = asking.find(({ question }) => question.choosesOwner);
    for (const one of asking) {
      one.answer(answer && (one === chooser ? answer : { approved: answer.approved }));
    }
  }

  /** Goes on without a choice where another window has made all of it. */
  #settle(): void {
    this.#answer({ approved: [] });
    this.#close();
  }

  #drop(asking: Asking): void {
    if (!this.#asking.includes(asking)) return;
    this.#asking = this.#asking.filter((other) => other !== asking);
    asking.answer(undefined);
    if (this.#asking.length > 0) return void this.#show();
    this.#withdrawn = { known: this.#known, at: performance.now() };
    this.#close();
  }

  #form(): ApprovalForm {
    const choosing = this.#asking.filter(({ question }) => question.choosesOwner);
    return formFor(
      this.window.workspace.owner.peek(),
      choosing.map(({ owner }) => owner),
    );
  }

  async #show(): Promise<void> {
    const turn = ++this.#latest;
    const content = this.#starting ? this.#progress(this.#starting) : await this.#question(turn);
    // A newer reading is shown instead.
    if (turn !== this.#latest || !content) return;
    await this.#panel?.webview.postMessage({ ...content, ticks: this.#ticks } satisfies PageUpdate);
  }

  #progress({ ids, begun, closes }: Starting): PageContent | undefined {
    const entries = [...this.window.workspace.entries.peek().values()].filter(({ definition }) =>
      ids.has(definition.id),
    );
    for (const entry of entries) if (hasBegun(entry)) begun.add(entry.definition.id);
    if (closes && entries.every((entry) => isSettled(entry, begun) && isUp(entry.snapshot.state))) {
      this.#close();
      return undefined;
    }
    return progressPage(entries, begun);
  }

  async #question(turn: number): Promise<PageContent | undefined> {
    const { extensionContext, workspace } = this.window;
    const form = this.#form();
    const entries = this.#entries(form);
    if (form === 'approval' && entries.length === 0) {
      this.#close();
      return undefined;
    }
    const servers = await Promise.all(entries.map((entry) => this.#server(entry)));
    if (form === 'approval' && servers.every(({ seen }) => seen.isApproved)) {
      if (turn === this.#latest) this.#settle();
      return undefined;
    }
    if (turn !== this.#latest) return undefined;
    if (this.#panel) this.#panel.title = titleOf(form);
    this.#shown = new Map(servers.map((server) => [approvalKey(server.seen), server]));
    const takesOver = form === 'first' || form === 'change';
    return approvalPage({
      form,
      servers,
      ticked: this.#ticked,
      hasFolder: (vscode.workspace.workspaceFolders ?? []).length > 0,
      isRemote: isRemote(),
      reloads: takesOver && ownerContext(extensionContext, workspace).hasEditorTools(),
    });
  }

  async #server(entry: ServerEntry): Promise<ApprovalServer> {
    const seen = await this.window.workspace.inspect(entry.definition);
    return {
      entry,
      seen,
      isChanged: this.#isChanged(seen),
      stored: await this.#stored(seen),
    };
  }

  /** Everything that could run where it is chosen who runs it; else what is to be approved. */
  #entries(form: ApprovalForm): readonly ServerEntry[] {
    const entries = [...this.window.workspace.entries.peek().values()].filter(
      ({ inactiveReason }) => !inactiveReason,
    );
    if (form !== 'approval') return entries;
    const wanted = this.#wanted();
    return entries.filter(({ definition }) => wanted.has(definition.id));
  }

  /** The ids of all that is asked for. */
  #wanted(): ReadonlySet<string> {
    return new Set(this.#asking.flatMap(({ question }) => question.wanted.map(({ id }) => id)));
  }

  /** The ids of the inputs that have a value already. */
  async #stored({ source, inputs }: Definition): Promise<ReadonlySet<string>> {
    const stored = new Set<string>();
    for (const input of inputs) {
      // A secret store that cannot be read gives the launch nothing, either.
      const isStored = await this.window.inputs.isStored(source.file, input).catch(() => false);
      if (isStored) stored.add(input.id);
    }
    return stored;
  }

  #receive(message: unknown): void {
    const { data } = pageMessageSchema.safeParse(message);
    if (data) this.#act(data);
  }

  #act(message: PageMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#ticks = 0;
        return void this.#show();
      case 'tick':
        this.#ticks += 1;
        if (message.ticked) this.#ticked.add(message.key);
        else this.#ticked.delete(message.key);
        return void this.#show();
      case 'open':
        return this.#openEntry(message.key);
      case 'approve':
        return this.#approve(message.keys, { runner: 'roundhouse', layer: message.layer });
      case 'leave':
        this.#answer({ approved: [], owner: { runner: 'vscode', layer: message.layer } });
        return this.#close();
      case 'cancel':
        return this.#close();
      case 'chat':
        return this.#leaveFor('workbench.action.chat.open');
      case 'view':
        return this.#leaveFor('roundhouse.servers.focus');
    }
  }

  #openEntry(key: string): void {
    const id = this.#shown.get(key)?.entry.definition.id;
    if (id !== undefined) void vscode.commands.executeCommand('roundhouse.openConfiguration', id);
  }

  #leaveFor(command: string): void {
    this.#close();
    void vscode.commands.executeCommand(command);
  }

  /** Approves what a person saw: where any of it is not on the page any more, nothing. */
  #approve(keys: readonly string[], owner: OwnerChoice): void {
    // Nothing is approved that is not ticked here, whatever the page says.
    if (!keys.every((key) => this.#ticked.has(key))) return void this.#show();
    const shown = [...this.#shown.values()].map(({ seen }) => seen);
    const open = shown.filter(({ isApproved }) => !isApproved);
    const approved = definitionsNamed(keys, new Map(open.map((one) => [approvalKey(one), one])));
    const form = this.#form();
    if (!approved || form === 'leave' || this.#asking.length === 0) return void this.#show();
    const choosesOwner = form !== 'approval';
    if (!choosesOwner && approved.length === 0) return;
    const wanted = this.#wanted();
    const before = shown.filter(({ isApproved, id }) => isApproved && wanted.has(id));
    const ids = [...approved, ...before].map(({ id }) => id);
    this.#starting = { ids: new Set(ids), begun: new Set(), closes: !choosesOwner };
    this.#answer({ approved, ...(choosesOwner && { owner }) });
    // The next question is about entries as they are then.
    this.#known = new Map();
    if (ids.length === 0) this.#close();
    else void this.#show();
  }
}

/** The title of the tab: who asks for what. */
function titleOf(form: ApprovalForm): string {
  return t(form === 'approval' ? 'tabApproval' : 'tab');
}
