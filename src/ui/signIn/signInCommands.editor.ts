import { hasCode, UserError } from '../../base/errors';
import type { ServerEntry } from '../../client/configuredServers';
import type { Workspace } from '../../client/workspace';
import { t } from '../text/texts';
import { trustedOnly, type CommandHandlers } from '../window/registerCommands.editor';
import { delayedProgress, notice } from '../window/notice.editor';
import { pickOurServer, pickServer } from '../tree/pickServer.editor';
import { hasSignIn } from '../tree/serverActions';
import { startShown } from '../tree/serverCommands.editor';
import { t as signInText } from './signInTexts';
import { isUp } from '../../ipc/serverStates';
import type { ServerState } from '../../ipc/state';

/**
 * Signs in to a server. A start leads to the sign-in that the server asks for, but would wait for an earlier one,
 * whose page may be closed. A server that only refuses is asked for its authorization server. A running server that
 * needs more rights needs no start.
 */
async function signIn(workspace: Workspace, id: string): Promise<void> {
  const before = ourState(workspace, id);
  const waits = before?.kind === 'blocked' && before.need === 'authorization';
  const wasUp = before && isUp(before);
  if (!waits) await workspace.start(id);
  const state = ourState(workspace, id);
  const isRefused = state?.kind === 'failed' && state.error.code === 'unauthorized';
  if (!waits && !isRefused && !(state && isUp(state))) return;
  await workspace.host.send('signIn', { id }).catch((error: unknown) => {
    const isDone = hasCode(error, 'alreadySignedIn') || hasCode(error, 'signInNotAsked');
    // The start before was all there was to do.
    if (wasUp || !isDone) throw error;
  });
}

/** The state of a server that Roundhouse runs. */
function ourState(workspace: Workspace, id: string): ServerState | undefined {
  const { runBy, snapshot } = workspace.entries.peek().get(id) ?? {};
  return runBy === 'roundhouse' ? snapshot?.state : undefined;
}

/**
 * Refuses a server that is picked where no server has the action.
 * @throws UserError `noSignIn` {server}; why its entry does not count.
 */
function requireSignIn({ definition, inactiveReason }: ServerEntry): void {
  if (!hasSignIn(definition)) throw new UserError('noSignIn', { server: definition.name });
  if (inactiveReason) throw UserError.from(inactiveReason);
}

/** The commands that let a person in at a remote server, and out. */
export function signInCommands(workspace: Workspace) {
  return {
    signIn: trustedOnly(workspace, async (target) => {
      const entry = await pickServer(workspace, target, 'signIn');
      if (!entry) return;
      requireSignIn(entry);
      const { id, name } = entry.definition;
      const title = t('startingServer', { server: name });
      await startShown(workspace, { id, title }, () => signIn(workspace, id));
    }),
    signOut: trustedOnly(workspace, async (target) => {
      const entry = await pickOurServer(workspace, target, 'signOut');
      if (!entry) return;
      requireSignIn(entry);
      const { id, name } = entry.definition;
      await delayedProgress(
        t('stoppingServer', { server: name }),
        workspace.host.send('signOut', { id }),
      );
      void notice('information', signInText('signedOut', { server: name }));
    }),
  } satisfies CommandHandlers;
}
