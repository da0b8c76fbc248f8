import { signal } from '@preact/signals-core';
import { vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { ConfigFile, ConfigSource } from '../../src/config/definition';
import { parseConfig } from '../../src/config/read/parseConfig';
import { connect } from './connect';
import type { Root } from '../../src/ipc/serverRequest';
import type { Network } from '../../src/network/network';
import type { ServerSnapshot } from '../../src/ipc/state';
import { Approvals } from '../../src/client/approvals';
import { HostClient } from '../../src/client/hostConnection/hostClient';
import type { LayeredSetting, Owner } from '../../src/client/configuredServers';
import { Inputs } from '../../src/client/inputs';
import { LaunchResolver } from '../../src/client/launch/launchResolver';
import type { ServerLists } from '../../src/client/launch/serverLists';
import type { WindowVariables } from '../../src/client/launch/windowVariables';
import { ActiveRules } from '../../src/client/policy/activeRules';
import { ToolSelection, type ToolSetSettings } from '../../src/client/policy/toolSelection';
import { Workspace } from '../../src/client/workspace';
import type { ConsentAnswer, ConsentQuestion, OwnerChoice } from '../../src/client/consent';
import type { Host } from '../../src/host/host';
import type { ServerQuarantine } from '../../src/servers/quarantine';
import { MemoryKeyValueStore, MemorySecretStore, noWindow } from '../unit/client/memoryStores';
import { newHost, reachOf, watchOf } from './hostFixture';

const folder = process.cwd();
const opened: { workspace: Workspace; inputs: Inputs; host: Host }[] = [];

/** The one workspace folder's own file. */
export const folderSource: ConfigSource = {
  id: 'folder:a',
  file: `${folder}/.vscode/mcp.json`,
  folder,
  dialect: 'vscode',
  level: 0,
  readByEditor: true,
};

/** The user's file. */
export const userSource: ConfigSource = {
  id: 'user',
  file: '/home/ann/.config/User/mcp.json',
  dialect: 'vscode',
  level: 200,
  readByEditor: true,
};

/** The person's own file of another host. */
export const hostSource: ConfigSource = {
  id: 'claude-desktop',
  file: '/home/ann/.config/Claude/claude_desktop_config.json',
  dialect: 'claude-desktop',
  level: 400,
  readByEditor: false,
  external: true,
};

/** A file that says this. */
export function configFile(content: object | string, source = folderSource): ConfigFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { source, parsed: parseConfig(text, source) };
}

/** How a window is opened; without words a trusted one that runs its servers itself. */
export interface OpenWorkspace {
  readonly owner?: Owner;
  readonly trusted?: boolean;
  readonly remote?: boolean;
  /** What a person answers who is asked for an input; nothing if absent. */
  readonly answer?: string;
  /** A person approves whatever they are asked about, as it is then; they decide nothing if absent. */
  readonly agrees?: boolean;
  /** The store of its approvals; one of its own if absent. */
  readonly stored?: MemoryKeyValueStore;
  /** What the window tells of itself; nothing if absent. */
  readonly variables?: WindowVariables;
  /** The quarantine of every server; absent where there is none. */
  readonly quarantine?: ServerQuarantine;
}

/** A window on some files, with a host of its own, in which a person approves what they agree to. */
export function openWorkspace(present: readonly ConfigFile[], window: OpenWorkspace = {}) {
  const launched = vi.fn(connect);
  const { quarantine } = window;
  const host = newHost({ connect: launched, watch: quarantine && watchOf(quarantine) });
  const reach = vi.fn(async () => reachOf(host));
  const files = signal(present);
  const owner = signal<Owner>(window.owner ?? 'roundhouse');
  const trusted = signal(window.trusted ?? true);
  const setting = signal<LayeredSetting>(said({}));
  const roots = signal<readonly Root[] | undefined>(undefined);
  const network = signal<Network>({});
  const serverLists = signal<ServerLists>({ allowed: undefined, denied: undefined });
  const toolSettings = signal<ToolSetSettings>({ sets: new Map(), usual: undefined });
  const toolSetting = signal<LayeredSetting>(said({}));
  const choices = new MemoryKeyValueStore();
  const ask = vi.fn(async ({ wanted }: ConsentQuestion): Promise<ConsentAnswer | undefined> => {
    if (!window.agrees) return undefined;
    return { approved: await Promise.all(wanted.map((one) => resolver.inspect(one))) };
  });
  const setOwner = vi.fn(async ({ runner }: OwnerChoice) => {
    owner.value = runner;
    return true;
  });
  const approvals = new Approvals(window.stored ?? new MemoryKeyValueStore(), () => 'ask');
  const inputs = new Inputs(new MemorySecretStore(), async () => window.answer);
  const resolver: LaunchResolver = new LaunchResolver({
    approvals,
    inputs,
    trusted: () => trusted.peek(),
    askApproval: async (definition) => {
      const answer = await ask({ wanted: [definition], choosesOwner: false });
      return answer?.approved ?? [];
    },
    environment: () => process.env,
    network: () => network.peek(),
    serverLists: () => serverLists.peek(),
    home: folder,
    variables: window.variables ?? noWindow,
  });
  const workspace = new Workspace({
    files,
    owner,
    trusted,
    setting,
    roots,
    toolSelection: new ToolSelection(toolSettings, choices),
    activeRules: new ActiveRules(toolSetting, choices),
    remote: window.remote ?? false,
    inputs,
    attach: (resolveLaunch) => new HostClient({ graceSeconds: () => 30, reach, resolveLaunch }),
    resolve: (definition, options) => resolver.resolve(definition, options),
    inspect: (definition) => resolver.inspect(definition),
    approvals,
    ask,
    setOwner,
    editorServer: async () => undefined,
  });
  opened.push({ workspace, inputs, host });
  const snapshot = (id: string): ServerSnapshot | undefined =>
    workspace.entries.value.get(id)?.snapshot;
  return {
    workspace,
    files,
    owner,
    trusted,
    setting,
    roots,
    /** Other network settings; equal ones where only something beside them changed. */
    setNetwork: (settings: Network) => {
      network.value = settings;
      workspace.launchesChanged('remote');
    },
    /** Other lists of an organisation. */
    setServerLists: (lists: Partial<ServerLists>) => {
      serverLists.value = { allowed: undefined, denied: undefined, ...lists };
      workspace.launchesChanged('all');
    },
    toolSettings,
    toolSetting,
    approvals,
    inputs,
    reach,
    ask,
    setOwner,
    snapshot,
    /** How often a server was launched or reached. */
    launches: () => launched.mock.calls.length,
  };
}

/** A setting such as `roundhouse.servers` in its layers. */
export function said(layers: { user?: object; workspace?: object }): LayeredSetting {
  const { user, workspace } = layers;
  return { user, workspace, folders: new Map([[folder, undefined]]) };
}

/** Closes every window that is open. @throws where something was left open. */
export async function closeWorkspaces(): Promise<void> {
  for (const { workspace, inputs, host } of opened.splice(0)) {
    await workspace.end();
    inputs.dispose();
    await host.stop();
  }
  if (liveStores().size > 0) throw new Error(`${liveStores().size} stores were left open`);
}
