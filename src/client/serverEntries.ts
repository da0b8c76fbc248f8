import type { Reason } from '../base/errors';
import { isUp } from '../ipc/serverStates';
import type { ServerSnapshot } from '../ipc/state';
import type { ConfiguredServer } from './configuredServers';
import type { ServerEntry } from './workspaceModel';

/** Every configured server with what the host says of it, or what is known before that. */
export function serverEntries(
  configured: ReadonlyMap<string, ConfiguredServer>,
  snapshots: ReadonlyMap<string, ServerSnapshot>,
  trusted: boolean,
  /** Why chat does not have the tools of a server. */
  absent?: ReadonlyMap<string, Reason>,
): ReadonlyMap<string, ServerEntry> {
  return new Map(
    Array.from(configured, ([id, server]) => {
      const { inactiveReason, ...rest } = server;
      const known = inactiveReason ? undefined : snapshots.get(id);
      const snapshot = known ?? notSeenYet(server, trusted);
      const notInChat = hasTools(snapshot) ? absent?.get(id) : undefined;
      return [id, { ...rest, snapshot, isInactive: inactiveReason !== undefined, notInChat }];
    }),
  );
}

/** Whether chat misses something without it: what else is in the way, its state says. */
function hasTools({ state, catalogVersion }: ServerSnapshot): boolean {
  return isUp(state) || (state.kind === 'idle' && catalogVersion > 0);
}

function notSeenYet(
  { definition, inactiveReason }: ConfiguredServer,
  trusted: boolean,
): ServerSnapshot {
  const untrusted = trusted ? undefined : { code: 'workspaceUntrusted', args: {} };
  const reason = inactiveReason ?? untrusted;
  return {
    id: definition.id,
    name: definition.name,
    state: reason ? { kind: 'disabled', reason } : { kind: 'idle', cached: false },
    restarts: 0,
    catalogVersion: 0,
    counts: { tools: 0, prompts: 0, resources: 0 },
  };
}
