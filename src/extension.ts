import { homedir } from 'node:os';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore } from './base/disposable';
import type { Reason } from './base/errors';
import { lazy, once } from './base/lazy';
import { Approvals } from './client/approvals';
import { HostClient } from './client/hostConnection/hostClient';
import { InheritedEnvironment } from './client/launch/inheritedEnvironment';
import { Inputs } from './client/inputs';
import { ActiveRules } from './client/policy/activeRules';
import { ToolSelection } from './client/policy/toolSelection';
import { Workspace } from './client/workspace';
import { beginWhen } from './ui/window/follow';
import { registerChatTools } from './ui/chat/chatTools.editor';
import { Clock } from './ui/window/clock.editor';
import { commandNames } from './ui/window/commandNames';
import { registerCommands } from './ui/window/registerCommands.editor';
import { ConfigFiles } from './ui/window/configFiles.editor';
import { registerMcpProvider, type McpProvider } from './ui/chat/mcpProvider.editor';
import { registerParticipant } from './ui/participant/participant.editor';
import { ResourceFiles } from './ui/resources/resourceFiles.editor';
import { ServersView } from './ui/tree/serversView.editor';
import { storesHere } from './ui/window/machine.editor';
import { Settings } from './ui/window/settings.editor';
import { startEach } from './ui/window/startEach.editor';
import type { WindowContext } from './ui/window/windowContext.editor';
import { setLanguage } from './ui/text/format';
import { noCosts } from './ui/costs/noCosts';
import type { FoundProblems } from './ui/editing/shownProblems';

const { enterInput } = lazy(() => import('./ui/questions/inputQuestion.editor'), 'enterInput');
const { editorServer } = lazy(() => import('./ui/owner/owner.editor'), 'editorServer');
const { sentence } = lazy(() => import('./ui/reasons/sentence'), 'sentence');
const { reachHost } = lazy(() => import('./client/hostConnection/reachHost'), 'reachHost');

let running: Workspace | undefined;

/**
 * Puts the window together: adapters, then the workspace, then the registrations. Awaits nothing. Registers
 * everything that the editor asks for by name: commands, the view, chat's servers and tools, resources. The
 * first configuration file, launch, question or command loads `window.ts`, because larger code makes activation slower.
 */
export function activate(extensionContext: vscode.ExtensionContext): void {
  performance.mark('roundhouse:activate:start');
  const { bundle: texts } = vscode.l10n;
  if (texts) setLanguage({ id: vscode.env.language, texts });
  const { workspaceState, secrets } = extensionContext;
  const stores = storesHere(extensionContext);
  const log = vscode.window.createOutputChannel('MCP Roundhouse', { log: true });
  const store = new DisposableStore();
  extensionContext.subscriptions.push(log, store);

  // The files come first, because the settings of a removed folder say which of its servers are disabled.
  const config = store.add(new ConfigFiles(extensionContext.globalStorageUri.fsPath, log));
  const settings = store.add(new Settings());
  const inputs = store.add(new Inputs(stores.secrets, enterInput));
  const approvals = new Approvals(stores.values, () => settings.current.trust);
  const environment = store.add(
    new InheritedEnvironment({
      own: () => process.env,
      platform: process.platform,
      home: homedir(),
      execPath: process.execPath,
      warn: (reason) => void sentence(reason).then((text) => log.warn(text)),
    }),
  );
  const focused = windowFocus(store);
  const signInReturned = store.add(new vscode.EventEmitter<string>());
  const toolSelection = new ToolSelection(settings.toolSets, workspaceState);
  const notInChat = signal<ReadonlyMap<string, Reason>>(new Map());

  const open = once(async () => (await import('./window')).openWindow(window));
  const approvalPages = lazy(async () => (await open()).approvalPages, 'ask', 'setOwner');
  const resolver = lazy(async () => (await open()).resolver, 'resolve', 'inspect');
  const questions = async () => (await open()).questions;
  const host = {
    bundle: extensionContext.asAbsolutePath('dist/host.js'),
    dataFolder: extensionContext.globalStorageUri.fsPath,
    env: process.env,
    execPath: process.execPath,
  };
  const workspace = store.add(
    new Workspace({
      files: config.files,
      owner: settings.owner,
      trusted: settings.trusted,
      setting: settings.servers,
      roots: settings.roots,
      toolSelection,
      activeRules: new ActiveRules(settings.toolRules, workspaceState),
      pins: settings.pins,
      remote: vscode.env.remoteName !== undefined,
      notInChat,
      inputs,
      attach: (resolveLaunch) =>
        new HostClient({
          graceSeconds: () => settings.current.hostGraceSeconds,
          reach: (signal) => reachHost(host, settings.current.host, signal),
          resolveLaunch,
          focused,
          resultLimits: settings.resultLimits,
          trafficLimits: settings.trafficLimits,
          otlpEndpoint: settings.otlpEndpoint,
          externalClients: async () => (await open()).externalOffer(),
          workspaceKey,
          questions: lazy(async () => (await questions()).handlers, 'elicit', 'sample', 'approve'),
          signIn: { secrets, ...lazy(async () => (await open()).signIn, 'prepare') },
        }),
      ...resolver,
      approvals,
      ...approvalPages,
      editorServer,
    }),
  );
  running = workspace;

  let serversView: ServersView | undefined;
  let chatServers: McpProvider | undefined;
  const window: WindowContext = {
    extensionContext,
    log,
    store,
    values: stores.values,
    settings,
    config,
    inputs,
    approvals,
    environment,
    onSignInReturned: signInReturned.event,
    workspace,
    files: store.add(new ResourceFiles(workspace)),
    clock: store.add(new Clock(workspace)),
    tree: { find: async () => serversView?.find() },
    chat: { startInChat: (id) => chatServers?.startInChat(id) },
    found: signal<FoundProblems>(new Map()),
    costs: signal(noCosts),
  };
  const commands = lazy(
    async () => {
      const { commandHandlers } = await import('./ui/window/commandHandlers.editor');
      return commandHandlers(await open());
    },
    ...commandNames,
  );
  const failed = (error: unknown): void => log.error(String(error));
  const checkOwner = async (): Promise<void> => (await open()).ownerWatch.check();
  startEach(
    {
      commands: () => registerCommands(commands),
      tree: () => (serversView = new ServersView(window)),
      uriHandler: () =>
        vscode.window.registerUriHandler({
          handleUri: ({ path, query }) => {
            if (path === '/callback') signInReturned.fire(query);
          },
        }),
      chatServers: () => {
        const onConnected = (): void => void checkOwner().catch(failed);
        const extensionId = extensionContext.extension.id;
        chatServers = registerMcpProvider({ extensionId, workspace, notInChat, onConnected });
        return chatServers;
      },
      chatTools: () => registerChatTools(workspace, settings.genericTools),
      serverPages: () =>
        vscode.window.registerWebviewPanelSerializer('roundhouse.server', {
          deserializeWebviewPanel: async (panel, state) =>
            (await open()).serverPages.restore(panel, state),
        }),
      overview: () =>
        vscode.window.registerWebviewPanelSerializer('roundhouse.overview', {
          deserializeWebviewPanel: async (panel) => (await open()).overview.restore(panel),
        }),
      participant: () => registerParticipant({ ...window, person: lazy(questions, 'approve') }),
      window: () =>
        beginWhen(
          () => config.present.value,
          () => void open().catch(failed),
        ),
    },
    { store, log },
  );
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
