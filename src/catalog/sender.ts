import type { Progress } from '../connection/connection';
import type { McpObject } from '../contract/state';
import type { Seat } from '../supervisor/seat';
import { limitsOf, type CallLimits } from './callLimits';

/** What goes along with a request of a client. */
export interface CallContext {
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** By which the client knows the request again when the server asks something for it. */
  readonly callId: string;
}

/** Sends a request and gives the server's result as it came. @throws UserError why it failed. */
export type Send = (method: string, params: McpObject) => Promise<McpObject>;

/**
 * The way to send one request of a client to a server, which is started first where it is idle, unless
 * only a person may. Its client answers what the server asks for it.
 * @throws UserError with the reason why the server cannot run.
 */
export async function senderTo(
  seat: Seat,
  gesture: boolean,
  { limits, signal, onProgress, callId }: CallContext,
): Promise<Send> {
  const connection = await seat.connection(gesture, signal);
  const { idle, total } = limitsOf(limits, seat.options.callTimeoutSeconds);
  return async (method, params) => {
    const ended = new AbortController();
    try {
      return await connection.request(method, params, {
        signal,
        onProgress,
        idleTimeout: idle,
        totalTimeout: total,
        answer: (question, withdrawn) =>
          seat.answer(question, AbortSignal.any([withdrawn, ended.signal]), callId),
      });
    } finally {
      // Whatever is still asked for it is of no use any more.
      ended.abort();
    }
  };
}
