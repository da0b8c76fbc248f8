import { isObject } from '../../base/json';
import type { ServerState } from '../../ipc/state';
import type { ShownServer } from './shownServer';

/** Commands that change the state of a server. */
export type ServerAction = 'start' | 'stop' | 'restart';

/** The actions that make sense for a server now; VS Code does not tell us how its own are. */
export function serverActions({ runBy, snapshot }: ShownServer): readonly ServerAction[] {
  return runBy === 'vscode' ? ['start', 'stop', 'restart'] : actionsOf(snapshot.state);
}

/** Commands that change the setting `enabled` of a server. */
export type ServerSwitch = 'enable' | 'disable';

/** The switch that makes sense for a server; what VS Code runs has none of ours. */
export function serverSwitch({
  runBy,
  snapshot,
  inactiveReason,
}: ShownServer): ServerSwitch | undefined {
  if (runBy === 'vscode') return undefined;
  const { state } = snapshot;
  if (!inactiveReason || state.kind !== 'disabled') return 'disable';
  const { code } = state.reason;
  return code === 'disabledBySettings' || code === 'disabledInFile' ? 'enable' : undefined;
}

/** Commands about the authorization at a remote server. */
export type SignInAction = 'signIn' | 'signOut';

/** The actions of that kind which make sense for a server now. */
export function signInActions({
  definition,
  runBy,
  snapshot,
}: ShownServer): readonly SignInAction[] {
  const { launch } = definition;
  const { state } = snapshot;
  if (launch.type === 'stdio' || runBy === 'vscode' || state.kind === 'disabled') return [];
  // A header of the entry goes before any sign-in.
  if (Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization')) return [];
  const waits = state.kind === 'blocked' && state.need === 'authorization';
  const isRefused = state.kind === 'failed' && state.error.code === 'unauthorized';
  return waits || isRefused ? ['signIn', 'signOut'] : ['signOut'];
}

/** True if a server can be restarted with a debugger. */
export function isDebuggable({ definition, runBy, snapshot }: ShownServer): boolean {
  const isOff = snapshot.state.kind === 'disabled';
  return definition.dev?.debug !== undefined && runBy !== 'vscode' && !isOff;
}

/** True if a server has the `logging` capability, so that its log level can be set. */
export function logsByLevel({ runBy, snapshot, inactiveReason }: ShownServer): boolean {
  return (
    runBy !== 'vscode' && !inactiveReason && isObject(snapshot.handshake?.capabilities['logging'])
  );
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
