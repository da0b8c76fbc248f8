import type { Reason } from '../base/errors';
import type { Definition } from '../config/definition';
import {
  effectiveSettings,
  settingsRefusal,
  type EffectiveSettings,
  type EntrySettings,
  type SettingsLayers,
} from '../config/settings/effectiveSettings';
import { isOfPerson, namesakes, resolvePrecedence, type Precedence } from '../config/precedence';
import type { ServerSnapshot } from '../ipc/state';
import { isUp } from '../ipc/serverStates';
/** The setting `roundhouse.owner`: the product that runs a workspace's servers. */
export type Owner = 'ask' | 'roundhouse' | 'vscode';

/** The product that runs one server; `vscode` only if the editor reads the entry's file. */
export type Runner = 'roundhouse' | 'vscode' | 'undecided';

/** One of our settings in its layers, unchecked. */
export interface LayeredSetting {
  readonly user: unknown;
  readonly workspace: unknown;
  /** Every workspace folder, by absolute path. */
  readonly folders: ReadonlyMap<string, unknown>;
}

/** One entry with everything that decides about it before the host is involved. */
export interface ConfiguredServer {
  readonly definition: Definition;
  readonly runBy: Runner;
  readonly effective: EffectiveSettings;
  /** The user's own server has the same name, so user settings for that name only narrow this one. */
  readonly isNamesake: boolean;
  /** Absent where the settings keep it from running. */
  readonly precedence: Precedence | undefined;
  /** Why it is not run here, by its settings or because another entry of its name counts. */
  readonly inactiveReason: Reason | undefined;
}

/** The settings of a window that decide about its entries. */
export interface ConfiguredWindow {
  readonly owner: Owner;
  readonly setting: LayeredSetting;
  /** True if the window runs on another machine. */
  readonly remote: boolean;
}

/** All entries by id, in the order of the definitions. */
export function configuredServers(
  definitions: readonly Definition[],
  window: ConfiguredWindow,
): ReadonlyMap<string, ConfiguredServer> {
  const isNamesakeOfOwn = namesakes(definitions);
  const settled = new Map(
    definitions.map((definition) => {
      const runBy = runnerOf(definition, window.owner);
      const isNamesake = isNamesakeOfOwn(definition);
      const effective = effectiveOf(definition, window.setting, isNamesake);
      // Our settings do not apply to servers that VS Code runs.
      const refusal = runBy === 'vscode' ? undefined : settingsRefusal(effective, window.remote);
      return [definition.id, { definition, runBy, effective, isNamesake, refusal }] as const;
    }),
  );
  const runs = ({ id }: Definition): boolean => settled.get(id)?.refusal === undefined;
  const runByEditor = ({ id }: Definition): boolean => settled.get(id)?.runBy === 'vscode';
  const ours = resolvePrecedence(definitions, runs);
  // VS Code does not read our own files, so they override none of its entries.
  const editors = resolvePrecedence(definitions, runByEditor);
  return new Map(
    Array.from(settled, ([id, { refusal, ...server }]) => {
      const precedence = (server.runBy === 'vscode' ? editors : ours).get(id);
      const overridden = server.runBy === 'vscode' ? undefined : overriddenBy(precedence);
      return [id, { ...server, precedence, inactiveReason: refusal ?? overridden }];
    }),
  );
}

/** The layers of `roundhouse.servers` that apply to an entry. */
export function layersOf({ source }: Definition, setting: LayeredSetting): SettingsLayers {
  const { user, workspace, folders } = setting;
  return { user, workspace, folder: folders.get(source.folder ?? '') };
}

/** The settings that stand in the entry's own file. */
export function entrySettings({ settings, source }: Definition): EntrySettings | undefined {
  return settings && { settings, ofWorkspace: !isOfPerson(source) };
}

function effectiveOf(
  definition: Definition,
  setting: LayeredSetting,
  isNamesake: boolean,
): EffectiveSettings {
  const entry = entrySettings(definition);
  return effectiveSettings(definition.name, layersOf(definition, setting), entry, isNamesake);
}

function overriddenBy(precedence: Precedence | undefined): Reason | undefined {
  if (precedence?.kind !== 'overridden') return undefined;
  return { code: 'overridden', args: { by: precedence.by } };
}

function runnerOf({ source }: Definition, owner: Owner): Runner {
  if (!source.readByEditor) return 'roundhouse';
  return owner === 'ask' ? 'undecided' : owner;
}

/** A configured server with the host's snapshot of it. */
export interface ServerEntry extends ConfiguredServer {
  readonly snapshot: ServerSnapshot;
  /** Why chat does not have its tools although it could run; absent otherwise. */
  readonly notInChat?: Reason | undefined;
}

/** Every configured server with the host's snapshot, or a first one until the host has sent it. */
export function serverEntries(
  configured: ReadonlyMap<string, ConfiguredServer>,
  snapshots: ReadonlyMap<string, ServerSnapshot>,
  trusted: boolean,
  /** Reasons why chat does not have a server's tools, by id. */
  absent?: ReadonlyMap<string, Reason>,
): ReadonlyMap<string, ServerEntry> {
  return new Map(
    Array.from(configured, ([id, server]) => {
      const known = server.inactiveReason ? undefined : snapshots.get(id);
      const snapshot = known ?? firstSnapshot(server, trusted);
      const notInChat = hasTools(snapshot) ? absent?.get(id) : undefined;
      return [id, { ...server, snapshot, notInChat }];
    }),
  );
}

/** True if the server has tools that chat could have: other obstacles stand in the state. */
function hasTools({ state, catalogVersion }: ServerSnapshot): boolean {
  return isUp(state) || (state.kind === 'idle' && catalogVersion > 0);
}

function firstSnapshot(
  { definition, inactiveReason }: ConfiguredServer,
  trusted: boolean,
): ServerSnapshot {
  const untrusted = trusted ? undefined : { code: 'workspaceUntrusted', args: {} };
  const reason = inactiveReason ?? untrusted;
  return {
    id: definition.id,
    name: definition.name,
    state: reason ? { kind: 'disabled', reason } : { kind: 'idle', cached: false },
    restarts: 0,
    catalogVersion: 0,
    counts: { tools: 0, prompts: 0, resources: 0 },
  };
}
