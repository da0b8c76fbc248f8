import type { JSONRPCErrorResponse, RequestId, Transport } from '@modelcontextprotocol/client';
import type { Reason, UserError } from '../base/errors';

/**
 * An SDK transport as a connection of ours needs it. `start` and `close` may be called twice, and
 * `close` never rejects and resolves when nothing is left running.
 */
export interface HostTransport extends Transport {
  /** The process of a stdio server. */
  readonly pid?: number | undefined;
  /** Where a remote server is, without what may be secret in the address. */
  readonly url?: string | undefined;
  /** Why the transport ended by itself; absent while it lives and when it was told to close. */
  readonly lost?: Reason | undefined;
  /** The server has forgotten the session: resolves when it has refused what is on its way, too. */
  forsake?(): Promise<void>;
}

/**
 * Answers a request in the server's place, because its answer can no longer come. The failure
 * travels as an object in `data`, which no message of a server can hold.
 */
export function answerLocally(id: RequestId, failure: UserError): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: -32603, message: failure.code, data: failure } };
}
