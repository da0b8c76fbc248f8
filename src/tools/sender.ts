import type { Progress } from '../connection/connection';
import type { McpObject } from '../ipc/state';
import type { SharedConnection } from '../servers/openCalls';
import type { ServerHandle } from '../servers/serverHandle';
import { limitsOf, type CallLimits } from './callLimits';

/** What goes along with a request of a client. */
export interface CallContext {
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** By which the client knows the request again when the server asks something for it. */
  readonly callId: string;
}

/** A request on its way to a server. */
interface Outgoing {
  readonly method: string;
  readonly params: McpObject;
  /** See `RequestOptions`. */
  readonly mayRepeat?: () => Promise<void>;
}

/**
 * Sends a request of a client and gives the server's result as it came. Its client answers what the server asks
 * for it.
 * @throws UserError why it failed.
 */
export async function sendOver(
  connection: SharedConnection,
  handle: ServerHandle,
  { method, params, mayRepeat }: Outgoing,
  { limits, signal, onProgress, callId }: CallContext,
): Promise<McpObject> {
  const { idle, total } = limitsOf(limits, handle.options.callTimeoutSeconds);
  const ended = new AbortController();
  try {
    return await connection.request(method, params, {
      signal,
      onProgress,
      mayRepeat,
      idleTimeout: idle,
      totalTimeout: total,
      answer: (question, withdrawn) =>
        handle.answer(question, AbortSignal.any([withdrawn, ended.signal]), callId),
    });
  } finally {
    // Whatever is still asked for it is of no use any more.
    ended.abort();
  }
}
