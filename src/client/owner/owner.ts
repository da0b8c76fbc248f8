import { reasonOf, type Reason } from '../../base/errors';
import type { EditorCopy } from './ownerCopies';
import {
  effectiveAutostart,
  planOwner,
  type KeptAutostart,
  type OwnerLayer,
  type OwnerSettings,
  type Runner,
  type SettingWrite,
} from './ownerPlan';

/** What the choice of the owner needs of an editor. */
export interface OwnerPorts {
  settings(): OwnerSettings;
  /** Rejects where the file cannot be written. */
  write(write: SettingWrite): Promise<void>;
  /** Remembers what a layer had; `undefined` forgets it. */
  keep(layer: OwnerLayer, kept: KeptAutostart | undefined): Promise<void>;
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
  ports: OwnerPorts,
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
export async function giveBack(ports: OwnerPorts, layer: OwnerLayer): Promise<OwnerOutcome> {
  const unwritten = await applyPlan(ports, 'vscode', layer);
  if (unwritten) return { failed: [unwritten], reloading: false };
  const stays = effectiveAutostart(ports.settings()) === 'never';
  return { failed: stays ? [{ code: 'autostartStaysNever' }] : [], reloading: false };
}

/** Stops VS Code's copies and forgets their cached tools; what did not work comes back as reasons. */
export async function stopCopies(
  ports: Pick<OwnerPorts, 'command'>,
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
  ports: OwnerPorts,
  runner: Runner,
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
