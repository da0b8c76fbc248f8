import { isObject } from '../base/json';
import type { McpObject } from '../contract/state';

/** A JSON-RPC request of a client. */
export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: McpObject;
}

/** A JSON-RPC notification of a client. */
export interface RpcNotification {
  readonly method: string;
  readonly params: McpObject;
}

/** A JSON-RPC error, to be sent as it is. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What one POST carries. */
export interface Posted {
  readonly requests: readonly RpcRequest[];
  readonly notifications: readonly RpcNotification[];
  /** A batch (2025-03-26), which is answered by a batch. */
  readonly isBatch: boolean;
}

/** Codes of JSON-RPC 2.0; `refused` is the one that the SDKs use for what is wrong with the HTTP. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
} as const;

/** The messages in a parsed body; `undefined` where one of them is not JSON-RPC. */
export function readPosted(body: unknown): Posted | undefined {
  const isBatch = Array.isArray(body);
  const messages: readonly unknown[] = isBatch ? body : [body];
  if (messages.length === 0) return undefined;
  const requests: RpcRequest[] = [];
  const notifications: RpcNotification[] = [];
  for (const message of messages) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return undefined;
    const { id, method, params = {} } = message;
    // An answer: nothing was asked of the client, so nobody waits for it.
    if (method === undefined && id !== undefined) continue;
    if (typeof method !== 'string' || !isObject(params)) return undefined;
    if (typeof id === 'string' || typeof id === 'number') requests.push({ id, method, params });
    else if (id === undefined) notifications.push({ method, params });
    else return undefined;
  }
  return { requests, notifications, isBatch };
}

/** The text of an answer; `id` is null where the request could not be read. */
export function errorMessage(id: string | number | null, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

export function resultMessage(id: string | number, result: McpObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function notificationMessage(method: string, params?: McpObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
