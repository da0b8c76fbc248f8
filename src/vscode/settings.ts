import { pathToFileURL } from 'node:url';
import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { canonicalJson } from '../base/json';
import type { Root } from '../contract/questions';
import type { TrustMode } from '../hostClient/approvals';
import type { ServersSetting } from '../hostClient/configuredServers';
import type { Owner } from '../hostClient/workspaceModel';
import { samplingSettings } from '../views/samplingSettings';

const defaults = {
  owner: 'ask' as Owner,
  trust: 'ask' as TrustMode,
  host: 'shared' as 'shared' | 'window',
  hostGraceSeconds: process.platform === 'win32' ? 5 : 30,
  withholdSecrets: false,
  sampling: samplingSettings(undefined),
};

/** Our settings and workspace trust, as they count in this window. */
export class Settings implements Disposable {
  readonly #store = new DisposableStore();
  readonly #values = signal(read());
  readonly #trusted = signal(vscode.workspace.isTrusted);
  readonly #servers = signal(readServers());
  readonly #roots = signal(readRoots());
  readonly owner: ReadonlySignal<Owner> = computed(() => this.#values.value.owner);

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('roundhouse')) this.#read();
      }),
    );
    this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#read()));
    this.#store.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        // What the workspace sets counts only from now on.
        this.#read();
        this.#trusted.value = true;
      }),
    );
  }

  /** False in Restricted Mode. */
  get trusted(): ReadonlySignal<boolean> {
    return this.#trusted;
  }

  /** `roundhouse.servers` of every layer; changes only with what it says. */
  get servers(): ReadonlySignal<ServersSetting> {
    return this.#servers;
  }

  /** The folders that servers may know of, unless they are to know of none; changes only with them. */
  get roots(): ReadonlySignal<readonly Root[] | undefined> {
    return this.#roots;
  }

  get current(): typeof defaults {
    return this.#values.peek();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #read(): void {
    this.#values.value = read();
    const servers = readServers();
    if (textOf(servers) !== textOf(this.#servers.peek())) this.#servers.value = servers;
    const roots = readRoots();
    if (canonicalJson([roots]) !== canonicalJson([this.#roots.peek()])) this.#roots.value = roots;
  }
}

/** Where the settings of a folder, or of the window, are read and written. */
export function serversConfiguration(folder?: string): vscode.WorkspaceConfiguration {
  const scope = folder === undefined ? undefined : vscode.Uri.file(folder);
  return vscode.workspace.getConfiguration('roundhouse', scope);
}

function readServers(): ServersSetting {
  const everywhere = serversConfiguration().inspect('servers');
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => {
    const own: unknown = serversConfiguration(uri.fsPath).inspect('servers')?.workspaceFolderValue;
    return [uri.fsPath, own] as const;
  });
  return {
    user: everywhere?.globalValue,
    workspace: everywhere?.workspaceValue,
    folders: new Map(folders),
  };
}

/** Whatever says no counts. */
function readRoots(): readonly Root[] | undefined {
  const said = vscode.workspace.getConfiguration('roundhouse').inspect('roots');
  const layers = [said?.globalValue, said?.workspaceValue, said?.workspaceFolderValue];
  if (layers.includes(false)) return undefined;
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri, name }) => ({ uri: pathToFileURL(uri.fsPath).href, name }));
}

function textOf({ user, workspace, folders }: ServersSetting): string {
  return canonicalJson([user, workspace, ...folders]);
}

/** What is missing or not one of the allowed values counts as the default. */
function read(): typeof defaults {
  const configuration = vscode.workspace.getConfiguration('roundhouse');
  const oneOf = <T extends string>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.find((value) => value === configuration.get(key)) ?? otherwise;
  const grace: unknown = configuration.get('hostGraceSeconds');
  return {
    owner: oneOf('owner', ['ask', 'roundhouse', 'vscode'], defaults.owner),
    trust: oneOf('trust', ['ask', 'workspace'], defaults.trust),
    host: oneOf('host', ['shared', 'window'], defaults.host),
    withholdSecrets: configuration.get('withholdSecrets') === true,
    sampling: samplingSettings(configuration.get('sampling')),
    hostGraceSeconds: typeof grace === 'number' && grace >= 0 ? grace : defaults.hostGraceSeconds,
  };
}
