import type { ReadonlySignal } from '@preact/signals-core';
import { UserError, type Reason } from '../../base/errors';
import type { Workspace } from '../../client/workspace';
import {
  type ServerEntry,
  entrySettings,
  layersOf,
  type LayeredSetting,
} from '../../client/configuredServers';
import {
  layersToDisable,
  planDisable,
  planEnable,
  type WritableLayer,
} from '../../config/write/settingsWrite';
import type { Definition } from '../../config/definition';
import type { ServerState } from '../../ipc/state';
import { t, type TextKey } from '../text/texts';
import { trustedOnly, type CommandHandlers, type Target } from '../window/registerCommands.editor';
import { holds } from '../../base/holds';
import { notice, showReason, delayedProgress } from '../window/notice.editor';
import { writeServers } from '../window/settingsFile.editor';
import { pickRow } from '../window/pick.editor';
import type { ServerAction } from './serverActions';
import { reasonOfState } from './serverText';
import { pickOurServer, pickServer, showNoServers } from './pickServer.editor';

/** The commands that start and stop servers. `chat`: connects chat to one. */
export function serverCommands(workspace: Workspace, chat: StartInChat) {
  // A person who starts a server wants it in chat too, even if they stopped it there.
  const started = async (action: 'start' | 'restart', target: Target): Promise<void> => {
    const entry = await act(workspace, action, target);
    if (entry?.notInChat) chat.startInChat(entry.definition.id);
  };
  return {
    startServer: trustedOnly(workspace, (target) => started('start', target)),
    stopServer: async (target) => void (await act(workspace, 'stop', target)),
    restartServer: trustedOnly(workspace, (target) => started('restart', target)),
    startInChat: trustedOnly(workspace, (target) => startInChat(workspace, chat, target)),
    startAll: trustedOnly(workspace, () => startAll(workspace)),
    stopAll: async () => {
      const runners = Array.from(workspace.entries.peek().values(), ({ runBy }) => runBy);
      if (runners.length > 0 && runners.every((runner) => runner === 'vscode'))
        throw new UserError('ownedByEditor');
      const done = workspace.stopAll().then(() => settled(workspace, all));
      await delayedProgress(t('stoppingAll'), done);
    },
  } satisfies CommandHandlers;
}

const titles: Readonly<Record<ServerAction, TextKey>> = {
  start: 'startingServer',
  stop: 'stoppingServer',
  restart: 'restartingServer',
};

/** Connects chat to a server; a second call while it is connected changes nothing. */
export interface StartInChat {
  startInChat(serverId: string): void;
}

async function startInChat(workspace: Workspace, chat: StartInChat, target: Target): Promise<void> {
  const entry = await pickServer(workspace, target, 'chatStart');
  if (!entry) return;
  const { id, name } = entry.definition;
  chat.startInChat(id);
  const left = new AbortController();
  const ended = holds(() => {
    const now = workspace.entries.value.get(id);
    return isInChat(now) || obstacleToChat(id, now) !== undefined;
  }, left.signal);
  await delayedProgress(t('startingInChat', { server: name }), ended, () => left.abort());
  const now = workspace.entries.peek().get(id);
  const why = isInChat(now) ? undefined : obstacleToChat(id, now);
  if (why) await showReason(why, entry.definition);
}

function isInChat(entry: ServerEntry | undefined): boolean {
  return entry?.snapshot.chat?.kind === 'open' && entry.notInChat === undefined;
}

/** The reason why chat does not get a server without a person; absent while it may take its time. `entry`: absent if gone. */
function obstacleToChat(server: string, entry: ServerEntry | undefined): Reason | undefined {
  if (!entry) return { code: 'entryGone', args: { server } };
  const { runBy, notInChat, snapshot } = entry;
  if (runBy === 'vscode') return { code: 'ownedByEditor' };
  if (runBy === 'undecided') return { code: 'ownerUndecided' };
  if (notInChat) return notInChat;
  const { state } = snapshot;
  const isStuck = ['disabled', 'blocked', 'failed'].includes(state.kind);
  return isStuck ? reasonOfState(state) : undefined;
}

/** Gives the server as it is afterwards; `undefined` where the person picked none. */
async function act(
  workspace: Workspace,
  action: ServerAction,
  target: Target,
): Promise<ServerEntry | undefined> {
  const entry = await pickServer(workspace, target, action);
  if (!entry) return undefined;
  const { id, name } = entry.definition;
  const title = t(titles[action], { server: name });
  // Stopping goes on by itself; the other two are taken back by a stop.
  if (action === 'stop') await delayedProgress(title, workspace.stop(id));
  else await startShown(workspace, { id, title }, () => workspace[action](id));
  return workspace.entries.peek().get(id);
}

/** Shows a start that a person asked for: progress with Cancel, then the reason of a failure. */
export async function startShown(
  workspace: Workspace,
  server: { readonly id: string; readonly title: string },
  start: () => Promise<void>,
): Promise<void> {
  const after = await startWithProgress(workspace, server, start);
  const reason = after && startFailure(after);
  if (reason) await showReason(reason, after.definition);
}

/** Gives the server as it is after a start that a person asked for. */
export async function startWithProgress(
  workspace: Workspace,
  { id, title }: { readonly id: string; readonly title: string },
  start: () => Promise<void>,
): Promise<ServerEntry | undefined> {
  const concerns = (other: string): boolean => other === id;
  const begun = start();
  await launching(workspace, concerns, begun);
  const done = begun.then(() => settled(workspace, concerns));
  await delayedProgress(title, done, () => void workspace.stop(id));
  return workspace.entries.peek().get(id);
}

async function startAll(workspace: Workspace): Promise<void> {
  if (workspace.owner.peek() !== 'ask' && !(await hasStartable(workspace))) return;
  const begun = workspace.startAll();
  const cancel = (): void => {
    for (const [id, { snapshot }] of workspace.entries.peek()) {
      if (snapshot.state.kind === 'starting') void workspace.stop(id);
    }
  };
  // A person may still be asked about some servers when all others are up.
  while (await launching(workspace, all, begun)) {
    await delayedProgress(t('startingAll'), settled(workspace, all), cancel);
  }
}

/**
 * True if we may start any server; else says why not.
 * @throws UserError `ownedByEditor`.
 */
async function hasStartable(workspace: Workspace): Promise<boolean> {
  const all = [...workspace.entries.peek().values()];
  const ours = all.filter(({ runBy }) => runBy !== 'vscode');
  if (ours.some(({ inactiveReason }) => !inactiveReason)) return true;
  if (ours.length < all.length) throw new UserError('ownedByEditor');
  const [{ inactiveReason, definition } = {}] = ours;
  if (inactiveReason) await showReason(inactiveReason, definition);
  else void showNoServers();
  return false;
}

/** True for the id of a server that a progress is about. */
type Concerns = (id: string) => boolean;

const all: Concerns = () => true;

/** Waits until no server is starting or stopping. */
function settled(workspace: Workspace, concerns: Concerns): Promise<void> {
  return holds(() =>
    statesOf(workspace, concerns).every(({ kind }) => kind !== 'starting' && kind !== 'stopping'),
  );
}

/**
 * Waits until servers start and the launch of each is known, because a question to the person replaces the progress.
 * False if the start is over before.
 */
async function launching(
  workspace: Workspace,
  concerns: Concerns,
  begun: Promise<void>,
): Promise<boolean> {
  const over = new AbortController();
  const launched = holds(() => {
    const starting = statesOf(workspace, concerns).filter(({ kind }) => kind === 'starting');
    return starting.length > 0 && !starting.some(isResolving);
  }, over.signal);
  try {
    return await Promise.race([begun.then(() => false), launched.then(() => true)]);
  } finally {
    over.abort();
  }
}

function isResolving(state: ServerState): boolean {
  return state.kind === 'starting' && state.step === 'resolving';
}

/** The states of the servers that VS Code does not run. Reads signals. */
function statesOf(workspace: Workspace, concerns: Concerns): readonly ServerState[] {
  return [...workspace.entries.value]
    .filter(([id, { runBy }]) => concerns(id) && runBy !== 'vscode')
    .map(([, { snapshot }]) => snapshot.state);
}

/** Reason why a start by hand failed; `undefined` where the person declined it themselves. */
export function startFailure({ snapshot, runBy }: ServerEntry): Reason | undefined {
  const { state } = snapshot;
  const reason = reasonOfState(state);
  const wasDeclined =
    state.kind === 'blocked' &&
    (state.need !== 'authorization' || state.reason.code === 'signInCancelled');
  return wasDeclined || runBy !== 'roundhouse' ? undefined : reason;
}

/**
 * The commands that keep servers from running, or let them run again, by the settings.
 * `globalStorage`: the extension's own folder in the user data.
 */
export function serverSwitches(
  workspace: Workspace,
  setting: ReadonlySignal<LayeredSetting>,
  globalStorage: string,
) {
  return {
    disableServer: async (target) => {
      const entry = await pickOurServer(workspace, target, 'disable');
      const layer = entry && (await askLayer(entry, setting.peek().folders.size));
      if (!layer) return;
      const { definition } = entry;
      const layers = layersOf(definition, setting.peek());
      const { folder } = definition.source;
      await writeServers(planDisable(definition.name, layers, layer), { folder, globalStorage });
    },
    enableServer: async (target) => {
      const entry = await pickOurServer(workspace, target, 'enable');
      if (!entry) return;
      const { definition, snapshot } = entry;
      const file = entrySettings(definition);
      const inFile = {
        disabled: file?.settings.enabled === false,
        ofWorkspace: file?.ofWorkspace ?? false,
      };
      const layers = layersOf(definition, setting.peek());
      const writes = planEnable(definition.name, layers, inFile, setting.peek().folders.size);
      if (writes.length === 0) return showWhyOff(definition, snapshot.state);
      const { folder } = definition.source;
      for (const one of writes) await writeServers(one, { folder, globalStorage });
    },
  } satisfies CommandHandlers;
}

/** Shows what other than a setting disables a server. */
async function showWhyOff(definition: Definition, state: ServerState): Promise<void> {
  if (state.kind === 'disabled') await showReason(state.reason, definition);
  else void notice('information', t('notDisabled', { server: definition.name }));
}

async function askLayer(
  { definition }: ServerEntry,
  folders: number,
): Promise<WritableLayer | undefined> {
  const [first, ...others] = layersToDisable(definition.source, folders);
  if (others.length === 0) return first;
  const picks = [
    {
      label: t('switchWorkspace'),
      detail: t('switchWorkspaceDetail'),
      layer: 'workspace',
    },
    { label: t('switchUser'), detail: t('switchUserDetail'), layer: 'user' },
  ] as const;
  const placeHolder = t('switchLayer', { server: definition.name });
  return (await pickRow(placeHolder, picks))?.layer;
}
