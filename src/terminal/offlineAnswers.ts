import { signal } from '@preact/signals-core';
import { isModernRequest } from '../protocol/meta';
import type { RpcError, RpcRequest } from '../protocol/jsonRpc';
import type { Handshake, McpObject } from '../ipc/state';
import { discovery, initializeResult } from '../gateway/handshakeResult';
import { MergedServer } from '../gateway/merged/mergedServer';
import { modernResult } from '../gateway/modern/modernMessages';

/** The merged server of a window without servers. */
const empty = new MergedServer(signal([]), new AbortController().signal);

/** The outcome of a client's request. */
export type Answer = { readonly result: McpObject } | { readonly error: RpcError };

type MakeResult = (params: McpObject, handshake: Handshake) => McpObject;

const results: Readonly<Record<string, MakeResult>> = {
  ping: () => ({}),
  initialize: ({ protocolVersion }, handshake) =>
    initializeResult(empty.name, handshake, protocolVersion),
  'server/discover': (_params, handshake) => discovery(empty.name, handshake),
  'tools/list': () => ({ tools: [] }),
  'prompts/list': () => ({ prompts: [] }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'logging/setLevel': () => ({}),
};

/** True for the requests whose result has the server's `instructions`. */
export function isHandshake(method: string): boolean {
  return method === 'initialize' || method === 'server/discover';
}

/**
 * The result of a request without an endpoint, because agents request lists at their start. The `instructions` tell
 * their models why there are no servers.
 */
export function offlineResult(request: RpcRequest, instructions: string): McpObject | undefined {
  const { method, params = {} } = request;
  const make = Object.hasOwn(results, method) ? results[method] : undefined;
  const result = make?.(params, { ...empty.handshake.peek(), instructions });
  return result && isModernRequest(request) ? modernResult(method, result, empty) : result;
}

/** Prepends a notice for the client's model to the `instructions` of a handshake. */
export function withNotice(
  { method }: RpcRequest,
  answer: Answer,
  notice: string | undefined,
): Answer {
  if (notice === undefined || !isHandshake(method) || !('result' in answer)) return answer;
  const { instructions } = answer.result;
  const whole = typeof instructions === 'string' ? `${notice}\n\n${instructions}` : notice;
  return { result: { ...answer.result, instructions: whole } };
}
