import { DisposableStore, type Disposable } from '../base/disposable';
import type { Question, QuestionMethod } from '../ipc/questions';
import type { McpObject } from '../ipc/state';
import type { HostLine } from './hostConnection/hostLine';
import type { AnswerAsked, AskedQuestion, QuestionPorts } from './questionPorts';

/** A question as the host passes it on. */
interface PutQuestion extends Pick<AskedQuestion, 'server' | 'callId'> {
  readonly question: Question;
}

/** The questions that somebody is there to answer; for folders nobody is asked. */
export function answersOf(ports: QuestionPorts): QuestionMethod[] {
  const methods: readonly QuestionMethod[] = ['elicitation/create', 'sampling/createMessage'];
  return methods.filter((method) => portOf(ports, method) !== undefined);
}

/** Answers what a host asks for its servers, and whether calls may pass, as far as somebody is there. */
export function serveQuestions(
  line: HostLine,
  ports: QuestionPorts,
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
  ports: QuestionPorts,
  { server, question: { method, params }, callId }: PutQuestion,
  signal: AbortSignal,
): Promise<McpObject> {
  const answer = portOf(ports, method);
  if (!answer) return (await import('../ipc/questions')).unanswered(method);
  return answer({ server, params, callId }, signal);
}

function portOf(
  { elicit, sample }: QuestionPorts,
  method: QuestionMethod,
): AnswerAsked | undefined {
  switch (method) {
    case 'elicitation/create':
      return elicit;
    case 'sampling/createMessage':
      return sample;
    case 'roots/list':
      return undefined;
  }
}
