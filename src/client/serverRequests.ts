import type { HeldCall } from '../ipc/calls';
import type { McpObject } from '../ipc/state';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Question, QuestionMethod } from '../ipc/serverRequests';
import type { HostRpc } from './hostConnection/hostRpc';

/** What a server asks for, in words of its client. */
export interface ReceivedRequest {
  /** Who asks; to be named to the person. */
  readonly server: { readonly id: string; readonly name: string };
  /** The `params` of the question, as they came. */
  readonly params: McpObject;
  /** The call of this client that it belongs to; absent where it belongs to none. */
  readonly callId?: string | undefined;
}

/**
 * Gives the result that the protocol wants (2025-11-25, "Elicitation", "Sampling"). Aborting takes the
 * question back.
 * @throws UserError `questionRefused` {code, message}, see `AnswerQuestion`.
 */
export type ServerRequestHandler = (
  question: ReceivedRequest,
  signal: AbortSignal,
) => Promise<McpObject>;

/** Who answers the questions of servers at a client. What is absent is not put to it. */
export interface ServerRequestHandlers {
  /** `elicitation/create`: a form or a page for the person. */
  readonly elicit?: ServerRequestHandler | undefined;
  /** `sampling/createMessage`: an answer of the person's model. */
  readonly sample?: ServerRequestHandler | undefined;
  /** Whether a person lets a call of a tool pass that the host must not let pass by itself. */
  readonly approve?:
    ((call: HeldCall, signal: AbortSignal) => Promise<'yes' | 'no' | 'nobody'>) | undefined;
}

/** A question as the host passes it on. */
interface PutQuestion extends Pick<ReceivedRequest, 'server' | 'callId'> {
  readonly question: Question;
}

/** The questions that somebody is there to answer; for folders nobody is asked. */
export function handledMethods(ports: ServerRequestHandlers): QuestionMethod[] {
  const methods: readonly QuestionMethod[] = ['elicitation/create', 'sampling/createMessage'];
  return methods.filter((method) => portOf(ports, method) !== undefined);
}

/** Answers what a host asks for its servers, and whether calls may pass, as far as somebody is there. */
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

/**
 * Hands a question of a server to whoever answers it here.
 * @throws UserError `questionRefused`, where nobody does, too.
 */
async function answerWith(
  ports: ServerRequestHandlers,
  { server, question: { method, params }, callId }: PutQuestion,
  signal: AbortSignal,
): Promise<McpObject> {
  const answer = portOf(ports, method);
  if (!answer) return (await import('../ipc/serverRequests')).unanswered(method);
  return answer({ server, params, callId }, signal);
}

function portOf(
  { elicit, sample }: ServerRequestHandlers,
  method: QuestionMethod,
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
