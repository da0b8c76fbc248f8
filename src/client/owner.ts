import type { Owner } from './configuredServers';
import { reasonOf, type Reason } from '../base/errors';
import type { EditorCopy } from './editorCopies';

/** The settings file that a choice is written to. */
export type OwnerLayer = 'user' | 'workspace';
/** A choice of who runs the servers. */
export type ChosenOwner = Exclude<Owner, 'ask'>;

/** What `chat.mcp.autostart` said before we wrote it; `original` is absent where the key was not there. */
export interface SavedAutostart {
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
  readonly kept: ByLayer<SavedAutostart>;
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
  readonly kept: ByLayer<SavedAutostart>;
}

/**
 * The writes that make `runner` run the servers, chosen at `layer`, so that any sequence of choices
 * ends with what the person had: every layer starts from its original value, and that is kept as long
 * as another one stands there. A value that the person changed since is theirs, and the new original.
 */
export function planOwner(
  runner: ChosenOwner,
  layer: OwnerLayer,
  settings: OwnerSettings,
): OwnerPlan {
  // A choice for all workspaces takes back what was chosen for this one alone.
  const touched: readonly OwnerLayer[] = layer === 'user' ? ['user', 'workspace'] : ['workspace'];
  const kept: Partial<Record<OwnerLayer, SavedAutostart>> = { ...settings.kept };
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
  runner: ChosenOwner,
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

/** What the choice of the owner needs of an editor. */
export interface OwnerContext {
  settings(): OwnerSettings;
  /** Rejects where the file cannot be written. */
  write(write: SettingWrite): Promise<void>;
  /** Remembers what a layer had; `undefined` forgets it. */
  keep(layer: OwnerLayer, kept: SavedAutostart | undefined): Promise<void>;
  /** Rejects where the product has no such command. */
  command(id: string, ...args: readonly unknown[]): Promise<void>;
  /** Whether chat has tools of VS Code's own copies; they stay until the window is reloaded. */
  hasEditorTools(): boolean;
  reloadWindow(): Promise<void>;
}

/** How a choice went. Empty `failed` means that all of it is done. */
export interface OwnerOutcome {
  readonly failed: readonly Reason[];
  /** True while the window is about to reload. */
  readonly reloading: boolean;
}

/**
 * Makes Roundhouse the one that runs the servers: stops VS Code's copies, forgets their cached tools,
 * keeps VS Code from starting them again, and reloads the window where their tools still hang in it.
 * A copy that cannot be stopped is told and left; a setting that cannot be written ends the attempt.
 */
export async function takeOver(
  ports: OwnerContext,
  layer: OwnerLayer,
  copies: readonly EditorCopy[],
  signal?: AbortSignal,
): Promise<OwnerOutcome> {
  const reload = ports.hasEditorTools();
  const stopped = await stopCopies(ports, copies, signal);
  signal?.throwIfAborted();
  const unwritten = await applyPlan(ports, 'roundhouse', layer);
  if (unwritten) return { failed: [...stopped, unwritten], reloading: false };
  const autostart = effectiveAutostart(ports.settings());
  const failed =
    autostart === undefined || autostart === 'never'
      ? stopped
      : [...stopped, { code: 'autostartOverridden', args: { value: autostart } }];
  if (reload) await ports.reloadWindow();
  return { failed, reloading: reload };
}

/** Gives the servers back to VS Code and puts back what `chat.mcp.autostart` said before. */
export async function giveBack(ports: OwnerContext, layer: OwnerLayer): Promise<OwnerOutcome> {
  const unwritten = await applyPlan(ports, 'vscode', layer);
  if (unwritten) return { failed: [unwritten], reloading: false };
  const stays = effectiveAutostart(ports.settings()) === 'never';
  return { failed: stays ? [{ code: 'autostartStaysNever' }] : [], reloading: false };
}

/** Stops VS Code's copies and forgets their cached tools; what did not work comes back as reasons. */
export async function stopCopies(
  ports: Pick<OwnerContext, 'command'>,
  copies: readonly EditorCopy[],
  signal?: AbortSignal,
): Promise<readonly Reason[]> {
  const failed = new Set<string>();
  for (const { server, id } of copies) {
    signal?.throwIfAborted();
    await ports.command('workbench.mcp.stopServer', id).catch(() => failed.add(server));
  }
  const reasons: Reason[] = [];
  if (failed.size > 0) reasons.push({ code: 'copiesNotStopped', args: { servers: [...failed] } });
  await ports
    .command('workbench.mcp.resetCachedTools')
    .catch(() => reasons.push({ code: 'cachedToolsKept' }));
  return reasons;
}

async function applyPlan(
  ports: OwnerContext,
  runner: ChosenOwner,
  layer: OwnerLayer,
): Promise<Reason | undefined> {
  const settings = ports.settings();
  const plan = planOwner(runner, layer, settings);
  try {
    // What a layer had is kept before it changes, so that an end in between loses nothing.
    for (const at of ['user', 'workspace'] as const) {
      if (plan.kept[at]) await ports.keep(at, plan.kept[at]);
    }
    for (const write of plan.writes) await ports.write(write);
    for (const at of ['user', 'workspace'] as const) {
      if (!plan.kept[at] && settings.kept[at]) await ports.keep(at, undefined);
    }
    return undefined;
  } catch (error) {
    const { args } = reasonOf(error);
    return { code: 'ownerNotWritten', args: { message: String(args?.['message'] ?? error) } };
  }
}
