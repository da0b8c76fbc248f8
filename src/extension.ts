import { homedir } from 'node:os';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from './base/disposable';
import { Approvals } from './hostClient/approvals';
import { AttachedHost } from './hostClient/attachedHost';
import { InheritedEnvironment } from './hostClient/inheritedEnvironment';
import { Inputs } from './hostClient/inputs';
import { LaunchResolver } from './hostClient/launchResolver';
import { reachHost } from './hostClient/reachHost';
import { Workspace } from './hostClient/workspace';
import type { WorkspaceModel } from './hostClient/workspaceModel';
import type { AnswerLaunch } from './hostClient/workspacePorts';
import { registerChat } from './vscode/chat';
import { Clock } from './vscode/clock';
import { registerCommands, trustedOnly } from './vscode/commands';
import { ConfigDocuments } from './vscode/configDocuments';
import { ConfigFiles } from './vscode/configFiles';
import { registerDevMode } from './vscode/devMode';
import { askInput, askTrust } from './vscode/dialogs';
import { registerEditing } from './vscode/editing';
import { editorNetwork } from './vscode/editorNetwork';
import { editorServer } from './vscode/editorServers';
import { registerEffectiveConfiguration } from './vscode/effectiveConfiguration';
import { editorVariables } from './vscode/editorVariables';
import { logLevelCommand } from './vscode/logLevelCommand';
import { LogChannels } from './vscode/logChannels';
import { openConfiguration } from './vscode/openConfiguration';
import { adoptServer, releaseServer } from './vscode/ownerAdopt';
import { chooseOwner } from './vscode/ownerChoice';
import type { PlacePorts } from './vscode/placeServers';
import { Questions } from './vscode/questions';
import { resourceCommands } from './vscode/resourceCommands';
import { ResourceFiles } from './vscode/resourceFiles';
import { serverCommands } from './vscode/serverCommands';
import { serverSwitches } from './vscode/serverSwitches';
import { UriReturns, windowSignIn, type SignInWindow } from './vscode/signIn';
import { signInCommands } from './vscode/signInCommands';
import { Settings } from './vscode/settings';
import { showCommands } from './vscode/showCommands';
import { registerResources } from './vscode/showResources';
import { registerStatusBar } from './vscode/statusBar';
import { keyValueStore, secretStore } from './vscode/stores';
import { ToolPages } from './vscode/toolPages';
import { registerTree } from './vscode/treeView';
import { registerWhyPages } from './vscode/whyPage';
import { WindowFocus } from './vscode/windowFocus';
import type { FoundProblems } from './views/shownProblems';
import { sentence } from './views/strings';

let running: Workspace | undefined;

/** Puts the window together: adapters, then the model, then what shows it. Awaits nothing. */
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
  const environment = store.add(createEnvironment(log));
  const focus = store.add(new WindowFocus());
  const basis = { settings, config, inputs, approvals, environment, focus };
  const resolver = createResolver(basis);
  const questions = store.add(
    new Questions({
      settings,
      resolver,
      store: keyValueStore(context.globalState),
      entries: () => running?.entries.peek() ?? new Map(),
    }),
  );
  const returns = store.add(new UriReturns());
  const model = store.add(createModel(context, { ...basis, resolver, questions, returns }));
  running = model;
  contribute(context, { ...basis, resolver, questions, returns, model, store, log });
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
    warn: (reason) => log.warn(sentence(reason)),
  });
}

type Basis = Pick<Parts, 'settings' | 'config' | 'inputs' | 'approvals' | 'environment' | 'focus'>;

function createResolver({ settings, inputs, approvals, environment }: Basis): LaunchResolver {
  return new LaunchResolver({
    approvals,
    inputs,
    trusted: () => settings.trusted.peek(),
    askTrust: (definitions) => askTrust(definitions, inputs),
    environment: (signal, gesture) => environment.read(signal, gesture),
    shell: () => environment.shell,
    withholdSecrets: () => settings.current.withholdSecrets,
    network: editorNetwork,
    home: homedir(),
    variables: editorVariables,
  });
}

function createModel(
  context: vscode.ExtensionContext,
  {
    settings,
    config,
    inputs,
    approvals,
    focus,
    resolver,
    questions,
    returns,
  }: Basis & Pick<Parts, 'resolver' | 'questions' | 'returns'>,
): Workspace {
  const place = {
    bundle: context.asAbsolutePath('dist/host.js'),
    dataFolder: context.globalStorageUri.fsPath,
    env: process.env,
    execPath: process.execPath,
  };
  const attach = (answer: AnswerLaunch): AttachedHost =>
    new AttachedHost({
      kind: 'window',
      graceSeconds: () => settings.current.hostGraceSeconds,
      reach: (signal) => reachHost(place, settings.current.host, signal),
      resolveLaunch: answer,
      focused: focus.focused,
      questions: questions.ports,
      signIn: windowSignIn(signInWindow(context, returns)),
    });
  const model: Workspace = new Workspace({
    files: config.files,
    owner: settings.owner,
    trusted: settings.trusted,
    setting: settings.servers,
    roots: settings.roots,
    remote: vscode.env.remoteName !== undefined,
    inputs,
    attach,
    resolve: (definition, options) => resolver.resolve(definition, options),
    approvals,
    askTrust: (definitions) => askTrust(definitions, inputs),
    askOwner: async () => (await chooseOwner(context, model)) ?? 'ask',
    editorServer,
  });
  return model;
}

function signInWindow(context: vscode.ExtensionContext, returns: UriReturns): SignInWindow {
  return {
    secrets: secretStore(context.secrets),
    returns,
    extensionId: context.extension.id,
    nameOf: (id) => running?.entries.peek().get(id)?.definition.name ?? id,
  };
}

interface Parts {
  readonly model: WorkspaceModel;
  readonly settings: Settings;
  readonly config: ConfigFiles;
  readonly inputs: Inputs;
  readonly approvals: Approvals;
  readonly environment: InheritedEnvironment;
  readonly focus: WindowFocus;
  /** Answers the host, and tells why a launch is as it is. */
  readonly resolver: LaunchResolver;
  /** Answers what servers ask. */
  readonly questions: Questions;
  /** Takes what a browser brings back. */
  readonly returns: UriReturns;
  readonly store: DisposableStore;
  readonly log: vscode.LogOutputChannel;
}

/** Everything that a person sees or can do. */
function contribute(context: vscode.ExtensionContext, parts: Parts): void {
  const { model, settings, config, inputs, approvals, store, log } = parts;
  const clock = store.add(new Clock(model));
  const globalStorage = context.globalStorageUri.fsPath;
  const documents = new ConfigDocuments(() => config.sources);
  const found = signal<FoundProblems>(new Map());
  const places = (): PlacePorts => ({
    model,
    sources: config.sources,
    globalStorage,
    storeInput: (file, id, value) => inputs.set(file, id, value),
    approve: (definition) => approvals.approve([definition]),
    setting: () => settings.servers.peek(),
  });
  const contributions: Readonly<Record<string, () => Disposable>> = {
    tree: () => registerTree(model, clock, found),
    editing: () => registerEditing({ ...parts, documents, found, clock }),
    statusBar: () => registerStatusBar(model),
    servers: () => registerCommands(serverCommands(model)),
    signIn: () => registerCommands(signInCommands(model)),
    uriHandler: () => vscode.window.registerUriHandler(parts.returns),
    switches: () => registerCommands(serverSwitches(model, settings.servers, globalStorage)),
    effective: () => registerEffectiveConfiguration(model, () => config.sources),
    show: () => registerShow(context, parts, found),
    why: () => registerWhyPages(parts),
    configuration: () =>
      registerCommands({
        openConfiguration: (target) => openConfiguration(model, config.sources, target),
        // What only these commands need is evaluated when one of them runs.
        addServer: async (target) =>
          (await import('./vscode/addServer')).addServer(places(), target),
        importServers: async (target) =>
          (await import('./vscode/importServers')).importServers(places(), target),
        exportServers: async (target) =>
          (await import('./vscode/exportServers')).exportServers(places(), target),
        browseRegistry: async (target) =>
          (await import('./vscode/browseRegistry')).browseRegistry(model, config.sources, target),
      }),
    owner: () =>
      registerCommands({
        chooseOwner: trustedOnly(model, async () => void (await chooseOwner(context, model))),
        adoptServer: trustedOnly(model, ({ server }) => adoptServer(model, server)),
        releaseServer: trustedOnly(model, ({ server }) => releaseServer(model, server)),
      }),
    resources: () => registerResources(model),
    questions: () => parts.questions.register(model),
    devMode: () => registerDevMode(model, log),
    chat: () => registerChat(context, model),
  };
  startEach(contributions, parts);
}

function registerShow(
  context: vscode.ExtensionContext,
  { model, store }: Parts,
  found: ReadonlySignal<FoundProblems>,
): Disposable {
  const version = String((context.extension.packageJSON as { version: unknown }).version);
  const logs = store.add(new LogChannels(model));
  const pages = store.add(new ToolPages(model));
  const files = store.add(new ResourceFiles(model));
  return registerCommands({
    ...showCommands({ model, logs, pages, found, version }),
    ...logLevelCommand(model, logs),
    ...resourceCommands(model, files),
  });
}

/** What fails here is logged, and the others live. */
function startEach(
  contributions: Readonly<Record<string, () => Disposable>>,
  { store, log }: Pick<Parts, 'store' | 'log'>,
): void {
  for (const [name, start] of Object.entries(contributions)) {
    try {
      store.add(start());
    } catch (error) {
      log.error(
        `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}
