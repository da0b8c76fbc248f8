import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { RequestId, RpcError, RpcMessage } from './rpc';
import type { TransportEvents } from './transport';

/** Messages of one batch: each is worked on before anybody else has a turn. */
const mostMessages = 1_000;

/** Characters of an error's message: it is copied wherever the error goes. */
const longestError = 100_000;

type Told = Pick<TransportEvents, 'message' | 'unanswered' | 'troubled'>;

/**
 * Tells the messages of one JSON value: a message, or a batch of them, which revision 2025-03-26 allows.
 * Whatever the value is, the params of a message are an object. Gives how many were told; 0 where nothing
 * in it is JSON-RPC.
 * @throws UserError `answerTooComplex` (messages) where there are too many.
 */
export function tellMessages(value: unknown, events: Told, during?: RequestId): number {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > mostMessages) {
    throw new UserError('answerTooComplex', { messages: mostMessages });
  }
  const tells = items.map(tellerOf).filter((tell) => tell !== undefined);
  for (const tell of tells) tell(events, during);
  if (tells.length > 0 && tells.length < items.length) {
    const message = 'Something in a batch is not JSON-RPC.';
    events.troubled(new UserError('protocolError', { message }));
  }
  return tells.length;
}

type Teller = (events: Told, during: RequestId | undefined) => void;

function tellerOf(item: unknown): Teller | undefined {
  if (!isObject(item)) return undefined;
  const { id: given, result, error } = item;
  const id = given ?? undefined;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (typeof item['method'] === 'string') {
    const { params, ...rest } = item;
    const isClear = params === undefined || isObject(params);
    const message = (isClear ? item : rest) as unknown as RpcMessage;
    return (events, during) => events.message(message, during);
  }
  // Some servers send `error: null` beside a result, or an error without a code.
  if (isObject(error) && (id !== undefined || item['jsonrpc'] === '2.0')) {
    const failure = { jsonrpc: '2.0' as const, error: toRpcError(error) };
    // What could not be read has no id; where it came as an answer, that is what it is.
    return (events, during) => events.message({ ...failure, id: id ?? during }, during);
  }
  if (id === undefined) return undefined;
  if (isObject(result)) {
    const answer = { jsonrpc: '2.0' as const, id, result };
    return (events, during) => events.message(answer, during);
  }
  // It is not quoted: whoever gets to read this need not know the secrets that it may hold.
  const kind = Array.isArray(result) ? 'array' : result === null ? 'null' : typeof result;
  const message = `The result is not an object: ${kind}`;
  return (events) => events.unanswered(id, new UserError('protocolError', { message }));
}

/** The error of a response, with what it needs at least. */
export function toRpcError(error: Readonly<Record<string, unknown>>): RpcError {
  const { code, message, data } = error;
  return {
    code: Number.isSafeInteger(code) ? Number(code) : -32603,
    message: shortened(typeof message === 'string' ? message : JSON.stringify(error)),
    ...(data !== undefined && { data }),
  };
}

/** A copy, because a part of a text keeps the whole in memory. */
function shortened(text: string): string {
  return text.length <= longestError ? text : Buffer.from(text.slice(0, longestError)).toString();
}
