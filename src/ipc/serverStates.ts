import type { Reason } from '../base/errors';
import type { ServerState } from './state';

// Apart from the schemas of `state.ts`, which activation must not load.

/** True if calls can be sent. */
export function isUp(
  state: ServerState,
): state is Extract<ServerState, { kind: 'running' | 'degraded' }> {
  return state.kind === 'running' || state.kind === 'degraded';
}

/** Why a server is in quarantine: it took its host down. Only a person's start of this very server ends that. */
export function quarantineReason(state: ServerState): Reason | undefined {
  const isHeld = state.kind === 'failed' && /^(?:froze|crashed)Host$/.test(state.error.code);
  return isHeld ? state.error : undefined;
}

/** True while a start, a retry or an end is pending. */
export function isUnderWay({ kind }: ServerState): boolean {
  return kind === 'starting' || kind === 'backingOff' || kind === 'stopping';
}

/** True if somebody wants the server to run, even if it has failed. */
export function isDesired({ kind }: ServerState): boolean {
  return kind !== 'disabled' && kind !== 'idle' && kind !== 'stopping';
}
