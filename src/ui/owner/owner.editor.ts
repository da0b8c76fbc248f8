import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Reason } from '../../base/errors';
import type { Definition } from '../../config/definition';
import {
  type EditorCopy,
  editorCopies,
  doubledServers,
  hasCopiedTools,
} from '../../client/editorCopies';
import {
  giveBack,
  takeOver,
  type OwnerLayer,
  type OwnerContext,
  type SavedAutostart,
  type OwnerSettings,
  stopCopies,
  needsTakeOver,
  ownerLayer,
} from '../../client/owner';
import type { OwnerChoice } from '../../client/consent';
import type { Workspace } from '../../client/workspace';
import { t } from '../chat/chatTexts';
import { nextAction, sentence } from '../reasons/sentence';
import { notice } from '../window/notice.editor';
import type { WindowContext } from '../window/windowContext.editor';

/**
 * Makes `runner` the owner and reports what could not be done. False if nothing was changed. `starts`: the ids of the
 * servers that start after a reload, see {@link startAfterReload}.
 */
export async function changeOwner(
  extensionContext: vscode.ExtensionContext,
  workspace: Workspace,
  { runner, layer }: OwnerChoice,
  starts: readonly string[] = [],
): Promise<boolean> {
  const editor = ownerContext(extensionContext, workspace, starts);
  const failed =
    runner === 'roundhouse'
      ? await takeOver(editor, layer, copiesOf(definitionsOf(workspace)))
      : await giveBack(editor, layer);
  showReasons(failed);
  return failed.every(({ code }) => code !== 'ownerNotWritten');
}

/** Shows reasons as one warning; none, nothing. */
export function showReasons(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  const sentences = reasons.flatMap((reason) => [sentence(reason), nextAction(reason)?.text ?? '']);
  void notice('warning', sentences.filter(Boolean).join(' '));
}

const startsKey = 'roundhouse.startsAfterReload';

/**
 * Starts the servers that a person approved before the window reloaded for its new owner: as by hand, so that they are
 * asked for values.
 */
export async function startAfterReload({
  extensionContext: { workspaceState },
  config,
  workspace,
}: Pick<WindowContext, 'extensionContext' | 'config' | 'workspace'>): Promise<void> {
  const starts = workspaceState.get<readonly string[]>(startsKey);
  if (!starts) return;
  await workspaceState.update(startsKey, undefined);
  await config.idle();
  const known = starts.filter((id) => workspace.entries.peek().has(id));
  const start = (id: string) => vscode.commands.executeCommand('roundhouse.startServer', id);
  await Promise.all(known.map(start));
}

const savedKey = 'roundhouse.keptAutostart';

/** The editor as the choice of the owner sees it. */
export function ownerContext(
  extensionContext: vscode.ExtensionContext,
  workspace: Workspace,
  starts: readonly string[] = [],
): OwnerContext {
  const memento = (layer: OwnerLayer): vscode.Memento =>
    layer === 'user' ? extensionContext.globalState : extensionContext.workspaceState;
  return {
    settings: () => ownerSettings(extensionContext),
    write: async ({ key, layer, value }) => {
      const target =
        layer === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
      await vscode.workspace.getConfiguration().update(key, value, target);
    },
    save: async (layer, saved) => memento(layer).update(savedKey, saved),
    command: async (id, ...args) => {
      await vscode.commands.executeCommand(id, ...args);
    },
    hasEditorTools: () => {
      const entries = [...workspace.entries.value.values()];
      const others = entries.filter(({ runBy }) => runBy !== 'roundhouse');
      const copies = copiesOf(others.map(({ definition }) => definition));
      return hasCopiedTools(vscode.lm.tools, publishedTools(workspace), copies);
    },
    reloadWindow: async () => {
      if (starts.length > 0) await extensionContext.workspaceState.update(startsKey, starts);
      await vscode.commands.executeCommand('workbench.action.reloadWindow');
    },
  };
}

/** Settings about the owner, with the stored previous values. */
function ownerSettings(extensionContext: vscode.ExtensionContext): OwnerSettings {
  const configuration = vscode.workspace.getConfiguration();
  const autostart = configuration.inspect<string>('chat.mcp.autostart');
  const owner = configuration.inspect<string>('roundhouse.owner');
  return {
    autostartDefault: autostart?.defaultValue,
    autostart: { user: autostart?.globalValue, workspace: autostart?.workspaceValue },
    owner: { user: owner?.globalValue, workspace: owner?.workspaceValue },
    saved: {
      user: extensionContext.globalState.get<SavedAutostart>(savedKey),
      workspace: extensionContext.workspaceState.get<SavedAutostart>(savedKey),
    },
  };
}

function definitionsOf(workspace: Workspace): readonly Definition[] {
  return Array.from(workspace.entries.value.values(), ({ definition }) => definition);
}

/** VS Code's possible copies of these entries. */
function copiesOf(definitions: readonly Definition[]): readonly EditorCopy[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return editorCopies(definitions, folders);
}

const copyCommands = {
  start: 'workbench.mcp.startServer',
  stop: 'workbench.mcp.stopServer',
  restart: 'workbench.mcp.restartServer',
  showLog: 'workbench.mcp.showOutput',
} as const;

/** Has VS Code do something with its own copy of an entry. */
export async function editorServer(
  action: keyof typeof copyCommands,
  definition: Definition,
): Promise<void> {
  for (const { id } of copiesOf([definition])) {
    await vscode.commands.executeCommand(copyCommands[action], id);
  }
}

function publishedTools(workspace: Workspace): Parameters<typeof doubledServers>[1] {
  const ours = [...workspace.entries.value.values()].filter(({ runBy }) => runBy === 'roundhouse');
  return ours.flatMap(({ definition: { id, name: server } }) =>
    (workspace.host.catalog(id).value?.tools ?? []).map(({ name, description }) => ({
      server,
      name,
      description,
    })),
  );
}

/** Milliseconds for chat's list of tools to settle; there is no event for it. */
const settleMs = 3000;
const offeredKey = 'roundhouse.takeOverOffered';

/**
 * Watches the choice of the owner. Offers once to finish a take-over that only the settings have. If chat has a
 * server's tools twice, offers once per window to stop VS Code's copy.
 */
export class OwnerWatch implements Disposable {
  readonly #store = new DisposableStore();
  readonly #offered = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly extensionContext: vscode.ExtensionContext,
    private readonly workspace: Workspace,
  ) {
    this.#store.add(() => clearTimeout(this.#timer));
    this.#store.add(
      effect(() => {
        void workspace.owner.value;
        void workspace.trusted.value;
        // Subscribing to the catalogs also keeps them known until the check reads them.
        for (const id of workspace.entries.value.keys()) void workspace.host.catalog(id).value;
        this.check();
      }),
    );
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('chat.mcp')) this.check();
      }),
    );
  }

  /** Looks at settings and tools once they have settled. */
  check(): void {
    clearTimeout(this.#timer);
    if (this.#store.disposed) return;
    this.#timer = setTimeout(() => void this.#look(), settleMs);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #look(): Promise<void> {
    if (this.workspace.owner.value !== 'roundhouse' || !this.workspace.trusted.value) return;
    const settings = ownerSettings(this.extensionContext);
    if (needsTakeOver(settings)) await this.#offerFinish(ownerLayer(settings));
    else await this.#offerStop(doubledServers(vscode.lm.tools, publishedTools(this.workspace)));
  }

  async #offerFinish(layer: OwnerLayer): Promise<void> {
    if (this.extensionContext.workspaceState.get(offeredKey)) return;
    await this.extensionContext.workspaceState.update(offeredKey, true);
    const finish = t('finish');
    const answer = await notice('information', t('finishQuestion'), finish);
    if (answer === finish)
      await changeOwner(this.extensionContext, this.workspace, { runner: 'roundhouse', layer });
  }

  async #offerStop(doubled: readonly string[]): Promise<void> {
    const servers = doubled.filter((name) => !this.#offered.has(name));
    if (servers.length === 0) return;
    for (const name of servers) this.#offered.add(name);
    const stopCopy = t('stopCopy');
    const text = t('doubled', { servers });
    if ((await notice('warning', text, stopCopy)) !== stopCopy) return;
    const editor = ownerContext(this.extensionContext, this.workspace);
    const copied = definitionsOf(this.workspace).filter(({ name }) => servers.includes(name));
    showReasons(await stopCopies(editor, copiesOf(copied)));
    const reload = t('reload');
    const next = await notice('information', t('copyStopped'), reload);
    if (next === reload) await editor.reloadWindow();
  }
}
