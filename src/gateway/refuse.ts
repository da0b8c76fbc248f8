import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { type RequestId, type RpcError, rpcCodes } from '../protocol/jsonRpc';
import { errorMessage } from './messages';

/** Answers a request that is not served, with a JSON-RPC error as Streamable HTTP suggests. */
export function refuse(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  error: RpcError = { code: rpcCodes.refused, message: STATUS_CODES[status] ?? String(status) },
  id: RequestId | null = null,
): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(errorMessage(id, error));
}
