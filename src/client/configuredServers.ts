import type { Reason } from '../base/errors';
import type { Definition } from '../config/definition';
import {
  effectiveSettings,
  settingsRefusal,
  type EffectiveSettings,
  type EntrySettings,
  type SettingsLayers,
} from '../config/settings/effectiveSettings';
import { isOfPerson, namings, standings, type Naming, type Standing } from '../config/precedence';
import type { Owner, Runner } from './workspaceModel';

/** `roundhouse.servers` as this window has it, unchecked. */
export interface ServersSetting {
  readonly user: unknown;
  readonly workspace: unknown;
  /** By absolute path, every workspace folder. */
  readonly folders: ReadonlyMap<string, unknown>;
}

/** One entry with everything that decides about it before the host is asked. */
export interface ConfiguredServer {
  readonly definition: Definition;
  readonly runBy: Runner;
  readonly effective: EffectiveSettings;
  /** Whether what the person said of its name was said of it. */
  readonly naming: Naming;
  /** Absent where the settings keep it from running. */
  readonly standing: Standing | undefined;
  /** Why it is not run here, by its settings or because another entry of its name counts. */
  readonly aside: Reason | undefined;
}

/** The window in which servers are configured. */
export interface ConfiguredWindow {
  readonly owner: Owner;
  readonly setting: ServersSetting;
  /** The window stands on another machine. */
  readonly remote: boolean;
}

/** What counts for each entry, by its id and in the order of the definitions. */
export function configuredServers(
  definitions: readonly Definition[],
  window: ConfiguredWindow,
): ReadonlyMap<string, ConfiguredServer> {
  const namingOf = namings(definitions);
  const settled = new Map(
    definitions.map((definition) => {
      const runBy = runnerOf(definition, window.owner);
      const naming = namingOf(definition);
      const effective = effectiveOf(definition, window.setting, naming);
      // Our settings do not reach what VS Code runs.
      const refusal = runBy === 'vscode' ? undefined : settingsRefusal(effective, window.remote);
      return [definition.id, { definition, runBy, effective, naming, refusal }] as const;
    }),
  );
  const runs = ({ id }: Definition): boolean => settled.get(id)?.refusal === undefined;
  const runByEditor = ({ id }: Definition): boolean => settled.get(id)?.runBy === 'vscode';
  const ours = standings(definitions, runs);
  // VS Code knows none of our own files: they override nothing of what it runs.
  const editors = standings(definitions, runByEditor);
  return new Map(
    Array.from(settled, ([id, { refusal, ...server }]) => {
      const standing = (server.runBy === 'vscode' ? editors : ours).get(id);
      const overridden = server.runBy === 'vscode' ? undefined : overriddenBy(standing);
      return [id, { ...server, standing, aside: refusal ?? overridden }];
    }),
  );
}

/** The layers of `roundhouse.servers` that reach an entry. */
export function layersOf({ source }: Definition, setting: ServersSetting): SettingsLayers {
  const { user, workspace, folders } = setting;
  return { user, workspace, folder: folders.get(source.folder ?? '') };
}

/** What an entry's own file says of it beyond the launch. */
export function entrySettings({ settings, source }: Definition): EntrySettings | undefined {
  return settings && { settings, ofWorkspace: !isOfPerson(source) };
}

function effectiveOf(
  definition: Definition,
  setting: ServersSetting,
  naming: Naming,
): EffectiveSettings {
  const entry = entrySettings(definition);
  return effectiveSettings(definition.name, layersOf(definition, setting), entry, naming);
}

function overriddenBy(standing: Standing | undefined): Reason | undefined {
  if (standing?.kind !== 'overridden') return undefined;
  return { code: 'overridden', args: { by: standing.by } };
}

function runnerOf({ source }: Definition, owner: Owner): Runner {
  if (!source.readByEditor) return 'roundhouse';
  return owner === 'ask' ? 'undecided' : owner;
}
