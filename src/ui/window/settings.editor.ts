import { pathToFileURL } from 'node:url';
import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { asText } from '../../base/json';
import { stableComputed } from '../../base/stableComputed';
import type { ResultLimits } from '../../ipc/largeResults';
import type { TrafficLimits } from '../../ipc/traffic';
import type { Root } from '../../ipc/serverRequest';
import type { TrustMode } from '../../client/approvals';
import { pinModeOf, type PinMode, toolBudgetOf } from '../../config/settings/toolPolicy';
import { readToolSets, usualSet } from '../../config/settings/toolSets';
import type { LayeredSetting } from '../../client/configuredServers';
import type { ToolSetSettings } from '../../client/policy/toolSelection';
import type { Owner } from '../../client/configuredServers';

const defaults = {
  owner: 'ask' as Owner,
  trust: 'ask' as TrustMode,
  host: 'shared' as 'shared' | 'window',
  hostGraceSeconds: process.platform === 'win32' ? 5 : 30,
  withholdSecrets: false,
  toolSet: undefined as string | undefined,
  /** Tokens that the tools in chat may take of a request; 0: as many as they like. */
  toolBudget: 20_000,
  /** Rounds of tool calls that `@roundhouse` has for one message. */
  participantRounds: 25,
  /** Characters above which models get a summary of a result and read on; 0: no limit. */
  resultLimit: 40_000,
  /** Bounds of the traffic that the host keeps of each server; 0 messages: none. */
  trafficMessages: 2_000,
  trafficMegabytes: 4,
  otlpEndpoint: '',
  genericTools: true,
  pins: 'changed' as PinMode,
};

/** Our settings and workspace trust, as they count in this window. */
export class Settings implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changes = signal(0);
  readonly #values = computed(() => this.#read(read));
  readonly #trusted = signal(vscode.workspace.isTrusted);
  /** False in Restricted Mode. */
  readonly trusted: ReadonlySignal<boolean> = this.#trusted;
  /** `roundhouse.servers` of every layer. */
  readonly servers = this.#layers('servers');
  /** `roundhouse.toolRules` of every layer. */
  readonly toolRules = this.#layers('toolRules');
  readonly #toolSets = this.#layers('toolSets');
  /** The folders that servers may read; `undefined` if the person shares none. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined> = stableComputed(() =>
    this.#read(readRoots),
  );
  readonly owner: ReadonlySignal<Owner> = computed(() => this.#values.value.owner);
  readonly toolBudget: ReadonlySignal<number> = computed(() => this.#values.value.toolBudget);
  readonly #resultLimit = computed(() => this.#values.value.resultLimit);
  /** True if chat gets the generic tools. */
  readonly genericTools: ReadonlySignal<boolean> = computed(() => this.#values.value.genericTools);
  readonly resultLimits: ReadonlySignal<ResultLimits> = computed(() => ({
    limit: Math.trunc(this.#resultLimit.value),
    chatReadsOn: this.genericTools.value,
  }));
  readonly #trafficMessages = computed(() => this.#values.value.trafficMessages);
  readonly #trafficMegabytes = computed(() => this.#values.value.trafficMegabytes);
  readonly trafficLimits: ReadonlySignal<TrafficLimits> = computed(() => ({
    records: Math.trunc(this.#trafficMessages.value),
    bytes: this.#trafficMegabytes.value * 1_000_000,
  }));
  readonly otlpEndpoint: ReadonlySignal<string> = computed(() => this.#values.value.otlpEndpoint);
  readonly pins: ReadonlySignal<PinMode> = computed(() => this.#values.value.pins);
  readonly toolSets: ReadonlySignal<ToolSetSettings> = computed(() => {
    const { user, workspace, folders } = this.#toolSets.value;
    const sets = readToolSets([user, workspace, ...folders.values()]);
    return { sets, usual: this.#values.value.toolSet };
  });

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('roundhouse')) this.#changes.value += 1;
      }),
    );
    this.#store.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#changes.value += 1;
      }),
    );
    this.#store.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        // Settings of the workspace count only with trust.
        this.#changes.value += 1;
        this.#trusted.value = true;
      }),
    );
  }

  get current(): typeof defaults {
    return this.#values.peek();
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Reads the configuration in a computed value, again after each change. */
  #read<T>(from: () => T): T {
    void this.#changes.value;
    return from();
  }

  #layers(key: string): ReadonlySignal<LayeredSetting> {
    return stableComputed(
      () => this.#read(() => readLayers(key)),
      ({ user, workspace, folders }) => [user, workspace, ...folders],
    );
  }
}

/** The configuration of a folder, or of the window. */
export function ourConfiguration(folder?: string): vscode.WorkspaceConfiguration {
  const scope = folder === undefined ? undefined : vscode.Uri.file(folder);
  return vscode.workspace.getConfiguration('roundhouse', scope);
}

/** The workspace folders on disk. The path of any other would name a place of this machine that is not meant. */
export function fileFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

function readLayers(key: string): LayeredSetting {
  const everywhere = ourConfiguration().inspect(key);
  const folders = fileFolders().map(({ uri }) => {
    const own: unknown = ourConfiguration(uri.fsPath).inspect(key)?.workspaceFolderValue;
    return [uri.fsPath, own] as const;
  });
  return {
    user: everywhere?.globalValue,
    workspace: everywhere?.workspaceValue,
    folders: new Map(folders),
  };
}

/** Any layer can refuse. */
function readRoots(): readonly Root[] | undefined {
  const said = vscode.workspace.getConfiguration('roundhouse').inspect('roots');
  const layers = [said?.globalValue, said?.workspaceValue, said?.workspaceFolderValue];
  if (layers.includes(false)) return undefined;
  return fileFolders().map(({ uri, name }) => ({ uri: pathToFileURL(uri.fsPath).href, name }));
}

/** A workspace may only be stricter. */
function readPins(): PinMode {
  const said = ourConfiguration().inspect('pins');
  return pinModeOf(said?.globalValue, said?.workspaceValue);
}

type AtLeastZero =
  | 'hostGraceSeconds'
  | 'toolBudget'
  | 'participantRounds'
  | 'resultLimit'
  | 'trafficMessages'
  | 'trafficMegabytes';

/** Missing and invalid values count as the default. */
function read(): typeof defaults {
  const configuration = vscode.workspace.getConfiguration('roundhouse');
  const oneOf = <T extends string>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.find((value) => value === configuration.get(key)) ?? otherwise;
  const atLeastZero = (key: AtLeastZero): number => {
    const value: unknown = configuration.get(key);
    return typeof value === 'number' && value >= 0 ? value : defaults[key];
  };
  const [sets, budgets] = ['toolSet', 'toolBudget'].map((key) => configuration.inspect(key));
  return {
    owner: oneOf('owner', ['ask', 'roundhouse', 'vscode'], defaults.owner),
    trust: oneOf('trust', ['ask', 'workspace'], defaults.trust),
    host: oneOf('host', ['shared', 'window'], defaults.host),
    withholdSecrets: configuration.get('withholdSecrets') === true,
    toolSet: usualSet(sets?.globalValue, sets?.workspaceValue, sets?.workspaceFolderValue),
    hostGraceSeconds: atLeastZero('hostGraceSeconds'),
    toolBudget: toolBudgetOf(budgets?.globalValue, budgets?.workspaceValue, defaults.toolBudget),
    resultLimit: atLeastZero('resultLimit'),
    trafficMessages: atLeastZero('trafficMessages'),
    trafficMegabytes: atLeastZero('trafficMegabytes'),
    otlpEndpoint: asText(configuration.get('otlpEndpoint')).trim(),
    participantRounds: Math.max(1, Math.trunc(atLeastZero('participantRounds'))),
    genericTools: genericToolsWanted(),
    pins: readPins(),
  };
}

/** Any layer can switch the generic tools off; none can switch them on again. */
function genericToolsWanted(): boolean {
  return !Object.values(ourConfiguration().inspect('genericTools') ?? {}).includes(false);
}
