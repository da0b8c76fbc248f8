import { isObject } from '../../base/json';
import type { Definition } from '../../config/definition';
import type { ServerState } from '../../ipc/state';
import { hasHeader } from '../../protocol/headers';
import type { ShownServer } from './shownServer';

/** Commands that change the state of a server. */
export type ServerAction = 'start' | 'stop' | 'restart';

/** All commands that apply to some servers and not to others, as the menus test them. */
export type OfferedAction =
  ServerAction | 'signIn' | 'signOut' | 'enable' | 'disable' | 'chatStart' | 'debug' | 'logLevel';

const actionsOfState: Readonly<Record<ServerState['kind'], readonly ServerAction[]>> = {
  blocked: ['start'],
  idle: ['start'],
  failed: ['start'],
  starting: ['stop'],
  running: ['stop', 'restart'],
  degraded: ['stop', 'restart'],
  backingOff: ['stop', 'restart'],
  disabled: [],
  stopping: [],
};

/** The actions that make sense for a server now; VS Code does not tell us how its own are. */
export function serverActions({ runBy, snapshot }: ShownServer): readonly ServerAction[] {
  return runBy === 'vscode' ? ['start', 'stop', 'restart'] : actionsOfState[snapshot.state.kind];
}

/** All commands that make sense for a server now; few of them for what VS Code runs. */
export function offeredActions(server: ShownServer): readonly OfferedAction[] {
  const { definition, runBy, snapshot, inactiveReason, notInChat } = server;
  const { state, handshake } = snapshot;
  const isOurs = runBy !== 'vscode';
  const isOff = state.kind === 'disabled';
  const logs = !inactiveReason && isObject(handshake?.capabilities['logging']);
  return [
    ...serverActions(server),
    ...(isOurs && !isOff ? signInActions(server) : []),
    ...(isOurs ? switchOf(server) : []),
    ...(notInChat ? (['chatStart'] as const) : []),
    ...(isOurs && !isOff && definition.dev?.debug ? (['debug'] as const) : []),
    ...(isOurs && logs ? (['logLevel'] as const) : []),
  ];
}

/** The command that changes the setting `enabled` of a server, if that makes sense. */
function switchOf({ snapshot: { state }, inactiveReason }: ShownServer): readonly OfferedAction[] {
  if (!inactiveReason || state.kind !== 'disabled') return ['disable'];
  const { code } = state.reason;
  return code === 'disabledBySettings' || code === 'disabledInFile' ? ['enable'] : [];
}

/** True if a person can sign in at a server, whatever its state. A header of the entry goes before any sign-in. */
export function hasSignIn({ launch }: Definition): boolean {
  return launch.type !== 'stdio' && !hasHeader(launch.headers, 'authorization');
}

/** The commands about the authorization at a remote server. */
function signInActions({ definition, snapshot: { state } }: ShownServer): readonly OfferedAction[] {
  if (!hasSignIn(definition)) return [];
  const waits = state.kind === 'blocked' && state.need === 'authorization';
  const isRefused = state.kind === 'failed' && state.error.code === 'unauthorized';
  return waits || isRefused ? ['signIn', 'signOut'] : ['signOut'];
}
