import { homedir } from 'node:os';
import { signal, type Signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore } from './base/disposable';
import type { Reason } from './base/errors';
import { late, once } from './base/late';
import { AgentTokens } from './hostClient/agentTokens';
import { Approvals } from './hostClient/approvals';
import { AttachedHost } from './hostClient/attachedHost';
import { InheritedEnvironment } from './hostClient/inheritedEnvironment';
import { Inputs } from './hostClient/inputs';
import type { SignInPorts } from './hostClient/signIn';
import { externalOffer } from './hostClient/externalOffer';
import { ToolRules } from './hostClient/toolRules';
import { ToolSets } from './hostClient/toolSets';
import { Workspace } from './hostClient/workspace';
import type { AnswerLaunch, WorkspacePorts } from './hostClient/workspacePorts';
import { beginWhen } from './vscode/beginWhen';
import { registerChatTools } from './vscode/chatTools';
import { Clock } from './vscode/clock';
import { commandNames } from './vscode/commandNames';
import { registerCommands } from './vscode/commands';
import { ConfigFiles } from './vscode/configFiles';
import { registerMcpProvider, type McpProvider } from './vscode/mcpProvider';
import { registerParticipant } from './vscode/participant';
import type { Questions } from './vscode/questions';
import { ResourceFiles } from './vscode/resourceFiles';
import { registerServersView } from './vscode/serversView';
import { Settings } from './vscode/settings';
import { startEach } from './vscode/startEach';
import { keyValueStore, secretStore } from './vscode/stores';
import { UriReturns } from './vscode/uriReturns';
import { WindowFocus } from './vscode/windowFocus';
import type { WindowParts } from './vscode/windowParts';
import { noCosts } from './views/noCosts';
import type { FoundProblems } from './views/shownProblems';

let running: Workspace | undefined;

const { askInput } = late(() => import('./vscode/dialogs'), 'askInput');
const { editorServer } = late(() => import('./vscode/editorServers'), 'editorServer');
const { sentence } = late(() => import('./views/strings'), 'sentence');

/**
 * Puts the window together: adapters, then the model, then what shows it. Awaits nothing, and leaves to
 * later whatever a window needs only with a configuration, a host or a person's gesture.
 */
export function activate(context: vscode.ExtensionContext): void {
  performance.mark('roundhouse:activate:start');
  const log = vscode.window.createOutputChannel('MCP Roundhouse', { log: true });
  context.subscriptions.push(log);
  const store = new DisposableStore();
  context.subscriptions.push(store);

  const settings = store.add(new Settings());
  const config = store.add(new ConfigFiles(context.globalStorageUri.fsPath, log));
  const inputs = store.add(new Inputs(secretStore(context.secrets), askInput));
  const approvals = new Approvals(keyValueStore(context.globalState), () => settings.current.trust);
  const agentTokens = new AgentTokens(keyValueStore(context.workspaceState));
  const environment = store.add(createEnvironment(log));
  const focus = store.add(new WindowFocus());
  const returns = store.add(new UriReturns());
  const basis = {
    context,
    settings,
    config,
    inputs,
    approvals,
    agentTokens,
    environment,
    focus,
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
  WindowParts,
  | 'context'
  | 'settings'
  | 'config'
  | 'inputs'
  | 'approvals'
  | 'agentTokens'
  | 'environment'
  | 'store'
> {
  readonly focus: WindowFocus;
  /** Takes what a browser brings back. */
  readonly returns: UriReturns;
}

type Approval = ReturnType<typeof createApproval>;

/** The page that asks for approval, and who runs the servers. */
function createApproval({ context, inputs, store }: Basis) {
  const load = async () => {
    const { ApprovalPages } = await import('./vscode/approvalPages');
    if (!running) throw new Error('nothing can be asked before the window is put together');
    return store.add(new ApprovalPages({ context, model: running, inputs }));
  };
  return late(load, 'ask', 'setOwner');
}

function createResolver(basis: Basis & Pick<Approval, 'ask'>): WindowParts['resolver'] {
  const load = async () => (await import('./vscode/windowLaunches')).windowLaunches(basis);
  return late(load, 'resolve', 'explain', 'look');
}

function createQuestions({
  context,
  settings,
  store,
  resolver,
}: Basis & Pick<WindowParts, 'resolver'>): () => Promise<Questions> {
  return once(async () => {
    const { Questions } = await import('./vscode/questions');
    return store.add(
      new Questions({
        settings,
        resolver,
        store: keyValueStore(context.globalState),
        entries: () => running?.entries.peek() ?? new Map(),
        policies: () => running?.policies.peek() ?? new Map(),
      }),
    );
  });
}

interface ModelParts extends Basis, Approval, Pick<WindowParts, 'resolver' | 'questions'> {
  readonly notInChat: WorkspacePorts['notInChat'];
}

function createModel(basis: ModelParts): Workspace {
  const { context, settings, config, inputs, approvals, focus, resolver, questions } = basis;
  const place = {
    bundle: context.asAbsolutePath('dist/host.js'),
    dataFolder: context.globalStorageUri.fsPath,
    env: process.env,
    execPath: process.execPath,
  };
  const toolSets = new ToolSets(settings.toolSets, keyValueStore(context.workspaceState));
  const { reachHost } = late(() => import('./hostClient/reachHost'), 'reachHost');
  const attach = (answer: AnswerLaunch): AttachedHost =>
    new AttachedHost({
      kind: 'window',
      graceSeconds: () => settings.current.hostGraceSeconds,
      reach: (signal) => reachHost(place, settings.current.host, signal),
      resolveLaunch: answer,
      focused: focus.focused,
      resultLimits: settings.resultLimits,
      externalClients: externalOffer(settings.servers, toolSets, basis.agentTokens),
      place: workspaceKey,
      questions: late(async () => (await questions()).ports, 'elicit', 'sample', 'approve'),
      signIn: signInPorts(basis),
    });
  return new Workspace({
    files: config.files,
    owner: settings.owner,
    trusted: settings.trusted,
    setting: settings.servers,
    roots: settings.roots,
    toolSets,
    toolRules: new ToolRules(settings.toolRules, keyValueStore(context.workspaceState)),
    pins: settings.pins,
    remote: vscode.env.remoteName !== undefined,
    notInChat: basis.notInChat,
    inputs,
    attach,
    resolve: (definition, options) => resolver.resolve(definition, options),
    look: (definition) => resolver.look(definition),
    approvals,
    ask: basis.ask,
    setOwner: basis.setOwner,
    editorServer,
  });
}

function signInPorts({ context, returns }: Basis): SignInPorts {
  const load = async () =>
    (await import('./vscode/signIn')).windowSignIn({
      returns,
      extensionId: context.extension.id,
      nameOf: (id) => running?.entries.peek().get(id)?.definition.name ?? id,
    });
  return { secrets: secretStore(context.secrets), ...late(load, 'prepare') };
}

/** What is open in this window; nothing where no other window can be known by it. */
function workspaceKey(): string | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const open = workspaceFile ? [workspaceFile] : workspaceFolders.map(({ uri }) => uri);
  return open.length > 0 ? open.join('\n') : undefined;
}

/** Everything that a person sees or can do. */
function contribute(
  basis: Omit<WindowParts, 'chat'> & Basis,
  notInChat: Signal<ReadonlyMap<string, Reason>>,
): void {
  const { context, model, config, questions, returns, store, log } = basis;
  const failed = (error: unknown): void => log.error(String(error));
  let chat: McpProvider | undefined;
  const parts = { ...basis, chat: { startInChat: (id: string) => chat?.startInChat(id) } };
  const window = once(async () => {
    const { openWindow } = await import('./vscode/openWindow');
    // What servers asked of models is a page that an editor may have open already.
    await questions();
    return store.add(openWindow(parts));
  });
  const commands = late(
    async () => {
      const { windowCommands } = await import('./vscode/windowCommands');
      return windowCommands(parts, await window(), await questions());
    },
    ...commandNames,
  );
  const owner = late(async () => (await window()).owner, 'check');
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
      participant: () => registerParticipant({ ...parts, person: late(questions, 'approve') }),
      window: () =>
        beginWhen(
          () => config.present.value,
          () => void window().catch(failed),
        ),
    },
    { store, log },
  );
}
