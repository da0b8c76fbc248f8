import { basename } from 'node:path';
import { effect, untracked } from '@preact/signals-core';
import * as vscode from 'vscode';
import { BoundedSet } from '../../base/bounded';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Definition, Launch } from '../../config/definition';
import { watchLimit, watchWindow, type WatchDecision } from '../../client/watchPolicy';
import type { Workspace } from '../../client/workspace';
import { isUp } from '../../ipc/serverStates';
import type { ServerState } from '../../ipc/state';
import { t } from '../text/texts';

/** Milliseconds in which changed files are taken as one, since a build writes many. */
const coalesceMs = 300;
/** Files that are remembered as changed or as left out. */
const mostFiles = 10_000;

/** Restarts a running server when a file changes that its entry names in `dev.watch`. */
export function registerDevWatch(workspace: Workspace, log: vscode.LogOutputChannel): Disposable {
  const store = new DisposableStore();
  const watches = new Map<string, Disposable>();
  /** The file that changed last while its server was starting, by the id of the server. */
  const late = new Map<string, string>();
  /**
   * Servers that were restarted for such a file, until that start is over, by whether it has begun. A server that
   * writes what it watches while it starts would restart after every start.
   */
  const repeated = new Map<string, boolean>();
  store.add(() => {
    for (const watch of watches.values()) watch.dispose();
  });
  store.add(
    effect(() => {
      const wanted = new Map<string, Definition>();
      for (const { definition, runBy } of workspace.entries.value.values()) {
        const { dev, id, source } = definition;
        if (runBy === 'vscode' || !dev || dev.watch.length === 0) continue;
        wanted.set(JSON.stringify([id, source.folder, dev.watch]), definition);
      }
      for (const [key, watch] of watches) {
        if (wanted.has(key)) continue;
        watch.dispose();
        watches.delete(key);
      }
      for (const [key, definition] of wanted) {
        if (!watches.has(key)) watches.set(key, watchFiles(definition, changed));
      }
    }),
  );
  store.add(
    effect(() => {
      const entries = workspace.entries.value;
      const stateOf = (id: string): ServerState | undefined => entries.get(id)?.snapshot.state;
      for (const [id, hasBegun] of repeated) {
        if (stateOf(id)?.kind === 'starting') repeated.set(id, true);
        else if (hasBegun) repeated.delete(id);
      }
      for (const [id, file] of late) {
        const state = stateOf(id);
        if (state?.kind === 'starting') continue;
        late.delete(id);
        // The next try of a server that waits for one reads the file.
        if (!state || !(isUp(state) || state.kind === 'failed')) continue;
        if (untracked(() => changed(id, file)) === 'restart') repeated.set(id, false);
      }
    }),
  );
  return store;

  function changed(id: string, file: string): WatchDecision {
    const launch = workspace.entries.peek().get(id)?.definition.launch;
    const decision = workspace.fileChanged(id, launch && isEnvFile(launch, file));
    if (decision === 'later' && !repeated.has(id)) late.set(id, file);
    const args = { server: id, file, count: watchLimit, seconds: watchWindow };
    if (decision === 'restart') log.info(t('entryRestartedByFile', args));
    else if (decision === 'pause') log.warn(t('watchPaused', args));
    return decision;
  }
}

/** True if the file may be that of a launch, whose path may have variables. */
function isEnvFile(launch: Launch, file: string): boolean {
  const envFile = launch.type === 'stdio' ? launch.envFile : undefined;
  return envFile !== undefined && basename(envFile) === basename(file);
}

/** Watches the files of an entry. Those of a pattern that begins with `!` are left out, wherever it stands. */
function watchFiles(
  { id, dev, source }: Definition,
  changed: (id: string, file: string) => unknown,
): Disposable {
  const store = new DisposableStore();
  const [found, excluded] = [new BoundedSet<string>(mostFiles), new BoundedSet<string>(mostFiles)];
  let timer: NodeJS.Timeout | undefined;
  store.add(() => clearTimeout(timer));
  const report = (): void => {
    const file = [...found].findLast((name) => !excluded.has(name));
    found.clear();
    if (file !== undefined) changed(id, file);
  };
  const folder = source.folder ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) return store;
  for (const glob of dev?.watch ?? []) {
    const [, not, included = ''] = /^(!?)(.*)$/s.exec(glob) ?? [];
    const soon = ({ fsPath }: vscode.Uri): void => {
      if (not) return void excluded.add(fsPath);
      // It would put off the restart for others.
      if (excluded.has(fsPath)) return;
      found.add(fsPath);
      clearTimeout(timer);
      timer = setTimeout(report, coalesceMs);
    };
    const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), included);
    const watcher = store.add(vscode.workspace.createFileSystemWatcher(pattern));
    store.add(watcher.onDidCreate(soon));
    store.add(watcher.onDidChange(soon));
    store.add(watcher.onDidDelete(soon));
  }
  return store;
}
