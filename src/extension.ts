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
import { ActiveRules } from './client/policy/activeRules';
import { ToolSelection } from './client/policy/toolSelection';
import { Workspace, type ResolveLaunch } from './client/workspace';
import { beginWhen } from './ui/window/follow';
import { registerChatTools } from './ui/chat/chatTools.editor';
import { Clock } from './ui/window/clock.editor';
import { commandNames, registerCommands } from './ui/window/commands.editor';
import { ConfigFiles } from './ui/window/configFiles.editor';
import { registerMcpProvider, type McpProvider } from './ui/chat/mcpProvider.editor';
import { registerParticipant } from './ui/participant/participant.editor';
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

  const dataFolder = context.globalStorageUri.fsPath;
  const choices = keyValueStore(context.workspaceState);
  const settings = store.add(new Settings());
  const config = store.add(new ConfigFiles(dataFolder, log));
  const inputs = store.add(new Inputs(secretStore(context.secrets), enterInput));
  const approvals = new Approvals(keyValueStore(context.globalState), () => settings.current.trust);
  const agentTokens = new AgentTokens(choices);
  const { platform, execPath, env } = process;
  const environment = store.add(
    new InheritedEnvironment({
      own: () => env,
      platform,
      home: homedir(),
      execPath,
      warn: (reason) => void sentence(reason).then((text) => log.warn(text)),
    }),
  );
  const focused = windowFocus(store);
  const returns = store.add(new UriReturns());
  const notInChat = signal<ReadonlyMap<string, Reason>>(new Map());

  // What follows asks the model, which is made with it.
  const approval = lazy(
    async () => {
      const { ApprovalPages } = await import('./ui/approval/approvalPages.editor');
      return store.add(new ApprovalPages({ context, model, inputs }));
    },
    'ask',
    'setOwner',
  );
  const resolver = lazy(
    async () => {
      const { windowLaunches } = await import('./ui/window/windowLaunches.editor');
      return windowLaunches({ settings, inputs, approvals, environment, ask: approval.ask });
    },
    'resolve',
    'explain',
    'inspect',
  );
  const questions = once(async () => {
    const { WindowQuestions } = await import('./ui/questions/windowQuestions.editor');
    return store.add(
      new WindowQuestions({
        settings,
        resolver,
        store: keyValueStore(context.globalState),
        entries: () => model.entries.peek(),
        policies: () => model.policies.peek(),
      }),
    );
  });
  const signIn = lazy(async () => {
    const { windowSignIn } = await import('./ui/signIn/signIn.editor');
    return windowSignIn({
      returns,
      extensionId: context.extension.id,
      nameOf: (id) => model.entries.peek().get(id)?.definition.name ?? id,
    });
  }, 'prepare');
  const { reachHost } = lazy(() => import('./client/hostConnection/reachHost'), 'reachHost');
  const hostPlace = { bundle: context.asAbsolutePath('dist/host.js'), dataFolder, env, execPath };
  const toolSelection = new ToolSelection(settings.toolSets, choices);
  const attach = (resolveLaunch: ResolveLaunch): HostClient =>
    new HostClient({
      kind: 'window',
      graceSeconds: () => settings.current.hostGraceSeconds,
      reach: (signal) => reachHost(hostPlace, settings.current.host, signal),
      resolveLaunch,
      focused,
      resultLimits: settings.resultLimits,
      externalClients: externalOffer(settings.servers, toolSelection, agentTokens),
      workspaceKey,
      questions: lazy(async () => (await questions()).handlers, 'elicit', 'sample', 'approve'),
      signIn: { secrets: secretStore(context.secrets), ...signIn },
    });
  const model: Workspace = store.add(
    new Workspace({
      files: config.files,
      owner: settings.owner,
      trusted: settings.trusted,
      setting: settings.servers,
      roots: settings.roots,
      toolSelection,
      activeRules: new ActiveRules(settings.toolRules, choices),
      pins: settings.pins,
      remote: vscode.env.remoteName !== undefined,
      notInChat,
      inputs,
      attach,
      resolve: (definition, options) => resolver.resolve(definition, options),
      inspect: (definition) => resolver.inspect(definition),
      approvals,
      ...approval,
      editorServer,
    }),
  );
  running = model;
  const window = {
    context,
    settings,
    config,
    inputs,
    approvals,
    agentTokens,
    environment,
    store,
    resolver,
    questions,
    model,
    files: store.add(new ResourceFiles(model)),
    clock: store.add(new Clock(model)),
    found: signal<FoundProblems>(new Map()),
    costs: signal(noCosts),
    log,
  };
  contribute(window, returns, notInChat);
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

/** Key of the open workspace; `undefined` for an empty window. */
function workspaceKey(): string | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const open = workspaceFile ? [workspaceFile] : workspaceFolders.map(({ uri }) => uri);
  return open.length > 0 ? open.join('\n') : undefined;
}

/** Registers commands, the view, chat tools and the participant; the first configuration file opens the rest. */
function contribute(
  basis: Omit<WindowContext, 'chat'>,
  returns: UriReturns,
  notInChat: Signal<ReadonlyMap<string, Reason>>,
): void {
  const { context, model, config, questions, store, log } = basis;
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
    const { id: extensionId } = context.extension;
    return (chat = registerMcpProvider({ extensionId, model, notInChat, onConnected }));
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
