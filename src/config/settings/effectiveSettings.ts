import type { Reason } from '../../base/errors';
import { canonicalJson, isObject } from '../../base/json';
import {
  parseSettings,
  serverSettings,
  valuesOf,
  type ServerSettings,
  type SettingKey,
  type SettingValues,
} from './serverSettings';

/** The origins of settings: the entry's own file, or a layer of the editor's settings. */
export type SettingsLayer = 'entry' | 'user' | 'workspace' | 'folder';

/** `roundhouse.servers` as it stands in each layer, unchecked. */
export interface SettingsLayers {
  readonly user?: unknown;
  readonly workspace?: unknown;
  readonly folder?: unknown;
}

/** The settings that another host's file has beside the launch. */
export interface EntrySettings {
  readonly settings: ServerSettings;
  /** The file comes with the workspace, so it may only narrow. */
  readonly ofWorkspace: boolean;
}

/** A setting that does not count. */
export interface IgnoredSetting {
  readonly layer: SettingsLayer;
  /**
   * `settingInvalid`, `settingUnknown`, `settingWidens`, `settingUserOnly` or `settingOfNamesake`, each with the key.
   */
  readonly reason: Reason;
}

/** The effective settings of one server and their origin. */
export interface EffectiveSettings {
  readonly settings: SettingValues;
  /** The layers that each value comes from; absent where it is the default. */
  readonly from: Partial<Readonly<Record<SettingKey, readonly SettingsLayer[]>>>;
  readonly ignored: readonly IgnoredSetting[];
}

/** The settings of a server of which nothing is written. */
export const defaultSettings = Object.fromEntries(
  Object.entries(serverSettings).map(([key, setting]) => [key, setting.default]),
) as unknown as SettingValues;

/**
 * Merges the settings of the server `name`. The user's own file and user settings set values; the layers of a workspace
 * only narrow them. User settings for a server of the user's own only narrow a namesake of it.
 */
export function effectiveSettings(
  name: string,
  layers: SettingsLayers,
  entry?: EntrySettings,
  isNamesake = false,
): EffectiveSettings {
  const merger = new Merger();
  const own = entry && valuesOf(entry.settings);
  if (own && !entry.ofWorkspace) merger.set('entry', own);
  const user = merger.read('user', layers.user, name);
  if (isNamesake) merger.narrow('user', user);
  else merger.set('user', user);
  if (own && entry.ofWorkspace) merger.narrow('entry', own);
  merger.narrow('workspace', merger.read('workspace', layers.workspace, name));
  // A workspace of one folder has the same file for both.
  if (canonicalJson(layers.folder) !== canonicalJson(layers.workspace)) {
    merger.narrow('folder', merger.read('folder', layers.folder, name));
  }
  return merger.result;
}

/** The key under which a server stands in `roundhouse.servers`; case counts only between two. */
export function settingsKey(servers: unknown, name: string): string | undefined {
  if (!isObject(servers)) return undefined;
  if (Object.hasOwn(servers, name)) return name;
  const wanted = name.toLowerCase();
  return Object.keys(servers).find((key) => key.toLowerCase() === wanted);
}

/**
 * Why a server does not run by its settings, if so: `disabledBySettings` {layer}, `disabledInFile`,
 * `runsElsewhere` {where} or `runsNowhere`. `remote`: the window stands on another machine.
 */
export function settingsRefusal(effective: EffectiveSettings, remote: boolean): Reason | undefined {
  const { enabled, where } = effective.settings;
  if (!enabled) {
    const layer = effective.from.enabled?.[0] ?? 'entry';
    if (layer === 'entry') return { code: 'disabledInFile' };
    return { code: 'disabledBySettings', args: { layer } };
  }
  if (where === 'nowhere') return { code: 'runsNowhere' };
  if (where === 'anywhere' || (where === 'remote') === remote) return undefined;
  return { code: 'runsElsewhere', args: { where } };
}

class Merger {
  #values: SettingValues = defaultSettings;
  readonly #from: Partial<Record<SettingKey, readonly SettingsLayer[]>> = {};
  readonly #ignored: IgnoredSetting[] = [];

  get result(): EffectiveSettings {
    return { settings: this.#values, from: this.#from, ignored: this.#ignored };
  }

  read(layer: SettingsLayer, servers: unknown, name: string): Partial<SettingValues> {
    const key = settingsKey(servers, name);
    if (servers === undefined || (key === undefined && isObject(servers))) return {};
    const { values, ignored } = parseSettings(key === undefined ? servers : Object(servers)[key]);
    this.#ignored.push(...ignored.map((reason) => ({ layer, reason })));
    return values;
  }

  set(layer: SettingsLayer, values: Partial<SettingValues>): void {
    this.#values = { ...this.#values, ...values };
    for (const key of keysOf(values)) this.#from[key] = [layer];
  }

  narrow(layer: SettingsLayer, values: Partial<SettingValues>): void {
    for (const key of keysOf(values)) this.#narrowOne(layer, key, values[key]);
  }

  #narrowOne<K extends SettingKey>(
    layer: SettingsLayer,
    key: K,
    wanted: SettingValues[K] | undefined,
  ): void {
    const current = this.#values[key];
    if (wanted === undefined || canonicalJson(current) === canonicalJson(wanted)) return;
    const { narrow } = serverSettings[key];
    const value = narrow?.(current, wanted);
    if (value === undefined) {
      const code = narrow ? 'settingWidens' : 'settingUserOnly';
      const ofOwn = { code: 'settingOfNamesake', args: { key } };
      this.#ignored.push({ layer, reason: layer === 'user' ? ofOwn : { code, args: { key } } });
      return;
    }
    const isOfBoth = Array.isArray(value) || value === 'nowhere';
    this.#values = { ...this.#values, [key]: value };
    this.#from[key] = [...(isOfBoth ? (this.#from[key] ?? []) : []), layer];
  }
}

function keysOf(values: Partial<SettingValues>): readonly SettingKey[] {
  return Object.keys(values) as SettingKey[];
}
