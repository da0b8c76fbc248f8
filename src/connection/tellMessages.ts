import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { RequestId, RpcError, RpcMessage } from './rpc';
import type { TransportEvents } from './transport';

/** Characters of a result that is none, in a reason. */
const longestQuote = 200;

type Told = Pick<TransportEvents, 'message' | 'unanswered'>;

/**
 * Tells the messages of one JSON value: a message, or a batch of them, which revision 2025-03-26 allows.
 * Gives how many there are; 0 where the value is not JSON-RPC, of which nothing is told then.
 */
export function tellMessages(value: unknown, events: Told, during?: RequestId): number {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const tells = items.map(tellerOf);
  if (tells.includes(undefined)) return 0;
  for (const tell of tells) tell?.(events, during);
  return tells.length;
}

type Teller = (events: Told, during: RequestId | undefined) => void;

function tellerOf(item: unknown): Teller | undefined {
  if (!isObject(item)) return undefined;
  if (typeof item['method'] === 'string') {
    const message = item as unknown as RpcMessage;
    return (events, during) => events.message(message, during);
  }
  const { id, result, error } = item;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  // Some servers send `error: null` beside a result, or an error without a code.
  if (isObject(error)) {
    const failure = { jsonrpc: '2.0' as const, id, error: toRpcError(error) };
    return (events, during) => events.message(failure, during);
  }
  if (isObject(result)) {
    const answer = { jsonrpc: '2.0' as const, id, result };
    return (events, during) => events.message(answer, during);
  }
  const message = `The result is not an object: ${JSON.stringify(result)}`.slice(0, longestQuote);
  return (events) => events.unanswered(id, new UserError('protocolError', { message }));
}

/** The error of a response, with what it needs at least. */
export function toRpcError(error: Readonly<Record<string, unknown>>): RpcError {
  const { code, message, data } = error;
  return {
    code: Number.isSafeInteger(code) ? Number(code) : -32603,
    message: typeof message === 'string' ? message : JSON.stringify(error),
    ...(data !== undefined && { data }),
  };
}
