import { isObject, type Json, type JsonObject } from '../../base/json';
import type { ConfigSource, Definition } from '../definition';
import { effectiveSettings, settingsKey } from './effectiveSettings';
import type { LostField } from '../write/exportEntry';
import { isOfPerson } from '../precedence';
import type { ServersWrite, WritableLayer } from '../write/serverSwitch';
import type { ServerSettings } from './serverSettings';
import { valuesOf, type SettingKey } from './settingValues';

/** What an entry says beyond its launch, on the way into a file that cannot hold all of it. */
export interface CarriedSettings {
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
