import { questionRefused, type AnswerQuestion } from '../contract/questions';
import type { McpObject } from '../contract/state';
import { canAnswer } from './callingClient';
import type { GatewayServer } from './gatewayServer';

/**
 * Who answers what a server asks for a client's request: the client, where it has declared that it can;
 * else the window whose token it has, though never with a model of the window's.
 */
export function answerFor(
  { answer }: GatewayServer,
  capabilities: McpObject,
  ask: AnswerQuestion,
): AnswerQuestion {
  return async (question, signal) => {
    if (canAnswer(capabilities, question)) return ask(question, signal);
    if (!answer || question.method === 'sampling/createMessage') {
      throw questionRefused('methodNotFound', 'The client does not answer this');
    }
    return answer(question, signal);
  };
}
