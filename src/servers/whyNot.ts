import { UserError, type Reason } from '../base/errors';
import type { ServerState } from '../ipc/state';

/** Why a server in this state takes no call; `byHandOnly`: nothing but a person starts it. */
export function whyNot(server: string, state: ServerState, byHandOnly: boolean): UserError {
  switch (state.kind) {
    case 'blocked':
    case 'disabled':
      return UserError.from(withServer(state.reason, server));
    case 'failed':
      return UserError.from(givenUp(server, state.error));
    case 'backingOff': {
      const seconds = secondsUntil(state.retryAt);
      return new UserError('waitsForRetry', { server, seconds }, { because: state.error });
    }
    case 'idle':
    case 'stopping':
      return byHandOnly
        ? new UserError('notStartedByItself', { server })
        : new UserError('notRunning', { server, state: state.kind });
    case 'starting':
    case 'running':
    case 'degraded':
      return new UserError('notRunning', { server, state: state.kind });
  }
}

/** Why a server that failed for good takes no call: nobody starts it again but a person. */
export function givenUp(server: string, error: Reason): Reason {
  if (error.code === 'crashLoop') return withServer(error, server);
  return { code: 'givenUp', args: { server }, cause: error };
}

/** How long it is until a time in epoch milliseconds, in whole seconds, as a person reads it: never 0. */
export function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1_000));
}

function withServer(reason: Reason, server: string): Reason {
  return { ...reason, args: { ...reason.args, server } };
}
