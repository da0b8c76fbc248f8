import type { McpObject } from '../ipc/state';

/** The id of a JSON-RPC request: unique among those of its sender that wait for an answer. */
export type RequestId = string | number;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: McpObject | undefined;
}

export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: McpObject | undefined;
}

export interface RpcResult {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: McpObject;
}

/** What a request came to that could not be served; sent as it is. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface RpcFailure {
  readonly jsonrpc: '2.0';
  /** Absent where the request could not be read. */
  readonly id?: RequestId | null | undefined;
  readonly error: RpcError;
}

/** A JSON-RPC 2.0 message. */
export type RpcMessage = RpcRequest | RpcNotification | RpcResult | RpcFailure;
