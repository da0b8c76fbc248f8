import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from './base/disposable';
import { Approvals } from './hostClient/approvals';
import { AttachedHost } from './hostClient/attachedHost';
import { Inputs } from './hostClient/inputs';
import { LaunchResolver } from './hostClient/launchResolver';
import { reachHost } from './hostClient/reachHost';
import { Workspace } from './hostClient/workspace';
import type { WorkspaceModel } from './hostClient/workspaceModel';
import type { AnswerLaunch } from './hostClient/workspacePorts';
import { addServer } from './vscode/addServer';
import { registerChat } from './vscode/chat';
import { Clock } from './vscode/clock';
import { registerCommands, trustedOnly } from './vscode/commands';
import { ConfigFiles } from './vscode/configFiles';
import { askInput, askTrust } from './vscode/dialogs';
import { editorServer } from './vscode/editorServers';
import { registerLenses } from './vscode/lenses';
import { LogChannels } from './vscode/logChannels';
import { openConfiguration } from './vscode/openConfiguration';
import { adoptServer, releaseServer } from './vscode/ownerAdopt';
import { chooseOwner } from './vscode/ownerChoice';
import { registerProblems } from './vscode/problems';
import { serverCommands } from './vscode/serverCommands';
import { Settings } from './vscode/settings';
import { showCommands } from './vscode/showCommands';
import { registerStatusBar } from './vscode/statusBar';
import { keyValueStore, secretStore } from './vscode/stores';
import { ToolPages } from './vscode/toolPages';
import { registerTree } from './vscode/treeView';

let running: Workspace | undefined;

/** Puts the window together: adapters, then the model, then what shows it. Awaits nothing. */
export function activate(context: vscode.ExtensionContext): void {
  performance.mark('roundhouse:activate:start');
  const log = vscode.window.createOutputChannel('MCP Roundhouse', { log: true });
  context.subscriptions.push(log);
  const store = new DisposableStore();
  context.subscriptions.push(store);

  const settings = store.add(new Settings());
  const userFile = vscode.Uri.joinPath(context.globalStorageUri, '..', '..', 'mcp.json').fsPath;
  const config = store.add(new ConfigFiles(userFile, log));
  const model = store.add(createModel(context, settings, config));
  running = model;
  contribute(context, { model, config, store, log });
  performance.mark('roundhouse:activate:end');
}

/** Leaves the host; the editor waits until one in this window has stopped its servers. */
export async function deactivate(): Promise<void> {
  await running?.end();
}

function createModel(
  context: vscode.ExtensionContext,
  settings: Settings,
  config: ConfigFiles,
): Workspace {
  const approvals = new Approvals(keyValueStore(context.globalState), () => settings.current.trust);
  const resolver = new LaunchResolver({
    approvals,
    inputs: new Inputs(secretStore(context.secrets), askInput),
    trusted: () => settings.trusted.peek(),
    askTrust,
    environment: () => process.env,
    home: homedir(),
  });
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
    });
  const model: Workspace = new Workspace({
    files: config.files,
    owner: settings.owner,
    trusted: settings.trusted,
    attach,
    resolve: (definition, options) => resolver.resolve(definition, options),
    approvals,
    askTrust,
    askOwner: async () => (await chooseOwner(context, model)) ?? 'ask',
    editorServer,
  });
  return model;
}

interface Parts {
  readonly model: WorkspaceModel;
  readonly config: ConfigFiles;
  readonly store: DisposableStore;
  readonly log: vscode.LogOutputChannel;
}

/** What fails here is logged, and the others live. */
function contribute(context: vscode.ExtensionContext, { model, config, store, log }: Parts): void {
  const clock = store.add(new Clock(model));
  const contributions: Readonly<Record<string, () => Disposable>> = {
    tree: () => registerTree(model, clock),
    lenses: () => registerLenses(model, clock),
    problems: () => registerProblems(model),
    statusBar: () => registerStatusBar(model),
    servers: () => registerCommands(serverCommands(model)),
    show: () => {
      const version = String((context.extension.packageJSON as { version: unknown }).version);
      const logs = store.add(new LogChannels(model));
      const pages = store.add(new ToolPages(model));
      return registerCommands(showCommands({ model, logs, pages, version }));
    },
    configuration: () =>
      registerCommands({
        openConfiguration: (target) => openConfiguration(model, config.sources, target),
        addServer: (target) => addServer(config.sources, target),
      }),
    owner: () =>
      registerCommands({
        chooseOwner: trustedOnly(model, async () => void (await chooseOwner(context, model))),
        adoptServer: trustedOnly(model, ({ server }) => adoptServer(model, server)),
        releaseServer: trustedOnly(model, ({ server }) => releaseServer(model, server)),
      }),
    chat: () => registerChat(context, model),
  };
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
