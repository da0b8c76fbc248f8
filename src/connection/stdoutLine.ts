import { isObject } from '../base/json';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { UserError } from '../base/errors';
import { answerLocally } from './hostTransport';

/**
 * The messages of one line of a server's stdout, or `undefined` where it is not JSON-RPC. Batches,
 * which revision 2025-03-26 allows, are split.
 */
export function parseStdoutLine(text: string): readonly JSONRPCMessage[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const items: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const messages = items.map(toMessage);
  return messages.length > 0 && messages.every((message) => message !== undefined)
    ? messages
    : undefined;
}

function toMessage(item: unknown): JSONRPCMessage | undefined {
  if (!isObject(item)) return undefined;
  if (typeof item['method'] === 'string') return item as unknown as JSONRPCMessage;
  const id = item['id'];
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return toResponse(id, item);
}

/**
 * Some servers send `error: null` beside a result, or a result that is no object. The SDK ignores
 * such a response and its request would wait for its timeout.
 */
function toResponse(id: RequestId, item: Record<string, unknown>): JSONRPCMessage {
  const { result, error } = item;
  if (isObject(error)) {
    const { code, message, data } = error;
    return {
      jsonrpc: '2.0',
      id,
      error: {
        code: Number.isSafeInteger(code) ? Number(code) : -32603,
        message: typeof message === 'string' ? message : JSON.stringify(error),
        ...(data !== undefined && { data }),
      },
    };
  }
  if (isObject(result)) return { jsonrpc: '2.0', id, result };
  const message = `The result is not an object: ${JSON.stringify(result)}`.slice(0, 200);
  return answerLocally(id, new UserError('protocolError', { message }));
}
