import { effect } from '@preact/signals-core';
import type { ServerEntry, WorkspaceModel } from '../hostClient/workspaceModel';
import type { ServerAction } from '../views/serverActions';
import { reasonOfState } from '../views/serverText';
import { say, type TextKey } from '../views/texts';
import { trustedOnly, type CommandHandlers } from './commands';
import { showReason } from './failure';
import { lateProgress } from './lateProgress';
import { pickServer } from './pickServer';
import type { Target } from './target';

/** The commands that start and stop servers. */
export function serverCommands(model: WorkspaceModel): CommandHandlers {
  return {
    startServer: trustedOnly(model, (target) => act(model, 'start', target)),
    stopServer: (target) => act(model, 'stop', target),
    restartServer: trustedOnly(model, (target) => act(model, 'restart', target)),
    startAll: trustedOnly(model, () => startAll(model)),
    stopAll: async () => {
      await model.stopAll();
      await lateProgress(
        say('stoppingAll'),
        settled(model, () => true),
      );
    },
  };
}

const titles: Readonly<Record<ServerAction, TextKey>> = {
  start: 'startingServer',
  stop: 'stoppingServer',
  restart: 'restartingServer',
};

async function act(model: WorkspaceModel, action: ServerAction, target: Target): Promise<void> {
  const entry = await pickServer(model, target, action);
  if (!entry) return;
  const { id, name } = entry.definition;
  // Whoever is being asked something needs no progress beside the question.
  await model[action](id);
  const done = settled(model, (other) => other === id);
  // Stopping goes on by itself; the other two are taken back by a stop.
  const cancel = action === 'stop' ? undefined : () => void model.stop(id);
  await lateProgress(say(titles[action], { server: name }), done, cancel);
  const after = model.entries.peek().get(id);
  if (action !== 'stop' && after) await tellFailure(after);
}

async function startAll(model: WorkspaceModel): Promise<void> {
  await model.startAll();
  const done = settled(model, () => true);
  await lateProgress(say('startingAll'), done, () => {
    for (const [id, { snapshot }] of model.entries.peek()) {
      if (snapshot.state.kind === 'starting') void model.stop(id);
    }
  });
}

/** Waits until none of the servers is on its way up or down. */
function settled(model: WorkspaceModel, concerns: (id: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const moving = [...model.entries.value].some(
        ([id, { snapshot, runBy }]) =>
          concerns(id) && runBy !== 'vscode' && isMoving(snapshot.state.kind),
      );
      if (moving) return;
      resolve();
      // An effect cannot end itself during its first run.
      queueMicrotask(() => stop());
    });
  });
}

function isMoving(kind: string): boolean {
  return kind === 'starting' || kind === 'stopping';
}

/** Whoever started a server by hand is told why it failed; what they declined they know. */
async function tellFailure({ definition, snapshot, runBy }: ServerEntry): Promise<void> {
  const { state } = snapshot;
  const reason = reasonOfState(state);
  if (!reason || state.kind === 'blocked' || runBy !== 'roundhouse') return;
  await showReason(reason, definition);
}
