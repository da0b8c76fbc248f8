import { canonicalJson, isObject, type JsonObject } from '../../base/json';
import { UserError } from '../../base/errors';
import type { ConfigSource } from '../definition';
import { settingsKey, type SettingsLayers } from '../settings/effectiveSettings';
import { isOfPerson } from '../precedence';

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
  return { layer, value: withSaid(layers[layer], name, { enabled: false }) };
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
    const said = saidOf(layers[layer], name)?.['enabled'];
    if (layer === 'user' && entry.disabled) {
      return said === true
        ? []
        : [{ layer, value: withSaid(layers.user, name, { enabled: true }) }];
    }
    if (said !== false) return [];
    return [{ layer, value: withSaid(layers[layer], name, { enabled: undefined }) }];
  });
}

/** What `roundhouse.servers` of a layer says of a server, unchecked. */
export function saidOf(servers: unknown, name: string): Record<string, unknown> | undefined {
  const key = settingsKey(servers, name);
  const said: unknown = key === undefined ? undefined : Object(servers)[key];
  return isObject(said) ? said : undefined;
}

/** `roundhouse.servers` of a layer with other words on one server; `undefined` takes one back. */
export function withSaid(
  servers: unknown,
  name: string,
  change: JsonObject,
): JsonObject | undefined {
  const key = settingsKey(servers, name) ?? name;
  const all = new Map(Object.entries((isObject(servers) ? servers : {}) as JsonObject));
  const before = Object.entries({ ...saidOf(servers, name), ...change });
  const said = Object.fromEntries(before.filter(([, value]) => value !== undefined)) as JsonObject;
  if (Object.keys(said).length > 0) all.set(key, said);
  else all.delete(key);
  return all.size > 0 ? Object.fromEntries(all) : undefined;
}
