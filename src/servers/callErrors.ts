import { UserError, type Reason } from '../base/errors';
import type { ServerState } from '../ipc/state';
import { isUp } from '../ipc/serverStates';

/**
 * The error of a call in a state in which the server takes none. `byHandOnly`: only a person may start the server.
 */
export function unavailableError(
  server: string,
  state: ServerState,
  byHandOnly: boolean,
): UserError {
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

/**
 * The error of a call with a lost connection. `server` is the client's name for the server. It tells if the call may
 * have run, why the connection ended, and the server's `state`. Others stay as they are, without secrets of the launch.
 */
export function interruptedCall(
  failure: UserError,
  server: string,
  state: ServerState,
  cleaned: (reason: Reason) => Reason,
): UserError {
  // The server refused the call, so it counts as one that comes now.
  if (failure.code === 'sessionLost' && !isUp(state)) return unavailableError(server, state, false);
  if (failure.code !== 'connectionClosed' && failure.code !== 'sessionLost') {
    return withoutSecrets(failure, cleaned);
  }
  const { cause } = failure.reason;
  const interrupted = (because: Reason | undefined, args = {}): UserError =>
    new UserError('callInterrupted', { server, ...args }, { cause: failure, because });
  switch (state.kind) {
    case 'stopping':
    case 'idle':
      return new UserError('callStopped', { server }, { cause: failure });
    case 'backingOff':
      return interrupted(state.error, { seconds: secondsUntil(state.retryAt) });
    case 'failed':
      return interrupted(givenUp(server, state.error));
    default:
      return interrupted(cause && cleaned(cause));
  }
}

/** Our own words may name an address with a secret; the server's are its own. */
function withoutSecrets(failure: UserError, cleaned: (reason: Reason) => Reason): UserError {
  if (failure.code === 'serverError') return failure;
  const { reason, cause } = failure;
  const clean = cleaned(reason);
  return clean === reason ? failure : UserError.from(clean, { cause });
}

/** The reason of a server that failed for good, so that only a person starts it again. */
function givenUp(server: string, error: Reason): Reason {
  if (error.code === 'crashLoop') return withServer(error, server);
  return { code: 'givenUp', args: { server }, cause: error };
}

/** The whole seconds until a time in epoch milliseconds; never 0, because a person reads them. */
function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1_000));
}

function withServer(reason: Reason, server: string): Reason {
  return { ...reason, args: { ...reason.args, server } };
}
