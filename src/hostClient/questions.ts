import type { Question, QuestionMethod } from '../contract/questions';
import type { McpObject } from '../contract/state';
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

/**
 * Hands a question of a server to whoever answers it here.
 * @throws UserError `questionRefused`, where nobody does, too.
 */
export async function answerWith(
  ports: QuestionPorts,
  { server, question: { method, params }, callId }: PutQuestion,
  signal: AbortSignal,
): Promise<McpObject> {
  const answer = portOf(ports, method);
  if (!answer) return (await import('../contract/questions')).unanswered(method);
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
