import type { ServerState } from '../contract/state';
import type { ShownServer } from './shownServer';

/** What a person can tell a server to do. */
export type ServerAction = 'start' | 'stop' | 'restart';

/** The actions that make sense for a server now; VS Code does not tell us how its own are. */
export function serverActions({ runBy, snapshot }: ShownServer): readonly ServerAction[] {
  return runBy === 'vscode' ? ['start', 'stop', 'restart'] : actionsOf(snapshot.state);
}

function actionsOf(state: ServerState): readonly ServerAction[] {
  switch (state.kind) {
    case 'blocked':
    case 'idle':
    case 'failed':
      return ['start'];
    case 'starting':
      return ['stop'];
    case 'running':
    case 'degraded':
    case 'backingOff':
      return ['stop', 'restart'];
    case 'disabled':
    case 'stopping':
      return [];
  }
}
