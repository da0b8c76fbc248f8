import type { Reason } from '../base/errors';
import type { Need, ServerState, StartStep } from '../ipc/state';
import { isUp } from '../ipc/serverStates';

/** The events of a server. Times are epoch milliseconds. */
export type ServerEvent =
  | { readonly kind: 'start'; readonly attempt: number }
  | { readonly kind: 'step'; readonly step: StartStep }
  | { readonly kind: 'ready'; readonly at: number }
  | { readonly kind: 'degraded'; readonly at: number; readonly what: Reason }
  /** The server does not answer; `responding` follows when it does again. */
  | { readonly kind: 'silent'; readonly what: Reason }
  | { readonly kind: 'responding' }
  /** Its session is lost and renewed at once. */
  | { readonly kind: 'renew' }
  | {
      readonly kind: 'retryLater';
      readonly attempt: number;
      readonly retryAt: number;
      readonly error: Reason;
    }
  | { readonly kind: 'fail'; readonly error: Reason }
  | { readonly kind: 'block'; readonly need: Need; readonly reason: Reason }
  | { readonly kind: 'disable'; readonly reason: Reason }
  | { readonly kind: 'stop' }
  | { readonly kind: 'stopped'; readonly cached: boolean };

/**
 * The next state of a server, or the same object where the event does not apply. It is pure, so that a test can list
 * every state and event as a table.
 */
export function transition(state: ServerState, event: ServerEvent): ServerState {
  switch (event.kind) {
    case 'start':
      return isUp(state) || state.kind === 'starting' || state.kind === 'stopping'
        ? state
        : { kind: 'starting', attempt: event.attempt, step: 'resolving' };
    case 'step':
      return state.kind === 'starting' ? { ...state, step: event.step } : state;
    case 'ready':
      if (state.kind === 'starting') return { kind: 'running', since: event.at };
      return state.kind === 'degraded' ? { kind: 'running', since: state.since } : state;
    case 'degraded':
      if (state.kind === 'starting') {
        return { kind: 'degraded', since: event.at, what: event.what };
      }
      return isUp(state) ? { kind: 'degraded', since: state.since, what: event.what } : state;
    case 'silent':
      // A silence does not replace the reason of a list that failed.
      return state.kind === 'running'
        ? { kind: 'degraded', since: state.since, what: event.what }
        : state;
    case 'responding':
      return state.kind === 'degraded' && state.what.code === 'silent'
        ? { kind: 'running', since: state.since }
        : state;
    case 'renew':
      return isUp(state) ? { kind: 'starting', attempt: 1, step: 'launching' } : state;
    case 'retryLater':
      return isUp(state) || state.kind === 'starting'
        ? {
            kind: 'backingOff',
            attempt: event.attempt,
            retryAt: event.retryAt,
            error: event.error,
          }
        : state;
    case 'fail':
      return isUp(state) || state.kind === 'starting'
        ? { kind: 'failed', error: event.error }
        : state;
    case 'block':
      return isUp(state) || ['starting', 'blocked', 'failed'].includes(state.kind)
        ? { kind: 'blocked', need: event.need, reason: event.reason }
        : state;
    case 'disable':
      return state.kind === 'stopping' ? state : { kind: 'disabled', reason: event.reason };
    case 'stop':
      return isUp(state) || state.kind === 'starting' || state.kind === 'backingOff'
        ? { kind: 'stopping' }
        : state;
    case 'stopped':
      return { kind: 'idle', cached: event.cached };
  }
}
