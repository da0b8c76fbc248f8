import {
  canonicalJson,
  isObject,
  valueAt,
  withValue,
  type Json,
  type JsonObject,
} from '../../base/json';
import { UserError } from '../../base/errors';
import type { ConfigSource, Definition } from '../definition';
import {
  settingsKey,
  type EffectiveSettings,
  type SettingsLayers,
  effectiveSettings,
} from '../settings/effectiveSettings';
import { isOfPerson } from '../precedence';
import { type ServerSettings, valuesOf, type SettingKey } from '../settings/serverSettings';
import { globMatches } from '../../base/globMatches';
import { isPattern, type LostField } from './exportEntry';

/** A layer of settings that can be written to. */
export type WritableLayer = keyof SettingsLayers;

/** A new value for one of our settings in one layer; `undefined` removes it there. */
export interface SettingWrite {
  readonly layer: WritableLayer;
  readonly value: JsonObject | undefined;
}

/**
 * The layers in which a server can be disabled, the likeliest first. The user may disable their own server for one
 * workspace or for all. `folders`: the number of the window's folders.
 */
export function layersToDisable(
  source: ConfigSource,
  folders: number,
): readonly [WritableLayer, ...WritableLayer[]] {
  if (folders === 0) return ['user'];
  if (source.folder !== undefined) return folders > 1 ? ['folder'] : ['workspace'];
  return isOfPerson(source) ? ['workspace', 'user'] : ['workspace'];
}

/** Switches a server off in one layer; everything else that stands there stays. */
export function planDisable(
  name: string,
  layers: SettingsLayers,
  layer: WritableLayer,
): SettingWrite {
  return { layer, value: withSettings(layers[layer], name, { enabled: false }) };
}

/**
 * Enables a server in every layer that disables it. Overrides the user's own file of another host in the user
 * settings. `folders`: the number of the window's folders.
 * @throws UserError `disabledInFile` if a file of the workspace disables it, because that file may narrow.
 */
export function planEnable(
  name: string,
  layers: SettingsLayers,
  entry: { readonly disabled: boolean; readonly ofWorkspace: boolean },
  folders: number,
): readonly SettingWrite[] {
  if (entry.disabled && entry.ofWorkspace) throw new UserError('disabledInFile');
  const { folder, workspace } = layers;
  // A window of one folder has the same file for both, unless its workspace is saved.
  const isOne = folders <= 1 && canonicalJson(folder) === canonicalJson(workspace);
  const all = ['user', 'workspace', ...(isOne ? [] : (['folder'] as const))] as const;
  return all.flatMap((layer) => {
    const written = settingsOf(layers[layer], name)?.['enabled'];
    const enabled = layer === 'user' && entry.disabled ? true : undefined;
    const isEnough = enabled ? written === true : written !== false;
    return isEnough ? [] : [{ layer, value: withSettings(layers[layer], name, { enabled }) }];
  });
}

/**
 * Replaces the server's description of a tool for models by `text`; `undefined` restores it. Written to the user
 * settings, as no workspace may set it.
 */
export function planDescription(
  server: string,
  userServers: unknown,
  tool: string,
  text: string | undefined,
): SettingWrite {
  const before = settingsOf(userServers, server)?.['descriptions'];
  const all = { ...(isObject(before) ? before : {}), [tool]: text };
  const left = Object.entries(all).filter(([, value]) => value !== undefined);
  const descriptions = left.length > 0 ? (Object.fromEntries(left) as JsonObject) : undefined;
  return { layer: 'user', value: withSettings(userServers, server, { descriptions }) };
}

/** The settings of a server in `roundhouse.servers` of a layer, unchecked. */
function settingsOf(servers: unknown, name: string): Record<string, unknown> | undefined {
  const key = settingsKey(servers, name);
  const settings: unknown = key === undefined ? undefined : Object(servers)[key];
  return isObject(settings) ? settings : undefined;
}

/** `roundhouse.servers` of a layer with other settings of one server; `undefined` removes one. */
export function withSettings(
  servers: unknown,
  name: string,
  change: JsonObject,
): JsonObject | undefined {
  const key = settingsKey(servers, name) ?? name;
  const all = new Map(Object.entries((isObject(servers) ? servers : {}) as JsonObject));
  const before = Object.entries({ ...settingsOf(servers, name), ...change });
  const settings = Object.fromEntries(
    before.filter(([, value]) => value !== undefined),
  ) as JsonObject;
  if (Object.keys(settings).length > 0) all.set(key, settings);
  else all.delete(key);
  return all.size > 0 ? Object.fromEntries(all) : undefined;
}

/** An entry's settings on the way into a file that cannot hold all of them. */
interface CarriedSettings {
  /** The part that goes into `roundhouse.servers` instead; absent where that is empty. */
  readonly settings: JsonObject | undefined;
  /** The fields lost all the same. */
  readonly lost: readonly LostField[];
}

/** One server whose settings are written. */
export interface ServerToSet {
  readonly name: string;
  readonly settings: JsonObject;
}

/** The layer of the settings that belongs to a file, in a window with so many folders. */
export function layerOf(source: ConfigSource, folders: number): WritableLayer {
  if (isOfPerson(source)) return 'user';
  return source.folder !== undefined && folders > 1 ? 'folder' : 'workspace';
}

/**
 * Splits what a file cannot hold: settings that the layer can set are carried there. A setting that a workspace layer
 * would have to widen is lost.
 */
export function carriedSettings(
  { settings = {} }: Pick<Definition, 'settings'>,
  unheld: readonly LostField[],
  layer: WritableLayer,
): CarriedSettings {
  const known: ReadonlySet<string> = new Set(settingKeys(settings));
  const widening = wideningKeys(settings, layer);
  const carried = new Set<string>();
  const left = unheld.flatMap((one): readonly LostField[] => {
    const { field, code } = one;
    if (code !== 'unsupportedField' || !known.has(field)) return [one];
    if (widening.has(field)) return [lost(field, 'userSettingsOnly')];
    carried.add(field);
    return [];
  });
  const picked = settingKeys(settings)
    .filter((key) => carried.has(key))
    .map((key) => key.split('.'))
    .reduce<unknown>((all, path) => withValue(all, path, valueAt(settings, path)), undefined);
  return { settings: picked as JsonObject | undefined, lost: left };
}

/** The losses of an entry whose settings are not carried. */
export function lostSettings(settings: ServerSettings): readonly LostField[] {
  return settingKeys(settings).map((field) => lost(field, 'unsupportedField'));
}

/** The settings of an entry on the way to another host: those that count here before those of its file. */
export function exportedSettings(
  { settings = {} }: Pick<Definition, 'settings'>,
  { settings: values, from }: EffectiveSettings,
): ServerSettings {
  const allow = from['tools.allow'] ? allowedByAll(values['tools.allow']) : settings.tools?.allow;
  const hide = from['tools.hide'] ? values['tools.hide'] : settings.tools?.hide;
  return {
    ...settings,
    ...(from.enabled && { enabled: values.enabled }),
    ...(from.startupTimeoutSeconds && { startupTimeoutSeconds: values.startupTimeoutSeconds }),
    ...(from.callTimeoutSeconds && { callTimeoutSeconds: values.callTimeoutSeconds }),
    tools: { allow, hide },
  };
}

/** The tools that every list allows; one with patterns where no list has names alone. */
function allowedByAll(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const named = lists.find((list) => !list.some(isPattern));
  if (named === undefined) return lists.find((list) => !list.includes('*'));
  return named.filter((tool) =>
    lists.every((list) => list.some((glob) => globMatches(glob, tool))),
  );
}

function lost(field: string, code: LostField['code']): LostField {
  return { field, code };
}

/** The keys of settings as paths: `tools.hide`. */
export function settingKeys(settings: ServerSettings): readonly SettingKey[] {
  return Object.keys(valuesOf(settings)) as SettingKey[];
}

/**
 * The layer with the settings of these servers merged in; `undefined` where there is nothing to write. `present`:
 * `roundhouse.servers` of that layer.
 */
export function carryWrite(
  servers: readonly ServerToSet[],
  layer: WritableLayer,
  present: unknown,
): SettingWrite | undefined {
  if (servers.length === 0) return undefined;
  const value = servers.reduce<JsonObject | undefined>(
    (all, { name, settings }) => withSettings(all, name, merged(settingsOf(all, name), settings)),
    isObject(present) ? (present as JsonObject) : {},
  );
  return { layer, value };
}

function wideningKeys(settings: ServerSettings, layer: WritableLayer): ReadonlySet<string> {
  if (layer === 'user') return new Set();
  const { ignored } = effectiveSettings('server', { [layer]: { server: settings } });
  return new Set(ignored.map(({ reason }) => String(reason.args?.['key'])));
}

function merged(before: unknown, settings: JsonObject): JsonObject {
  const result = { ...(isObject(before) ? before : {}) } as Record<string, Json>;
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const known = result[name];
    result[name] = isObject(known) && isObject(value) ? merged(known, value) : value;
  }
  return result;
}
