import { reasonOf, type Reason } from '../base/errors';
import type { Owner } from './configuredServers';
import type { EditorCopy } from './editorCopies';

/** The settings file of a choice. */
export type OwnerLayer = 'user' | 'workspace';
export type ChosenOwner = Exclude<Owner, 'ask'>;

/**
 * The earlier value of `chat.mcp.autostart`, and ours, also where both are the same; `original` is absent if the key was
 * not set.
 */
export interface SavedAutostart {
  readonly original?: string | undefined;
  readonly written: string;
}

type ByLayer<T> = Readonly<Partial<Record<OwnerLayer, T>>>;

/** Both settings in each layer, and the saved values. */
export interface OwnerSettings {
  readonly autostart: ByLayer<string>;
  /** The default of `chat.mcp.autostart`; absent if the product does not know the setting. */
  readonly autostartDefault?: string | undefined;
  readonly owner: ByLayer<string>;
  readonly saved: ByLayer<SavedAutostart>;
}

/** One change of a settings file; `undefined` removes the key. */
interface SettingWrite {
  readonly key: 'chat.mcp.autostart' | 'roundhouse.owner';
  readonly layer: OwnerLayer;
  readonly value: string | undefined;
}

/** The changes of a choice. */
interface OwnerPlan {
  readonly writes: readonly SettingWrite[];
  readonly saved: ByLayer<SavedAutostart>;
}

/**
 * Plans the writes that make `runner` run the servers, chosen at `layer`. Any sequence of choices restores the
 * person's values. Each layer therefore keeps its original value while ours stands there. A value that the person
 * changed since is the new original.
 */
export function planOwner(
  runner: ChosenOwner,
  layer: OwnerLayer,
  settings: OwnerSettings,
): OwnerPlan {
  // A choice for all workspaces removes the one for this workspace.
  const touched: readonly OwnerLayer[] = layer === 'user' ? ['user', 'workspace'] : ['workspace'];
  const saved: Partial<Record<OwnerLayer, SavedAutostart>> = { ...settings.saved };
  const autostart: SettingWrite[] = [];
  if (settings.autostartDefault !== undefined) {
    for (const at of touched) {
      const original = originalAutostart(settings, at);
      const wanted = at === layer ? wantedAutostart(runner, layer, settings) : original;
      delete saved[at];
      const isTaken = at === layer && runner === 'roundhouse';
      if (wanted !== undefined && (isTaken || wanted !== original))
        saved[at] = { original, written: wanted };
      if (wanted !== settings.autostart[at]) {
        autostart.push({ key: 'chat.mcp.autostart', layer: at, value: wanted });
      }
    }
  }
  const owner = touched
    .map((at) => ({ layer: at, value: at === layer ? runner : undefined }))
    .filter(({ layer: at, value }) => settings.owner[at] !== value)
    .map((write): SettingWrite => ({ key: 'roundhouse.owner', ...write }));
  // The order leaves a moment without tools rather than one with two copies of each.
  return {
    writes: runner === 'roundhouse' ? [...autostart, ...owner] : [...owner, ...autostart],
    saved,
  };
}

/** The effective value of `chat.mcp.autostart`. */
export function effectiveAutostart(settings: OwnerSettings): string | undefined {
  const { autostart, autostartDefault } = settings;
  return autostart.workspace ?? autostart.user ?? autostartDefault;
}

/** The layer of the effective choice. */
export function ownerLayer({ owner }: OwnerSettings): OwnerLayer {
  return owner.workspace === undefined ? 'user' : 'workspace';
}

/** True if Roundhouse was chosen but VS Code would still start its own copies. */
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
  const ofUser = originalAutostart(settings, 'user');
  if (layer === 'user' || original !== undefined || ofUser === settings.autostart.user)
    return original;
  // The user settings hold our `never`; this workspace needs VS Code's earlier value.
  return ofUser ?? settings.autostartDefault;
}

function originalAutostart(settings: OwnerSettings, layer: OwnerLayer): string | undefined {
  const saved = settings.saved[layer];
  const current = settings.autostart[layer];
  if (saved) return saved.written === current ? saved.original : current;
  // Settings that came from another machine, whose earlier value is not known here.
  return settings.owner[layer] === 'roundhouse' && current === 'never' ? undefined : current;
}

/** The editor in which an owner is chosen. */
export interface OwnerContext {
  settings(): OwnerSettings;
  /** Rejects if the file cannot be written. */
  write(write: SettingWrite): Promise<void>;
  /** Saves a layer's earlier value; `undefined` deletes it. */
  save(layer: OwnerLayer, saved: SavedAutostart | undefined): Promise<void>;
  /** Rejects if the product has no such command. */
  command(id: string, ...args: readonly unknown[]): Promise<void>;
  /** True if chat has tools of VS Code's own copies, which stay until the window reloads. */
  hasEditorTools(): boolean;
  reloadWindow(): Promise<void>;
}

/**
 * Makes Roundhouse run the servers. Stops VS Code's copies, resets their cached tools and prevents their next start.
 * Reloads the window if chat still has their tools. Resolves to the failures, such as copies that cannot be stopped. A
 * setting that cannot be written ends the attempt.
 */
export async function takeOver(
  editor: OwnerContext,
  layer: OwnerLayer,
  copies: readonly EditorCopy[],
): Promise<readonly Reason[]> {
  const reloads = editor.hasEditorTools();
  const failed = [...(await stopCopies(editor, copies))];
  const unwritten = await applyPlan(editor, 'roundhouse', layer);
  if (unwritten) return [...failed, unwritten];
  const value = effectiveAutostart(editor.settings());
  if (value !== undefined && value !== 'never')
    failed.push({ code: 'autostartOverridden', args: { value } });
  if (reloads) await editor.reloadWindow();
  return failed;
}

/** Gives the servers back to VS Code and restores `chat.mcp.autostart`; resolves to the failures. */
export async function giveBack(
  editor: OwnerContext,
  layer: OwnerLayer,
): Promise<readonly Reason[]> {
  const unwritten = await applyPlan(editor, 'vscode', layer);
  if (unwritten) return [unwritten];
  const stays = effectiveAutostart(editor.settings()) === 'never';
  return stays ? [{ code: 'autostartStaysNever' }] : [];
}

/** Stops VS Code's copies and resets their cached tools; resolves to the failures. */
export async function stopCopies(
  editor: Pick<OwnerContext, 'command'>,
  copies: readonly EditorCopy[],
): Promise<readonly Reason[]> {
  const failed = new Set<string>();
  for (const { server, id } of copies)
    await editor.command('workbench.mcp.stopServer', id).catch(() => failed.add(server));
  const reasons: Reason[] = [];
  if (failed.size > 0) reasons.push({ code: 'copiesNotStopped', args: { servers: [...failed] } });
  await editor
    .command('workbench.mcp.resetCachedTools')
    .catch(() => reasons.push({ code: 'cachedToolsKept' }));
  return reasons;
}

async function applyPlan(
  editor: OwnerContext,
  runner: ChosenOwner,
  layer: OwnerLayer,
): Promise<Reason | undefined> {
  const settings = editor.settings();
  const plan = planOwner(runner, layer, settings);
  try {
    // The earlier values are saved first, so that an interruption loses none.
    for (const at of ['user', 'workspace'] as const) {
      if (plan.saved[at]) await editor.save(at, plan.saved[at]);
    }
    for (const write of plan.writes) await editor.write(write);
    for (const at of ['user', 'workspace'] as const) {
      if (!plan.saved[at] && settings.saved[at]) await editor.save(at, undefined);
    }
    return undefined;
  } catch (error) {
    const { args } = reasonOf(error);
    return { code: 'ownerNotWritten', args: { message: String(args?.['message'] ?? error) } };
  }
}
