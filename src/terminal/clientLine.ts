import { UserError } from '../base/errors';
import { dispatchMessages, type RpcFailure, type RpcMessage } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';

/**
 * Reads the messages of a client's line. One that is not JSON, or a batch of too many messages, is answered by an error
 * without an id, because the client goes on. `parse` throws as `parseMessage` does.
 */
export function readClientLine(
  line: string,
  parse: (line: string) => unknown,
  refuse: (failure: RpcFailure) => void,
): readonly RpcMessage[] {
  const messages: RpcMessage[] = [];
  if (line.trim() === '') return messages;
  try {
    dispatchMessages(parse(line), {
      message: (message) => void messages.push(message),
      unanswered: () => undefined,
      troubled: () => undefined,
    });
  } catch (error) {
    const { invalidRequest, parseError } = rpcCodes;
    const why =
      error instanceof UserError
        ? { code: invalidRequest, message: 'Too deep, or too many values or messages in a line' }
        : { code: parseError, message: 'Parse error' };
    refuse({ jsonrpc: '2.0', id: null, error: why });
  }
  return messages;
}
