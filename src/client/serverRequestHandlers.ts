import type { ApprovalRequest } from '../ipc/calls';
import type { McpObject } from '../ipc/state';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { ServerRequest, ServerRequestMethod } from '../ipc/serverRequest';
import type { HostRpc } from './hostConnection/hostRpc';

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
 * @throws UserError `questionRefused` {code, message}, see `AnswerQuestion`.
 */
export type ServerRequestHandler = (
  question: ReceivedRequest,
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
    ((call: ApprovalRequest, signal: AbortSignal) => Promise<'yes' | 'no' | 'nobody'>) | undefined;
}

/** A request as the host passes it on. */
interface ForwardedRequest extends Pick<ReceivedRequest, 'server' | 'callId'> {
  readonly question: ServerRequest;
}

/** The methods that have a handler; the host answers `roots/list` itself. */
export function handledMethods(ports: ServerRequestHandlers): ServerRequestMethod[] {
  const methods: readonly ServerRequestMethod[] = ['elicitation/create', 'sampling/createMessage'];
  return methods.filter((method) => portOf(ports, method) !== undefined);
}

/** Answers the host's requests: those of its servers, and for the approval of calls. */
export function handleServerRequests(
  line: HostRpc,
  ports: ServerRequestHandlers,
  nameOf: (id: string) => string,
): Disposable {
  const store = new DisposableStore();
  store.add(
    line.handle('answer', ({ id, ...asked }, abort) =>
      answerWith(ports, { server: { id, name: nameOf(id) }, ...asked }, abort),
    ),
  );
  store.add(
    line.handle('approveCall', async (call, abort) =>
      ports.approve ? ports.approve(call, abort) : 'nobody',
    ),
  );
  return store;
}

/** @throws UserError `questionRefused`, also if there is no handler. */
async function answerWith(
  ports: ServerRequestHandlers,
  { server, question: { method, params }, callId }: ForwardedRequest,
  signal: AbortSignal,
): Promise<McpObject> {
  const answer = portOf(ports, method);
  if (!answer) return (await import('../ipc/serverRequest')).unanswered(method);
  return answer({ server, params, callId }, signal);
}

function portOf(
  { elicit, sample }: ServerRequestHandlers,
  method: ServerRequestMethod,
): ServerRequestHandler | undefined {
  switch (method) {
    case 'elicitation/create':
      return elicit;
    case 'sampling/createMessage':
      return sample;
    case 'roots/list':
      return undefined;
  }
}
