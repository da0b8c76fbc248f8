import type { ApprovalAnswer, ApprovalRequest } from '../ipc/calls';
import type { McpObject } from '../ipc/state';
import type { ClientHandlers } from './hostConnection/hostRpc';

/** A request of a server to its client. */
export interface ReceivedRequest {
  /** The server, to be named to the person. */
  readonly server: { readonly id: string; readonly name: string };
  /** The `params` as received. */
  readonly params: McpObject;
  /** The client's call that it belongs to, if any. */
  readonly callId?: string | undefined;
}

/**
 * Answers a request with the result that the protocol defines (2025-11-25, "Elicitation", "Sampling"). Aborting
 * withdraws the request.
 * @throws UserError `questionRefused` {code, message}, see `AnswerServerRequest`.
 */
export type ServerRequestHandler = (
  request: ReceivedRequest,
  signal: AbortSignal,
) => Promise<McpObject>;

/** A client's handlers for requests of servers. The host does not send requests that have no handler. */
export interface ServerRequestHandlers {
  /** `elicitation/create`: shows a form or a page to the person. */
  readonly elicit?: ServerRequestHandler | undefined;
  /** `sampling/createMessage`: runs the person's model. */
  readonly sample?: ServerRequestHandler | undefined;
  /** Asks a person about a tool call that needs approval. */
  readonly approve?:
    ((call: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>) | undefined;
}

/** The handler of each method; the host answers `roots/list` itself. */
const handlerNames = {
  'elicitation/create': 'elicit',
  'sampling/createMessage': 'sample',
} as const;
type HandledMethod = keyof typeof handlerNames;

/** The methods that have a handler. */
export function handledMethods(handlers: ServerRequestHandlers): HandledMethod[] {
  const methods = Object.keys(handlerNames) as HandledMethod[];
  return methods.filter((method) => handlers[handlerNames[method]]);
}

/** Handlers for the host's requests: those of its servers, and for the approval of calls. */
export function requestHandlers(
  handlers: ServerRequestHandlers,
  nameOf: (id: string) => string,
): Pick<ClientHandlers, 'answer' | 'approveCall'> {
  return {
    answer: async ({ id, callId, question: { method, params } }, signal) => {
      const handler = method === 'roots/list' ? undefined : handlers[handlerNames[method]];
      if (!handler) return (await import('../ipc/serverRequest')).unanswered(method);
      return handler({ server: { id, name: nameOf(id) }, params, callId }, signal);
    },
    approveCall: async (call, signal) => handlers.approve?.(call, signal) ?? 'nobody',
  };
}
