import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import { copyOfBeginning } from '../base/largeText';
import type { McpObject } from '../ipc/state';

/** The id of a JSON-RPC request, unique among the open requests of its sender. */
export type RequestId = string | number;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: McpObject | undefined;
}

export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: McpObject | undefined;
}

export interface RpcResult {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: McpObject;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface RpcFailure {
  readonly jsonrpc: '2.0';
  /** Absent if the request could not be read. */
  readonly id?: RequestId | null | undefined;
  readonly error: RpcError;
}

/** A JSON-RPC 2.0 message. */
export type RpcMessage = RpcRequest | RpcNotification | RpcResult | RpcFailure;

/** Messages of one batch, because they are all processed in one turn of the event loop. */
const mostMessages = 1_000;

/** Characters of an error's message, because it is copied wherever the error goes. */
const longestError = 100_000;

/** Receives the messages of one side, in the order of the wire. */
export interface MessageListener {
  /** `during`: our request on whose own stream it came; absent where the wire does not say. */
  message(message: RpcMessage, during?: RequestId): void;
  /** The response to this request can no longer come. */
  unanswered(id: RequestId, why: UserError): void;
  /** Something is malformed; the transport goes on. */
  troubled(error: Error): void;
}

/**
 * Hands the messages of one JSON value to a listener: a message, or a batch of them (revision 2025-03-26). Everything
 * clear is taken, because servers make mistakes and one must not cost a connection. The params of a message are
 * always an object, whatever the value is.
 * @returns how many messages there were; 0 if nothing in it is JSON-RPC.
 * @throws UserError `answerTooComplex` (messages) where there are too many.
 */
export function dispatchMessages(
  value: unknown,
  listener: MessageListener,
  during?: RequestId,
): number {
  if (!Array.isArray(value)) {
    const dispatch = dispatchOf(value);
    dispatch?.(listener, during);
    return dispatch ? 1 : 0;
  }
  const items: readonly unknown[] = value;
  if (items.length > mostMessages) {
    throw new UserError('answerTooComplex', { messages: mostMessages });
  }
  const dispatches = items.map(dispatchOf).filter((dispatch) => dispatch !== undefined);
  for (const dispatch of dispatches) dispatch(listener, during);
  if (dispatches.length > 0 && dispatches.length < items.length) {
    const message = 'Something in a batch is not JSON-RPC.';
    listener.troubled(new UserError('protocolError', { message }));
  }
  return dispatches.length;
}

type Dispatch = (listener: MessageListener, during: RequestId | undefined) => void;

function dispatchOf(item: unknown): Dispatch | undefined {
  if (!isObject(item)) return undefined;
  const { id: given, result, error } = item;
  const id = given ?? undefined;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (typeof item['method'] === 'string') {
    const { params, ...rest } = item;
    const isClear = params === undefined || isObject(params);
    const message = (isClear ? item : rest) as unknown as RpcMessage;
    return (listener, during) => listener.message(message, during);
  }
  // Some servers send `error: null` beside a result, or an error without a code.
  if (isObject(error) && (id !== undefined || item['jsonrpc'] === '2.0')) {
    const failure = { jsonrpc: '2.0' as const, error: toRpcError(error) };
    // A message that could not be read has no id; on the stream of a request it is the response to it.
    return (listener, during) => listener.message({ ...failure, id: id ?? during }, during);
  }
  if (id === undefined) return undefined;
  if (isObject(result)) {
    const answer = { jsonrpc: '2.0' as const, id, result };
    return (listener, during) => listener.message(answer, during);
  }
  // The value is not quoted, because it may hold secrets.
  const kind = Array.isArray(result) ? 'array' : result === null ? 'null' : typeof result;
  const message = `The result is not an object: ${kind}`;
  return (listener) => listener.unanswered(id, new UserError('protocolError', { message }));
}

/** A JSON-RPC error with a numeric code and a text, which some servers leave out. */
export function toRpcError(error: Readonly<Record<string, unknown>>): RpcError {
  const { code, message, data } = error;
  return {
    code: Number.isSafeInteger(code) ? Number(code) : -32603,
    message: copyOfBeginning(
      typeof message === 'string' ? message : JSON.stringify(error),
      longestError,
    ),
    ...(data !== undefined && { data }),
  };
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** The `id` as the last key of the outermost object. */
const idAtEnd = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/**
 * The id of a response of which only the first and last bytes are known; `undefined` if they do not contain it, or it
 * is not a response.
 */
export function idOfLongAnswer(head: Uint8Array, tail: Uint8Array): RequestId | undefined {
  const keys = outermostKeys(new TextDecoder().decode(head));
  return keys.has('"method"') ? undefined : idIn(keys, tail);
}

/** The id of a request of which only the first and last bytes are known. */
export function idOfLongRequest(head: Uint8Array, tail: Uint8Array): RequestId | undefined {
  const keys = outermostKeys(new TextDecoder().decode(head));
  return keys.has('"method"') ? idIn(keys, tail) : undefined;
}

function idIn(keys: ReadonlyMap<string, string>, tail: Uint8Array): RequestId | undefined {
  const text = keys.get('"id"') ?? idAtEnd.exec(new TextDecoder().decode(tail))?.[1];
  try {
    const id: unknown = JSON.parse(text ?? 'null');
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The keys of the outermost object, as far as the text goes, each with the first token of its value. */
function outermostKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let depth = 0;
  let [beforeLast, last]: [string, string] = ['', ''];
  for (const [token] of text.matchAll(tokens)) {
    if (depth === 1 && last === ':') keys.set(beforeLast, token);
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    [beforeLast, last] = [last, token];
  }
  return keys;
}
