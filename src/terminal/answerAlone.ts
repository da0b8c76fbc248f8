import { signal } from '@preact/signals-core';
import { isModernRequest } from '../connection/envelope';
import type { RpcRequest } from '../connection/rpc';
import type { McpObject } from '../contract/state';
import { discovery, greeting } from '../gateway/greeting';
import { MergedServer } from '../gateway/mergedServer';
import { modernResult } from '../gateway/modernForm';

/** All servers of a window that is not there. */
const nothing = new MergedServer(signal([]), new AbortController().signal);

const answers: Readonly<Record<string, (params: McpObject) => McpObject>> = {
  ping: () => ({}),
  initialize: ({ protocolVersion }) =>
    greeting(nothing.name, nothing.handshake.peek(), protocolVersion),
  'server/discover': () => discovery(nothing.name, nothing.handshake.peek()),
  'tools/list': () => ({ tools: [] }),
  'prompts/list': () => ({ prompts: [] }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'logging/setLevel': () => ({}),
};

/** What a request is answered with while there are no servers: agents ask for lists when they come up. */
export function answerAlone(request: RpcRequest): McpObject | undefined {
  const { method, params = {} } = request;
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
  const result = answer?.(params);
  return result && isModernRequest(request) ? modernResult(method, result, nothing) : result;
}
