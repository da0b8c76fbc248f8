import { isObject } from '../base/json';
import type {
  RequestId,
  RpcError,
  RpcFailure,
  RpcNotification,
  RpcRequest,
  RpcResult,
} from '../protocol/jsonRpc';
import { messageText } from '../protocol/messageText';
import { rpcCodes } from '../protocol/rpcCodes';
import type { McpObject } from '../ipc/state';
import type { Progress } from '../connection/connection';
import { metaOf } from '../protocol/meta';

/** A request of a client; `params` that it left out, or gave as null, are empty. Arguments that are null are left out. */
export type PostedRequest = RpcRequest & { readonly params: McpObject };

/** A notification of a client, as above. */
export type PostedNotification = RpcNotification & { readonly params: McpObject };

/** A response of a client to a request of a server. */
export type PostedAnswer = RpcResult | RpcFailure;

/** The messages of one POST. */
export interface Posted {
  readonly requests: readonly PostedRequest[];
  readonly notifications: readonly PostedNotification[];
  readonly answers: readonly PostedAnswer[];
  /** A batch (2025-03-26), which is answered by a batch. */
  readonly isBatch: boolean;
}

/** The messages in a parsed body, or the failure of the first with wrong params; `undefined` where one is not JSON-RPC. */
export function readPosted(body: unknown): Posted | RpcFailure | undefined {
  const isBatch = Array.isArray(body);
  const messages: readonly unknown[] = isBatch ? body : [body];
  if (messages.length === 0) return undefined;
  const requests: PostedRequest[] = [];
  const notifications: PostedNotification[] = [];
  const answers: PostedAnswer[] = [];
  for (const message of messages) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return undefined;
    const { id, method } = message;
    const jsonrpc = '2.0';
    if (method === undefined && id !== undefined) {
      if (isRequestId(id)) answers.push(answerOf(id, message));
      continue;
    }
    if (typeof method !== 'string' || (id !== undefined && !isRequestId(id))) return undefined;
    // Clients that write every field write null.
    const params = message['params'] ?? {};
    if (!isObject(params)) {
      const error = { code: rpcCodes.invalidParams, message: 'Params are an object' };
      return { jsonrpc, id, error };
    }
    if (id === undefined) notifications.push({ jsonrpc, method, params });
    else requests.push({ jsonrpc, id, method, params: withoutNull(params) });
  }
  return { requests, notifications, answers, isBatch };
}

function withoutNull(params: McpObject): McpObject {
  if (params['arguments'] !== null) return params;
  const { arguments: _, ...others } = params;
  return others;
}

/** False also for a number of too many digits, which would be sent back as another one. */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'number' ? Math.abs(id) <= Number.MAX_SAFE_INTEGER : typeof id === 'string';
}

/** Completes the request also where the answer is neither a result nor an error. */
function answerOf(id: RequestId, { result, error }: McpObject): PostedAnswer {
  const jsonrpc = '2.0';
  if (isObject(result)) return { jsonrpc, id, result };
  const { code, message, data } = isObject(error) ? error : {};
  const isError = typeof code === 'number' && typeof message === 'string';
  const malformed = { code: rpcCodes.invalidRequest, message: 'Malformed answer' };
  const rpcError = isError && { code, message, ...(data !== undefined && { data }) };
  return { jsonrpc, id, error: rpcError || malformed };
}

/** The text of an answer; `id` is null where the request could not be read. */
export function errorMessage(id: RequestId | null, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

export function resultMessage(id: RequestId, result: McpObject): string {
  return messageText({ jsonrpc: '2.0', id, result });
}

export function requestMessage(id: RequestId, method: string, params: McpObject): string {
  return messageText({ jsonrpc: '2.0', id, method, params });
}

export function notificationMessage(method: string, params?: McpObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** Sends progress of a request with these params under the client's token, if it gave one that can be sent back. */
export function progressTo(
  params: McpObject,
  send: (message: string) => void,
): (progress: Progress) => void {
  const { progressToken } = metaOf(params);
  if (!isRequestId(progressToken)) return () => undefined;
  return (progress) =>
    send(notificationMessage('notifications/progress', { ...progress, progressToken }));
}
