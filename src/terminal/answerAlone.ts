import { signal } from '@preact/signals-core';
import { isModernRequest } from '../protocol/meta';
import type { RpcError, RpcRequest } from '../protocol/jsonRpc';
import type { Handshake, McpObject } from '../ipc/state';
import { discovery, initializeResult } from '../gateway/handshakeResult';
import { MergedServer } from '../gateway/merged/mergedServer';
import { modernResult } from '../gateway/modern/modernMessages';
import { isHandshake } from './patience';

/** All servers of a window that is not there. */
const nothing = new MergedServer(signal([]), new AbortController().signal);

/** How a request of the client ends. */
export type Answer = { readonly result: McpObject } | { readonly error: RpcError };

type MakeResult = (params: McpObject, handshake: Handshake) => McpObject;

const results: Readonly<Record<string, MakeResult>> = {
  ping: () => ({}),
  initialize: ({ protocolVersion }, handshake) =>
    initializeResult(nothing.name, handshake, protocolVersion),
  'server/discover': (_params, handshake) => discovery(nothing.name, handshake),
  'tools/list': () => ({ tools: [] }),
  'prompts/list': () => ({ prompts: [] }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'logging/setLevel': () => ({}),
};

/**
 * What a request is answered with while there are no servers: agents ask for lists when they come up. Their models
 * are told by the `instructions` why there are none.
 */
export function answerAlone(request: RpcRequest, instructions: string): McpObject | undefined {
  const { method, params = {} } = request;
  const make = Object.hasOwn(results, method) ? results[method] : undefined;
  const result = make?.(params, { ...nothing.handshake.peek(), instructions });
  return result && isModernRequest(request) ? modernResult(method, result, nothing) : result;
}

/** The answer of an endpoint to a handshake, with what else the client's model is to know. */
export function withRemark(
  { method }: RpcRequest,
  answer: Answer,
  remark: string | undefined,
): Answer {
  if (remark === undefined || !isHandshake(method) || !('result' in answer)) return answer;
  const { instructions } = answer.result;
  const whole = typeof instructions === 'string' ? `${remark}\n\n${instructions}` : remark;
  return { result: { ...answer.result, instructions: whole } };
}
