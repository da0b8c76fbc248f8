import { homedir } from 'node:os';
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore } from './base/disposable';
import type { Reason } from './base/errors';
import { lazy, once } from './base/lazy';
import { AgentTokens, externalOffer } from './client/agentTokens';
import { Approvals } from './client/approvals';
import { HostClient } from './client/hostConnection/hostClient';
import { InheritedEnvironment } from './client/launch/inheritedEnvironment';
import { Inputs } from './client/inputs';
import type { SignInContext } from './client/signIn';
import { ActiveRules } from './client/policy/activeRules';
import { ToolSelection } from './client/policy/toolSelection';
import { Workspace, type ResolveLaunch, type WorkspaceOptions } from './client/workspace';
import { beginWhen } from './ui/window/follow';
import { registerChatTools } from './ui/chat/chatTools.editor';
import { Clock } from './ui/window/clock.editor';
import { commandNames, registerCommands } from './ui/window/commands.editor';
import { ConfigFiles } from './ui/window/configFiles.editor';
import { registerMcpProvider, type McpProvider } from './ui/chat/mcpProvider.editor';
import { registerParticipant } from './ui/participant/participant.editor';
import type { WindowQuestions } from './ui/questions/windowQuestions.editor';
import { ResourceFiles } from './ui/resources/resourceFiles.editor';
import { registerServersView } from './ui/tree/serversView.editor';
import { Settings } from './ui/window/settings.editor';
import { startEach } from './ui/window/startEach.editor';
import { keyValueStore, secretStore } from './ui/window/stores.editor';
import { UriReturns } from './ui/signIn/uriReturns.editor';
import type { WindowContext } from './ui/window/windowContext.editor';
import { noCosts } from './ui/costs/noCosts';
import type { FoundProblems } from './ui/editing/shownProblems';

let running: Workspace | undefined;

const { enterInput } = lazy(() => import('./ui/questions/inputQuestion.editor'), 'enterInput');
const { editorServer } = lazy(() => import('./ui/window/editorServers.editor'), 'editorServer');
const { sentence } = lazy(() => import('./ui/reasons/sentence'), 'sentence');

/**
 * Puts the window together: adapters, then the model, then the registrations. Awaits nothing. Registers
 * everything that the editor asks for by name: commands, the view, chat's servers and tools, resources. The
 * first configuration file, host, command or gesture loads the rest, because larger code makes activation slower.
 */
export function activate(context: vscode.ExtensionContext): void {
  performance.mark('roundhouse:activate:start');
  const log = vscode.window.createOutputChannel('MCP Roundhouse', { log: true });
  context.subscriptions.push(log);
  const store = new DisposableStore();
  context.subscriptions.push(store);

  const settings = store.add(new Settings());
  const config = store.add(new ConfigFiles(context.globalStorageUri.fsPath, log));
  const inputs = store.add(new Inputs(secretStore(context.secrets), enterInput));
  const approvals = new Approvals(keyValueStore(context.globalState), () => settings.current.trust);
  const agentTokens = new AgentTokens(keyValueStore(context.workspaceState));
  const environment = store.add(createEnvironment(log));
  const focused = windowFocus(store);
  const returns = store.add(new UriReturns());
  const basis = {
    context,
    settings,
    config,
    inputs,
    approvals,
    agentTokens,
    environment,
    focused,
    returns,
    store,
  };
  const approval = createApproval(basis);
  const resolver = createResolver({ ...basis, ...approval });
  const questions = createQuestions({ ...basis, resolver });
  const notInChat = signal<ReadonlyMap<string, Reason>>(new Map());
  const parts = { ...basis, ...approval, resolver, questions, notInChat };
  const model = store.add(createModel(parts));
  running = model;
  const files = store.add(new ResourceFiles(model));
  const clock = store.add(new Clock(model));
  const found = signal<FoundProblems>(new Map());
  const costs = signal(noCosts);
  const window = { ...basis, resolver, questions, model, files, clock, found, costs, log };
  contribute(window, notInChat);
  performance.mark('roundhouse:activate:end');
}

/** Leaves the host; the editor waits until one in this window has stopped its servers. */
export async function deactivate(): Promise<void> {
  await running?.end();
}

/** Focus of this window, followed until the store is disposed. */
function windowFocus(store: DisposableStore): ReadonlySignal<boolean> {
  const focused = signal(vscode.window.state.focused);
  store.add(
    vscode.window.onDidChangeWindowState((state) => {
      focused.value = state.focused;
    }),
  );
  return focused;
}

function createEnvironment(log: vscode.LogOutputChannel): InheritedEnvironment {
  const { platform, execPath } = process;
  return new InheritedEnvironment({
    own: () => process.env,
    platform,
    home: homedir(),
    execPath,
    warn: (reason) => void sentence(reason).then((text) => log.warn(text)),
  });
}

interface Basis extends Pick<
  WindowContext,
  | 'context'
  | 'settings'
  | 'config'
  | 'inputs'
  | 'approvals'
  | 'agentTokens'
  | 'environment'
  | 'store'
> {
  readonly focused: ReadonlySignal<boolean>;
  /** Receives the answers to sign-ins from the browser. */
  readonly returns: UriReturns;
}

type Approval = ReturnType<typeof createApproval>;

/** The page that asks for approval, and for the owner of the servers. */
function createApproval({ context, inputs, store }: Basis) {
  const load = async () => {
    const { ApprovalPages } = await import('./ui/approval/approvalPages.editor');
    if (!running) throw new Error('nothing can be asked before the window is put together');
    return store.add(new ApprovalPages({ context, model: running, inputs }));
  };
  return lazy(load, 'ask', 'setOwner');
}

function createResolver(basis: Basis & Pick<Approval, 'ask'>): WindowContext['resolver'] {
  const load = async () =>
    (await import('./ui/window/windowLaunches.editor')).windowLaunches(basis);
  return lazy(load, 'resolve', 'explain', 'inspect');
}

function createQuestions({
  context,
  settings,
  store,
  resolver,
}: Basis & Pick<WindowContext, 'resolver'>): () => Promise<WindowQuestions> {
  return once(async () => {
    const { WindowQuestions } = await import('./ui/questions/windowQuestions.editor');
    return store.add(
      new WindowQuestions({
        settings,
        resolver,
        store: keyValueStore(context.globalState),
        entries: () => running?.entries.peek() ?? new Map(),
        policies: () => running?.policies.peek() ?? new Map(),
      }),
    );
  });
}

interface ModelOptions extends Basis, Approval, Pick<WindowContext, 'resolver' | 'questions'> {
  readonly notInChat: WorkspaceOptions['notInChat'];
}

function createModel(basis: ModelOptions): Workspace {
  const { context, settings, config, inputs, approvals, focused, resolver, questions } = basis;
  const place = {
    bundle: context.asAbsolutePath('dist/host.js'),
    dataFolder: context.globalStorageUri.fsPath,
    env: process.env,
    execPath: process.execPath,
  };
  const toolSets = new ToolSelection(settings.toolSets, keyValueStore(context.workspaceState));
  const { reachHost } = lazy(() => import('./client/hostConnection/reachHost'), 'reachHost');
  const attach = (answer: ResolveLaunch): HostClient =>
    new HostClient({
      kind: 'window',
      graceSeconds: () => settings.current.hostGraceSeconds,
      reach: (signal) => reachHost(place, settings.current.host, signal),
      resolveLaunch: answer,
      focused,
      resultLimits: settings.resultLimits,
      externalClients: externalOffer(settings.servers, toolSets, basis.agentTokens),
      place: workspaceKey,
      questions: lazy(async () => (await questions()).handlers, 'elicit', 'sample', 'approve'),
      signIn: signInPorts(basis),
    });
  return new Workspace({
    files: config.files,
    owner: settings.owner,
    trusted: settings.trusted,
    setting: settings.servers,
    roots: settings.roots,
    toolSelection: toolSets,
    activeRules: new ActiveRules(settings.toolRules, keyValueStore(context.workspaceState)),
    pins: settings.pins,
    remote: vscode.env.remoteName !== undefined,
    notInChat: basis.notInChat,
    inputs,
    attach,
    resolve: (definition, options) => resolver.resolve(definition, options),
    inspect: (definition) => resolver.inspect(definition),
    approvals,
    ask: basis.ask,
    setOwner: basis.setOwner,
    editorServer,
  });
}

function signInPorts({ context, returns }: Basis): SignInContext {
  const load = async () =>
    (await import('./ui/signIn/signIn.editor')).windowSignIn({
      returns,
      extensionId: context.extension.id,
      nameOf: (id) => running?.entries.peek().get(id)?.definition.name ?? id,
    });
  return { secrets: secretStore(context.secrets), ...lazy(load, 'prepare') };
}

/** Key of the open workspace; `undefined` for an empty window. */
function workspaceKey(): string | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const open = workspaceFile ? [workspaceFile] : workspaceFolders.map(({ uri }) => uri);
  return open.length > 0 ? open.join('\n') : undefined;
}

/** Registers commands, the view, chat tools and the participant; the first configuration file opens the rest. */
function contribute(
  basis: Omit<WindowContext, 'chat'> & Basis,
  notInChat: Signal<ReadonlyMap<string, Reason>>,
): void {
  const { context, model, config, questions, returns, store, log } = basis;
  const failed = (error: unknown): void => log.error(String(error));
  let chat: McpProvider | undefined;
  const parts = { ...basis, chat: { startInChat: (id: string) => chat?.startInChat(id) } };
  const window = once(async () => {
    const { openWindow } = await import('./ui/window/openWindow.editor');
    // Registers the pages of sampling requests, because an editor may have one open already.
    await questions();
    return store.add(openWindow(parts));
  });
  const commands = lazy(
    async () => {
      const { windowCommands } = await import('./ui/window/windowCommands.editor');
      return windowCommands(parts, await window(), await questions());
    },
    ...commandNames,
  );
  const owner = lazy(async () => (await window()).owner, 'check');
  const chatServers = (): McpProvider => {
    const onConnected = (): void => void owner.check().catch(failed);
    chat = registerMcpProvider({
      extensionId: context.extension.id,
      model,
      notInChat,
      onConnected,
    });
    return chat;
  };
  startEach(
    {
      commands: () => registerCommands(commands),
      tree: () => registerServersView(parts),
      uriHandler: () => vscode.window.registerUriHandler(returns),
      chatServers,
      chatTools: () => registerChatTools(model),
      participant: () => registerParticipant({ ...parts, person: lazy(questions, 'approve') }),
      window: () =>
        beginWhen(
          () => config.present.value,
          () => void window().catch(failed),
        ),
    },
    { store, log },
  );
}
