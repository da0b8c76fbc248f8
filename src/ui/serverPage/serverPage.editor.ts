import * as vscode from 'vscode';
import { BoundedMap } from '../../base/bounded';
import { hasCode, reasonOf, UserError } from '../../base/errors';
import { isObject, mayBeRounded, ownValue } from '../../base/json';
import { jsonSize } from '../../base/jsonSize';
import { Throttle } from '../../base/throttle';
import type { Completions } from '../../client/completions';
import type { CheckResult } from '../../client/diagnosis/check';
import type { ServerEntry } from '../../client/configuredServers';
import type { LogEntry } from '../../ipc/contract';
import { isUp } from '../../ipc/serverStates';
import { serverErrors } from '../../ipc/serverTests';
import type { Catalog, McpObject } from '../../ipc/state';
import type { AcceptedTool } from '../../ipc/toolReview';
import { t as reviewText } from '../approval/reviewTexts';
import { checkRows, checkTitle } from '../diagnostics/doctorTexts';
import { lastLines, type ExplanationInput } from '../diagnostics/explanation';
import { loadPage } from '../page/pagePanel.editor';
import { WebviewPage } from '../page/webviewPage.editor';
import { nextAction, sentence } from '../reasons/sentence';
import { measureUsage } from '../status/processUsage.editor';
import { TrafficFollower } from '../traffic/trafficFollower.editor';
import { copyText } from '../window/copy.editor';
import { isCancellation, notice, showFailure } from '../window/notice.editor';
import { openPage } from '../window/openPage.editor';
import type { OpenWindow } from '../window/windowContext.editor';
import { pageFigures } from './figures';
import { happeningsOf } from './happenings';
import {
  logLine,
  pageCatalog,
  pageServer,
  reviewedTool,
  shownSample,
  toolNotes,
  type ToolKnowledge,
} from './pageContent';
import {
  fromPageSchema,
  type Checking,
  type Failure,
  type FromPage,
  type LogLine,
  type PagePart,
  type ToPage,
} from './pageMessages';
import { t } from './pageTexts';
import { beginningOf } from './resultBeginning';
import { t as resultText } from './resultTexts';
import type { TaskRun, TaskRuns } from './taskRuns';

/** Parts of the window that a page uses. */
export type PageContext = Pick<
  OpenWindow,
  'extensionContext' | 'workspace' | 'resolver' | 'inputs' | 'costs' | 'tests'
>;

type CompleteMessage = Extract<FromPage, { kind: 'complete' }>;
type CallMessage = Extract<FromPage, { kind: 'call' }>;
type ReadMessage = Extract<FromPage, { kind: 'read' }>;
type Progress = Omit<Extract<ToPage, { kind: 'progress' }>, 'kind' | 'callId'>;
type AppMessage = Extract<FromPage, { kind: 'appRequest' }>;

/** Whole results that are kept for their page, which has only their beginnings; the latest. */
const mostWholes = 3;

/** Milliseconds between two samples of a server's processes, taken only while they are shown. */
const sampleInterval = 2_000;

/** Milliseconds in which all calls that are over are shown at once in the figures. */
const figuresInterval = 1_000;

/** Milliseconds in which all that happens is shown at once. */
const happenedInterval = 100;

/** Milliseconds in which all new lines of the log are sent at once. */
const logInterval = 100;

/** Samples after which the server is shown anew, because its times go on. */
const samplesPerServer = 5;

/** The page of one server in an editor tab. It follows the server until it is closed. */
export class ServerPage extends WebviewPage<ToPage, FromPage> {
  /** Open requests by their id. */
  readonly #requests = new Map<string, AbortController>();
  /** Whole results of calls whose beginnings the page has, by their id. */
  readonly #wholes = new BoundedMap<string, McpObject>(mostWholes);
  /** Tools that an app wanted to call and the person refused, until the person calls one. */
  readonly #refused = new Map<string, UserError>();
  /** True if the person refused a link of an app, until they call a tool. An app may ask for ever. */
  #refusesLinks = false;
  #part: PagePart = 'overview';
  #latest = 0;
  #checked:
    { at: number; checks: readonly CheckResult[]; fingerprint: string; isUp: boolean } | undefined;
  /** Progress of the last checks, or their failure; a page that is loaded later gets it then. */
  #checking: Checking | undefined;
  /** Completions of the last prompt and of one run of the server, until a call ends, which may change them. */
  #completions:
    | { readonly prompt: string; readonly since: number; readonly of: Completions | undefined }
    | undefined;
  readonly #usage = this.store.add(new Throttle(sampleInterval, () => this.#sample()));
  readonly #figures = this.store.add(new Throttle(figuresInterval, () => void this.#sendFigures()));
  readonly #happened = this.store.add(
    new Throttle(happenedInterval, () => void this.#sendHappened()),
  );
  /** Samples since the server was shown last. */
  #sampled = 0;
  /** Lines of the log to be sent; absent until it was shown. */
  #lines: LogLine[] | undefined;
  readonly #newLines = this.store.add(new Throttle(logInterval, () => this.#sendLines()));
  readonly #traffic: TrafficFollower;

  constructor(
    private readonly window: PageContext,
    readonly id: string,
    panel: vscode.WebviewPanel,
    private readonly tasks: TaskRuns,
  ) {
    super(panel, fromPageSchema, id);
    const { extensionContext, workspace, costs } = window;
    const entry = this.#entry();
    // The page shows it before messages can reach it.
    const first = entry && pageServer(entry, this.#catalog());
    loadPage(panel, extensionContext.extensionUri, 'serverPage', first);
    this.store.add(panel.onDidChangeViewState(() => this.look()));
    const shown = (): ServerEntry | undefined => workspace.entries.value.get(id);
    this.follow(
      () => [
        shown(),
        workspace.host.catalog(id).value,
        workspace.trusted.value,
        workspace.host.mode.value,
      ],
      () => void this.#sendServer(),
    );
    this.follow(
      () => [shown()?.snapshot.state],
      () => this.#happened.schedule(),
    );
    this.follow(
      () => [
        workspace.host.catalog(id).value,
        workspace.policies.value.get(id),
        costs.value.servers.get(id),
        shown()?.snapshot.vetted,
      ],
      () => this.#sendCatalog(),
    );
    this.follow(
      () => [shown()?.snapshot.vetted],
      () => void this.#sendReview(true),
    );
    this.follow(
      () => [workspace.host.mode.value],
      () => this.#follow(),
    );
    this.store.add(
      workspace.host.onCallsChanged(() => {
        if (this.#part === 'figures') this.#figures.schedule();
      }),
    );
    this.store.add(
      tasks.onChanged((run) => {
        if (run.server === id) this.#sendTask(run);
      }),
    );
    this.store.add(workspace.host.onLog((entry) => this.#log(entry)));
    this.store.add(() => this.#endRequests());
    this.#traffic = this.store.add(
      new TrafficFollower(workspace.host, (message) => this.send(message), id),
    );
  }

  /** Shows a part, and in it an item. */
  show(part: PagePart, item?: string): void {
    this.sendOnceReady({ kind: 'show', part, item });
  }

  /** Runs the checks and shows what they found. */
  async check(): Promise<void> {
    const entry = this.#entry();
    if (!entry || this.#checking?.isRunning) return;
    this.#sendChecking({ isRunning: true });
    try {
      // The first run loads this code.
      const { diagnoseServer } = await import('../diagnostics/diagnoseServer.editor');
      const checks = await diagnoseServer(
        this.window,
        entry,
        (check, results) => {
          const now = { title: checkTitle(check), rows: checkRows(results) };
          this.#sendChecking({ isRunning: true, now });
        },
        this.closed.signal,
      );
      const { fingerprint } = entry.definition;
      const state = this.#entry()?.snapshot.state ?? entry.snapshot.state;
      this.#checked = { at: Date.now(), checks, fingerprint, isUp: isUp(state) };
      this.#sendChecking({ isRunning: false });
      await this.#sendServer();
    } catch (error) {
      const failure = isCancellation(error) ? undefined : failureOf(error);
      this.#sendChecking({ isRunning: false, failure });
    }
  }

  /** Brings up to date what a person looks at now. */
  look(): void {
    this.#follow();
    if (this.store.disposed || !this.panel.visible) return;
    void this.#sendServer();
    void this.#sendSaved();
  }

  #entry(): ServerEntry | undefined {
    return this.window.workspace.entries.peek().get(this.id);
  }

  /** Follows what a person looks at now, and the log since they looked at it first. */
  #follow(): void {
    if (this.store.disposed) return;
    this.#usage.run();
    this.#figures.run();
    this.#happened.run();
    this.#traffic.look(this.#shows('traffic'));
    if (this.#shows('log') && !this.#lines) void this.#sendLog();
  }

  #shows(part: PagePart): boolean {
    return this.isReady && this.#part === part && this.panel.visible;
  }

  #sendChecking(checking: Checking): void {
    this.#checking = checking;
    this.send({ kind: 'checking', ...checking });
  }

  protected async act(message: FromPage): Promise<void> {
    const { workspace } = this.window;
    switch (message.kind) {
      case 'ready':
        this.#completions = undefined;
        return this.#begin();
      case 'part':
        this.#part = message.part;
        return this.look();
      case 'run': {
        const { command, item, entry = this.id } = message;
        const target = item === undefined ? entry : { server: entry, item };
        await vscode.commands.executeCommand(`roundhouse.${command}`, target);
        return;
      }
      case 'search':
      case 'messages':
        return this.#traffic.act(message);
      case 'callRecords': {
        const { callId } = message;
        const records = await this.#traffic.recordsOf(callId);
        return this.send({ kind: 'callRecords', callId, records: [...records] });
      }
      case 'tool':
        return this.#sendTool(message.name);
      case 'call':
        this.#refused.clear();
        this.#refusesLinks = false;
        return this.#call(message);
      case 'read':
        return this.#read(message);
      case 'appRequest':
        return this.#answer(message.callId, (signal) => this.#askedByApp(message, signal), true);
      case 'complete':
        return this.#complete(message);
      case 'cancel':
        this.#requests.get(message.callId)?.abort();
        this.tasks.cancel(message.callId);
        return;
      case 'toggle': {
        const entry = this.#entry();
        if (entry)
          await workspace.toolSelection.toggle(entry.definition, message.tool, message.isOn);
        return;
      }
      case 'check':
        return this.check();
      case 'accept':
        return this.#accept(message.tools);
      case 'copy':
        return copyText(message.text);
      case 'saveTest': {
        const { test, callId } = message;
        const result = callId === undefined ? message.result : this.#wholes.get(callId);
        if (callId !== undefined && !result) return void notice('warning', resultText('notKept'));
        await this.window.tests.save(this.id, { test, result }).catch(showFailure);
        return this.#sendSaved();
      }
      case 'saveResult': {
        const { saveResult } = await import('./saveResult.editor');
        const result = message.result ?? this.#wholes.get(message.callId);
        return saveResult(message.name, result).catch(showFailure);
      }
      case 'copyCall': {
        const entry = this.#entry();
        if (!entry) return;
        const cli = vscode.Uri.joinPath(
          this.window.extensionContext.extensionUri,
          'dist',
          'cli.js',
        ).fsPath;
        const { copyCall } = await import('./copyCall.editor');
        return copyCall(entry, message.call, cli);
      }
      case 'open':
        if (/^https?:/i.test(message.url)) await openPage(message.url);
        return;
    }
  }

  async #begin(): Promise<void> {
    // A page that is loaded anew has no Cancel for those of before.
    this.#endRequests();
    this.isReady = true;
    this.#lines = undefined;
    this.#sendCatalog();
    void this.#sendReview(false);
    for (const run of this.tasks.of(this.id)) {
      const { callId, tool, arguments: given } = run;
      this.send({ kind: 'task', callId, tool, arguments: given });
      this.#sendTask(run);
    }
    this.sendWanted();
    if (this.#checking) this.#sendChecking(this.#checking);
    // A page that is loaded anew searches for nothing.
    await this.#traffic.act({ kind: 'search', text: '' });
    this.#follow();
    void this.#sendSaved();
    await this.#sendServer();
  }

  async #sendServer(): Promise<void> {
    if (this.store.disposed) return;
    const turn = ++this.#latest;
    this.#sampled = 0;
    const entry = this.#entry();
    if (!entry) {
      const text = t('gone', { server: this.id });
      return this.send({ kind: 'gone', text });
    }
    this.panel.title = entry.definition.name;
    if (!this.isReady) return;
    const explained = await this.#explain(entry);
    const server = pageServer(explained.server, this.#catalog(), explained);
    // A newer reading is shown instead.
    if (turn === this.#latest) this.send({ kind: 'server', server });
  }

  #catalog(): Catalog | undefined {
    return this.window.workspace.host.catalog(this.id).peek();
  }

  #readLog(): Promise<readonly LogEntry[]> {
    return this.window.workspace.host.send('logs', { id: this.id }).catch(() => []);
  }

  #endRequests(): void {
    for (const request of this.#requests.values()) request.abort();
  }

  #sendCatalog(): void {
    const catalog = this.#catalog();
    if (catalog) this.send({ kind: 'catalog', catalog: pageCatalog(catalog, this.#knowledge()) });
  }

  #knowledge(): ToolKnowledge {
    const { workspace, costs } = this.window;
    return {
      policy: workspace.policies.peek().get(this.id),
      cost: costs.peek().servers.get(this.id),
      vetted: this.#entry()?.snapshot.vetted,
    };
  }

  /** With `keeps` what the page shows of a tool stays. */
  async #sendReview(keeps: boolean): Promise<void> {
    if (!this.isReady) return;
    const { held = [], fresh = [] } = this.#entry()?.snapshot.vetted ?? {};
    const isDue = held.length + fresh.length > 0;
    const { host } = this.window.workspace;
    const changes = isDue ? await host.send('toolChanges', { id: this.id }).catch(() => []) : [];
    this.send({ kind: 'review', tools: changes.map(reviewedTool), keeps });
  }

  /** Accepts tools as the page shows them; of those that have changed since it accepts none, and shows them anew. */
  async #accept(tools: AcceptedTool[]): Promise<void> {
    const { host } = this.window.workspace;
    try {
      await host.send('acceptTools', { id: this.id, tools });
      const server = this.#entry()?.definition.name ?? this.id;
      void notice('information', reviewText('accepted', { count: tools.length, server }));
    } catch (error) {
      showFailure(error, { id: this.id });
      await this.#sendReview(false);
    }
  }

  #sendTool(name: string): void {
    const tools = this.#catalog()?.tools ?? [];
    const tool = tools.find((one) => one.name === name);
    if (!tool) return;
    const { descriptions } = this.#entry()?.effective.settings ?? {};
    const notes = toolNotes(tool, this.#knowledge(), descriptions && ownValue(descriptions, name));
    this.send({ kind: 'tool', tool, ...notes });
  }

  /** Calls a tool as the person. A task goes on when the page is closed. */
  #call({ callId, tool, arguments: given, asTask }: CallMessage): Promise<void> {
    const { host } = this.window.workspace;
    const call = { server: this.id, tool, arguments: given, gesture: true, callId };
    if (asTask) {
      const run = { server: this.id, callId, tool, arguments: given };
      return this.tasks.start(run, (onProgress, signal) =>
        host.callTool({ ...call, onProgress, asTask }, signal),
      );
    }
    const onProgress = this.#progressOf(callId);
    return this.#answer(callId, (signal) => host.callTool({ ...call, onProgress }, signal));
  }

  #read({ callId, method, params }: ReadMessage): Promise<void> {
    const { host } = this.window.workspace;
    const onProgress = this.#progressOf(callId);
    const reading = { server: this.id, method, params, gesture: true, callId, onProgress };
    return this.#answer(callId, async (signal) => withoutBytes(await host.read(reading, signal)));
  }

  #progressOf(callId: string): (progress: Progress) => void {
    return (progress) => this.send({ kind: 'progress', callId, ...progress });
  }

  /** Sends what is new about a task: its progress, or its end. */
  #sendTask({ callId, progress, end }: TaskRun): void {
    if (!end && progress) this.send({ kind: 'progress', callId, ...progress });
    if (!end) return;
    this.#completions = undefined;
    const { took } = end;
    if ('result' in end) this.#sendResult(callId, took, end.result);
    else this.send({ kind: 'answer', callId, took, failure: failureOf(end.error) });
  }

  /** Sends a result, or the beginning of one that is too large. */
  #sendResult(callId: string, took: number, whole: McpObject): void {
    const { result, isCut } = beginningOf(whole);
    if (isCut) this.#wholes.set(callId, whole);
    const wholeSize = isCut ? jsonSize(whole) : undefined;
    const isRounded = mayBeRounded(whole);
    this.send({ kind: 'answer', callId, took, result, wholeSize, isRounded });
  }

  /** Answers a request of the page; the person can cancel it. `isWhole`: a result that is too large is an error. */
  async #answer(
    callId: string,
    send: (signal: AbortSignal) => Promise<McpObject>,
    isWhole = false,
  ): Promise<void> {
    const abort = new AbortController();
    this.#requests.set(callId, abort);
    const since = performance.now();
    const took = (): number => Math.round(performance.now() - since);
    try {
      const result = await send(abort.signal);
      if (isWhole && beginningOf(result).isCut) throw new UserError('appAnswerTooLarge');
      this.#sendResult(callId, took(), result);
    } catch (error) {
      this.send({ kind: 'answer', callId, took: took(), failure: failureOf(error) });
    } finally {
      this.#requests.delete(callId);
      this.#completions = undefined;
    }
  }

  /** Answers a request of an app of the server: for this server alone, and it starts nothing. */
  async #askedByApp(
    { callId, method, params }: AppMessage,
    signal: AbortSignal,
  ): Promise<McpObject> {
    const { host } = this.window.workspace;
    const target = { server: this.id, gesture: false, callId };
    switch (method) {
      case 'tools/call': {
        const tool = String(params['name']);
        const refusal = this.#refused.get(tool);
        if (refusal) throw refusal;
        const { arguments: given } = params;
        const call = { ...target, tool, arguments: isObject(given) ? given : {} };
        return host.callTool({ ...call, route: 'app' }, signal).catch((error: unknown) => {
          if (hasCode(error, 'callRefused')) this.#refused.set(tool, error);
          throw error;
        });
      }
      case 'resources/read':
        return withoutBytes(await host.read({ ...target, method, params }, signal));
      case 'ui/open-link': {
        if (this.#refusesLinks) throw new UserError('appLinkRefused');
        const { openAppLink } = await import('./openAppLink.editor');
        this.#refusesLinks = !(await openAppLink(this.panel.title, String(params['url'])));
        if (this.#refusesLinks) throw new UserError('appLinkRefused');
        return {};
      }
    }
  }

  #log(entry: LogEntry): void {
    if (entry.id !== this.id) return;
    if (entry.reason) this.#happened.schedule();
    if (!this.#lines) return;
    this.#lines.push(logLine(entry));
    this.#newLines.schedule();
  }

  /** Sends all lines of the log, and from then on those that come, because the page keeps more of them than the host. */
  async #sendLog(): Promise<void> {
    const following: LogLine[] = [];
    this.#lines = following;
    const log = await this.#readLog();
    if (this.#lines !== following) return;
    // Lines that came meanwhile are among them.
    following.length = 0;
    const { kind } = this.window.workspace.host.mode.peek();
    // A host that is attached later may know others.
    if (kind !== 'shared' && kind !== 'window') this.#lines = undefined;
    this.send({ kind: 'log', lines: log.map(logLine), all: true });
  }

  #sendLines(): void {
    const lines = this.#lines?.splice(0) ?? [];
    if (lines.length > 0) this.send({ kind: 'log', lines, all: false });
  }

  async #sendHappened(): Promise<void> {
    if (!this.#shows('overview')) return;
    const { host } = this.window.workspace;
    const [history, log] = await Promise.all([
      host.send('stateHistory', { id: this.id }).catch(() => []),
      this.#readLog(),
    ]);
    this.send({ kind: 'happened', now: Date.now(), happenings: happeningsOf(history, log) });
  }

  async #sendFigures(): Promise<void> {
    if (!this.#shows('figures')) return;
    const { host } = this.window.workspace;
    const kept = await host.send('figures', { id: this.id }).catch(() => null);
    const { address = '', failure } = kept?.export ?? {};
    const exported = kept?.export && {
      address,
      // The next action of its cause is about a server.
      failure: failure && {
        text: sentence(failure),
        next: nextAction({ ...failure, cause: undefined })?.text,
      },
    };
    const figures = kept && { ...pageFigures(kept.days, Date.now()), exported };
    this.send({ kind: 'figures', figures });
  }

  /** Answers with nothing where the server offers none, because a person can go on typing. */
  async #complete({ callId, prompt, argument, value, given }: CompleteMessage): Promise<void> {
    const completions = await this.#completionsOf(prompt);
    const { signal } = this.closed;
    const values = await completions?.of({ name: argument, value, given }, signal);
    this.send({ kind: 'completions', callId, values: [...(values ?? [])] });
  }

  /** The completions of a prompt while the server is up, because a look at a form must start nothing. */
  async #completionsOf(prompt: string): Promise<Completions | undefined> {
    const { completionsOf } = await import('../resources/openResource.editor');
    const state = this.#entry()?.snapshot.state;
    if (!state || !isUp(state)) return undefined;
    const { since } = state;
    if (this.#completions?.prompt !== prompt || this.#completions.since !== since) {
      const of = completionsOf(this.window.workspace, this.id, {
        type: 'ref/prompt',
        name: prompt,
      });
      this.#completions = { prompt, since, of };
    }
    return this.#completions.of;
  }

  /** The arguments of saved calls can be tried again. */
  async #sendSaved(): Promise<void> {
    if (this.#part !== 'tools' && this.#part !== 'prompts') return;
    const calls = await this.window.tests.savedCalls(this.id).catch(() => []);
    this.send({ kind: 'saved', calls: [...calls] });
  }

  /** Samples the processes while a person can see the figures. */
  #sample(): void {
    if (this.#shows('overview')) void this.#measure();
  }

  async #measure(): Promise<void> {
    const [sample] = await measureUsage(this.window.workspace, [this.id], true);
    if (this.store.disposed) return;
    this.send({ kind: 'usage', sample: sample && shownSample(sample) });
    this.#sampled += 1;
    if (this.#sampled >= samplesPerServer && this.#shows('overview')) void this.#sendServer();
    if (this.isReady && this.#part === 'overview') this.#usage.schedule();
  }

  async #explain(entry: ServerEntry): Promise<ExplanationInput> {
    const { workspace, resolver } = this.window;
    const { definition, snapshot, runBy } = entry;
    const { signal } = this.closed;
    const isOurs = runBy !== 'vscode' && !entry.inactiveReason;
    const [found, log, inputs] = await Promise.all([
      isOurs ? resolver.explain(entry, { gesture: false, signal }) : undefined,
      isOurs ? this.#readLog() : [],
      this.#inputs(entry),
    ]);
    const answer = found?.answer;
    const name = definition.name.toLowerCase();
    return {
      server: entry,
      namesakes: [...workspace.entries.peek().values()].filter(
        (other) => other.definition.name.toLowerCase() === name,
      ),
      mode: workspace.host.mode.peek(),
      trusted: workspace.trusted.peek(),
      approved: (await resolver.inspect(definition)).isApproved === true,
      inputs,
      launch: found?.facts,
      refusal: answer && answer.kind !== 'resolved' ? answer.reason : undefined,
      output: isOurs ? lastLines(snapshot, log) : [],
      checked: this.#checkedOf(entry),
      secrets: answer?.kind === 'resolved' ? answer.secrets : [],
      now: Date.now(),
    };
  }

  #inputs({ definition }: ServerEntry): Promise<ExplanationInput['inputs']> {
    const { file } = definition.source;
    return Promise.all(
      definition.inputs.map(async (input) => ({
        id: input.id,
        // A secret store that cannot be read gives the launch nothing, either.
        isStored: await this.window.inputs.isStored(file, input).catch(() => false),
      })),
    );
  }

  /** The results of the last checks, while the server is as it was then. */
  #checkedOf({ definition, snapshot }: ServerEntry): ExplanationInput['checked'] {
    const checked = this.#checked;
    const isSame =
      checked?.fingerprint === definition.fingerprint && checked.isUp === isUp(snapshot.state);
    return isSame ? checked : undefined;
  }
}

function failureOf(error: unknown): Failure {
  const reason = isCancellation(error) ? { code: 'cancelled' } : reasonOf(error);
  const isAnswer = serverErrors.has(reason.code);
  return { text: sentence(reason), next: nextAction(reason)?.text, isAnswer };
}

/** Large payloads come as bytes, which a page gets as base64 like all others. */
function withoutBytes(result: McpObject): McpObject {
  const { contents } = result;
  if (!Array.isArray(contents)) return result;
  return {
    ...result,
    contents: contents.map((part: Record<string, unknown>) => {
      const { bytes, ...rest } = part;
      if (!(bytes instanceof Uint8Array)) return part;
      const buffer = Buffer.from(bytes);
      return 'text' in rest
        ? { ...rest, text: buffer.toString('utf8') }
        : { ...rest, blob: buffer.toString('base64') };
    }),
  };
}
