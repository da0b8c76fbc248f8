import { UserError, type Reason } from '../base/errors';
import { isUp } from '../ipc/serverStates';
import type { ServerState } from '../ipc/state';
import { givenUp, secondsUntil, whyNot } from './whyNot';

/**
 * The failure of a call whose connection went away, for who calls the server by this name: what ended
 * it, whether the call may have run, and what becomes of the server, which is in `state`. Other failures
 * stay as they are.
 */
export function interruptedCall(
  failure: UserError,
  server: string,
  state: ServerState,
  cleaned: (reason: Reason) => Reason,
): UserError {
  // The server did not take it, so it is as if it came now.
  if (failure.code === 'sessionLost' && !isUp(state)) return whyNot(server, state, false);
  if (failure.code !== 'connectionClosed' && failure.code !== 'sessionLost') return failure;
  const { cause } = failure.reason;
  const because = cause && cleaned(cause);
  const options = { cause: failure, because };
  switch (state.kind) {
    case 'stopping':
    case 'idle':
      return new UserError('callStopped', { server }, { cause: failure });
    case 'backingOff': {
      const seconds = secondsUntil(state.retryAt);
      return new UserError(
        'callInterrupted',
        { server, seconds },
        { ...options, because: state.error },
      );
    }
    case 'failed':
      return new UserError(
        'callInterrupted',
        { server },
        { ...options, because: givenUp(server, state.error) },
      );
    default:
      return new UserError('callInterrupted', { server }, options);
  }
}
