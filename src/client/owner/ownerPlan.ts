import type { Owner } from '../workspaceModel';

/** The settings file that a choice is written to. */
export type OwnerLayer = 'user' | 'workspace';
/** A choice of who runs the servers. */
export type Runner = Exclude<Owner, 'ask'>;

/** What `chat.mcp.autostart` said before we wrote it; `original` is absent where the key was not there. */
export interface KeptAutostart {
  readonly original?: string | undefined;
  readonly written: string;
}

type ByLayer<T> = Readonly<Partial<Record<OwnerLayer, T>>>;

/** The two settings as they stand in each layer, and what is kept of them. */
export interface OwnerSettings {
  readonly autostart: ByLayer<string>;
  /** The default of `chat.mcp.autostart`; absent where the product does not know the setting. */
  readonly autostartDefault?: string | undefined;
  readonly owner: ByLayer<string>;
  readonly kept: ByLayer<KeptAutostart>;
}

/** One value to put into one settings file; `undefined` removes the key. */
export interface SettingWrite {
  readonly key: 'chat.mcp.autostart' | 'roundhouse.owner';
  readonly layer: OwnerLayer;
  readonly value: string | undefined;
}

/** What a choice changes. Without a write there is nothing to do. */
export interface OwnerPlan {
  readonly writes: readonly SettingWrite[];
  readonly kept: ByLayer<KeptAutostart>;
}

/**
 * The writes that make `runner` run the servers, chosen at `layer`, so that any sequence of choices
 * ends with what the person had: every layer starts from its original value, and that is kept as long
 * as another one stands there. A value that the person changed since is theirs, and the new original.
 */
export function planOwner(runner: Runner, layer: OwnerLayer, settings: OwnerSettings): OwnerPlan {
  // A choice for all workspaces takes back what was chosen for this one alone.
  const touched: readonly OwnerLayer[] = layer === 'user' ? ['user', 'workspace'] : ['workspace'];
  const kept: Partial<Record<OwnerLayer, KeptAutostart>> = { ...settings.kept };
  const autostart: SettingWrite[] = [];
  if (settings.autostartDefault !== undefined) {
    for (const at of touched) {
      const original = originalAutostart(settings, at);
      const wanted = at === layer ? wantedAutostart(runner, layer, settings) : original;
      delete kept[at];
      if (wanted !== undefined && wanted !== original) kept[at] = { original, written: wanted };
      if (wanted !== settings.autostart[at]) {
        autostart.push({ key: 'chat.mcp.autostart', layer: at, value: wanted });
      }
    }
  }
  const owner = touched
    .map((at) => ({ layer: at, value: at === layer ? runner : undefined }))
    .filter(({ layer: at, value }) => settings.owner[at] !== value)
    .map((write): SettingWrite => ({ key: 'roundhouse.owner', ...write }));
  // Each order leaves a moment without tools rather than one with two copies of each.
  return {
    writes: runner === 'roundhouse' ? [...autostart, ...owner] : [...owner, ...autostart],
    kept,
  };
}

/** `chat.mcp.autostart` as it counts. */
export function effectiveAutostart(settings: OwnerSettings): string | undefined {
  const { autostart, autostartDefault } = settings;
  return autostart.workspace ?? autostart.user ?? autostartDefault;
}

/** Where the choice that counts was made. */
export function ownerLayer({ owner }: OwnerSettings): OwnerLayer {
  return owner.workspace === undefined ? 'user' : 'workspace';
}

/** Roundhouse was chosen, but VS Code would still start its own copies. */
export function needsTakeOver(settings: OwnerSettings): boolean {
  const autostart = effectiveAutostart(settings);
  const owner = settings.owner.workspace ?? settings.owner.user;
  return owner === 'roundhouse' && autostart !== undefined && autostart !== 'never';
}

function wantedAutostart(
  runner: Runner,
  layer: OwnerLayer,
  settings: OwnerSettings,
): string | undefined {
  if (runner === 'roundhouse') return 'never';
  const original = originalAutostart(settings, layer);
  const userIsOurs = settings.kept.user?.written === settings.autostart.user;
  if (layer === 'user' || original !== undefined || !userIsOurs) return original;
  // `never` stands in the user settings because of us; here VS Code needs what it had before.
  return settings.kept.user
    ? (settings.kept.user.original ?? settings.autostartDefault)
    : undefined;
}

function originalAutostart(settings: OwnerSettings, layer: OwnerLayer): string | undefined {
  const kept = settings.kept[layer];
  const current = settings.autostart[layer];
  return kept && kept.written === current ? kept.original : current;
}
