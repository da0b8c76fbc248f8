import { isObject } from '../base/json';
import { questionRefused, type AnswerQuestion } from '../ipc/questions';
import type { McpObject } from '../ipc/state';
import { canAnswer } from './callingClient';
import type { GatewayServer } from './gatewayServer';

/**
 * Who answers what a server asks for a client's request: the client, where it has declared that it can;
 * else the window whose token it has, though never with a model of the window's.
 */
export function answerFor(
  server: GatewayServer,
  capabilities: McpObject,
  ask: AnswerQuestion,
): AnswerQuestion {
  return async (question, signal) => {
    if (canAnswer(allowedOf(server, capabilities), question)) return ask(question, signal);
    const { answer } = server;
    if (!answer || question.method === 'sampling/createMessage') {
      throw questionRefused('methodNotFound', 'The client does not answer this');
    }
    return answer(question, signal);
  };
}

/** What a server may be told that a client can do: nothing of folders where it may not know of any. */
export function allowedOf({ answers }: GatewayServer, capabilities: McpObject): McpObject {
  const { roots, ...others } = capabilities;
  return roots === undefined || answers.has('roots/list') ? capabilities : others;
}

/** The same with what {@link answerFor} adds: the window shows what the client cannot. */
export function answeredOf(server: GatewayServer, capabilities: McpObject): McpObject {
  const allowed = allowedOf(server, capabilities);
  if (!server.answers.has('elicitation/create')) return allowed;
  const { elicitation } = allowed;
  return {
    ...allowed,
    elicitation: { ...(isObject(elicitation) && elicitation), form: {}, url: {} },
  };
}
