import { canonicalJson, isObject, type JsonObject, type Json } from '../../base/json';
import { UserError } from '../../base/errors';
import type { ConfigSource, Definition } from '../definition';
import { settingsKey, type SettingsLayers, effectiveSettings } from '../settings/effectiveSettings';
import { isOfPerson } from '../precedence';
import type { LostField } from './exportEntry';
import { type ServerSettings, valuesOf, type SettingKey } from '../settings/serverSettings';

/** A layer of settings that can be written to. */
export type WritableLayer = keyof SettingsLayers;

/** A new value for `roundhouse.servers` in one layer; `undefined` removes it there. */
export interface ServersWrite {
  readonly layer: WritableLayer;
  readonly value: JsonObject | undefined;
}

/**
 * Where a server may sensibly be switched off in a window with so many folders, the likeliest first:
 * a person's own server for one workspace or for all.
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
): ServersWrite {
  return { layer, value: withSettings(layers[layer], name, { enabled: false }) };
}

/**
 * Takes back whatever switches a server off: in every layer, and a word of the person's own file of
 * another host by one in the user settings.
 * @throws UserError `disabledInFile` where a file of the workspace does so, as that may narrow.
 */
export function planEnable(
  name: string,
  layers: SettingsLayers,
  entry: { readonly disabled: boolean; readonly ofWorkspace: boolean },
): readonly ServersWrite[] {
  if (entry.disabled && entry.ofWorkspace) throw new UserError('disabledInFile');
  const { folder, workspace } = layers;
  // A workspace of one folder has the same file for both.
  const isOne = canonicalJson(folder) === canonicalJson(workspace);
  const all = ['user', 'workspace', ...(isOne ? [] : (['folder'] as const))] as const;
  return all.flatMap((layer) => {
    const said = settingsOf(layers[layer], name)?.['enabled'];
    if (layer === 'user' && entry.disabled) {
      return said === true
        ? []
        : [{ layer, value: withSettings(layers.user, name, { enabled: true }) }];
    }
    if (said !== false) return [];
    return [{ layer, value: withSettings(layers[layer], name, { enabled: undefined }) }];
  });
}

/** What `roundhouse.servers` of a layer says of a server, unchecked. */
function settingsOf(servers: unknown, name: string): Record<string, unknown> | undefined {
  const key = settingsKey(servers, name);
  const said: unknown = key === undefined ? undefined : Object(servers)[key];
  return isObject(said) ? said : undefined;
}

/** `roundhouse.servers` of a layer with other words on one server; `undefined` takes one back. */
export function withSettings(
  servers: unknown,
  name: string,
  change: JsonObject,
): JsonObject | undefined {
  const key = settingsKey(servers, name) ?? name;
  const all = new Map(Object.entries((isObject(servers) ? servers : {}) as JsonObject));
  const before = Object.entries({ ...settingsOf(servers, name), ...change });
  const said = Object.fromEntries(before.filter(([, value]) => value !== undefined)) as JsonObject;
  if (Object.keys(said).length > 0) all.set(key, said);
  else all.delete(key);
  return all.size > 0 ? Object.fromEntries(all) : undefined;
}

/** What an entry says beyond its launch, on the way into a file that cannot hold all of it. */
interface CarriedSettings {
  /** What goes into `roundhouse.servers` instead; absent where that is nothing. */
  readonly settings: JsonObject | undefined;
  /** What is lost all the same. */
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
 * Parts what a file cannot hold: settings that count in the layer are carried there. What a workspace's
 * layer would have to widen is lost.
 */
export function carriedSettings(
  { settings = {} }: Pick<Definition, 'settings'>,
  unheld: readonly LostField[],
  layer: WritableLayer,
): CarriedSettings {
  const said = new Set<string>(Object.keys(valuesOf(settings)));
  const widening = wideningKeys(settings, layer);
  const carried = new Set<string>();
  const left = unheld.flatMap((one): readonly LostField[] => {
    const { field, code } = one;
    if (code !== 'unsupportedField' || !said.has(field)) return [one];
    if (widening.has(field)) return [lost(field, 'userSettingsOnly')];
    carried.add(field);
    return [];
  });
  const picked = pick(settings as JsonObject, carried);
  return { settings: Object.keys(picked).length > 0 ? picked : undefined, lost: left };
}

/** The losses of an entry whose settings are not carried. */
export function lostSettings(settings: JsonObject): readonly LostField[] {
  return settingKeys(settings).map((field) => lost(field, 'unsupportedField'));
}

/** What settings say, as they are read out: `tools.hide`. */
export function settingKeys(settings: JsonObject): readonly SettingKey[] {
  return Object.keys(valuesOf(settings)) as SettingKey[];
}

/**
 * The layer with the settings of these servers; what it says of them and others beyond that stays.
 * `said` is `roundhouse.servers` as it stands there. `undefined` where there is nothing to write.
 */
export function carryWrite(
  servers: readonly ServerToSet[],
  layer: WritableLayer,
  said: unknown,
): ServersWrite | undefined {
  if (servers.length === 0) return undefined;
  const all = new Map(Object.entries((isObject(said) ? said : {}) as JsonObject));
  for (const { name, settings } of servers) {
    const key = settingsKey(said, name) ?? name;
    all.set(key, merged(all.get(key), settings));
  }
  return { layer, value: Object.fromEntries(all) };
}

function lost(field: string, code: LostField['code']): LostField {
  return { field, code };
}

function wideningKeys(settings: ServerSettings, layer: WritableLayer): ReadonlySet<string> {
  if (layer === 'user') return new Set();
  const { ignored } = effectiveSettings('server', { [layer]: { server: settings } });
  return new Set(ignored.map(({ reason }) => String(reason.args?.['key'])));
}

/** The settings under these keys. */
function pick(settings: JsonObject, keys: ReadonlySet<string>, group = ''): JsonObject {
  const picked: Record<string, Json> = {};
  for (const [name, value] of Object.entries(settings)) {
    const key = `${group}${name}`;
    if (value === undefined) continue;
    if (keys.has(key)) picked[name] = value;
    else if (isObject(value)) {
      const inner = pick(value, keys, `${key}.`);
      if (Object.keys(inner).length > 0) picked[name] = inner;
    }
  }
  return picked;
}

function merged(before: Json | undefined, settings: JsonObject): JsonObject {
  const result = { ...(isObject(before) ? before : {}) } as Record<string, Json>;
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const known = result[name];
    result[name] = isObject(known) && isObject(value) ? merged(known, value) : value;
  }
  return result;
}

/**
 * Has models read `text` of a tool in place of its server's own description; `undefined` takes that back. In
 * the user settings, as no workspace may say it.
 */
export function planDescription(
  server: string,
  userServers: unknown,
  tool: string,
  text: string | undefined,
): ServersWrite {
  const before = settingsOf(userServers, server)?.['descriptions'];
  const said = { ...(isObject(before) ? before : {}), [tool]: text };
  const kept = Object.entries(said).filter(([, value]) => value !== undefined);
  const descriptions = kept.length > 0 ? (Object.fromEntries(kept) as JsonObject) : undefined;
  return { layer: 'user', value: withSettings(userServers, server, { descriptions }) };
}
