import type { ServerState } from './state';

/** Whether calls can be sent. */
export function isUp(
  state: ServerState,
): state is Extract<ServerState, { kind: 'running' | 'degraded' }> {
  return state.kind === 'running' || state.kind === 'degraded';
}

/** Whether a start, a retry or an end is still to come. */
export function isUnderWay({ kind }: ServerState): boolean {
  return kind === 'starting' || kind === 'backingOff' || kind === 'stopping';
}

/** Whether somebody wanted the server to run and nobody took that back, well or not. */
export function isDesired(state: ServerState): boolean {
  switch (state.kind) {
    case 'blocked':
    case 'starting':
    case 'running':
    case 'degraded':
    case 'backingOff':
    case 'failed':
      return true;
    case 'disabled':
    case 'idle':
    case 'stopping':
      return false;
  }
}
