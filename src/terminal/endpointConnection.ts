import { reasonOf, UserError, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { fetchFor } from '../connection/transports/http/fetchFor';
import { HttpTransport } from '../connection/transports/http/httpTransport';
import { isRepeatable } from '../protocol/methods';
import { serverError } from '../connection/failures';
import { toRpcError, type RequestId, type RpcMessage, type RpcRequest } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import type { McpObject } from '../ipc/state';

/** The merged server of a window: its URL, and the token that opens it. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

interface EndpointEvents {
  message(message: RpcMessage): void;
  unanswered(id: RequestId, error: unknown): void;
}

/** The prefix of our own request ids, which no client uses. */
const prefix = `roundhouse-${process.pid}-`;

/** One client's connection to an endpoint. */
export class EndpointConnection {
  readonly #transport: HttpTransport;
  /** Our own requests without an answer. */
  readonly #pending = new Map<RequestId, (outcome: McpObject | Error) => void>();
  #count = 0;

  constructor({ url, token }: Endpoint) {
    const launch = { url, headers: { authorization: `Bearer ${token}` } };
    this.#transport = new HttpTransport(launch, fetchFor({ url }));
  }

  async open(events: EndpointEvents): Promise<void> {
    const unanswered = (id: RequestId, error: Error): void => {
      const settle = this.#pending.get(id);
      if (settle) settle(error);
      else events.unanswered(id, error);
    };
    await this.#transport.start({
      message: (message) => {
        const cutOff = cutOffBy(message);
        if (cutOff !== undefined) unanswered(cutOff, new UserError('windowLeft'));
        else if (!this.#settle(message)) events.message(message);
      },
      unanswered,
      // The transport reopens its stream for server messages itself.
      troubled: () => undefined,
      closed: () => undefined,
    });
  }

  setProtocolVersion(version: unknown): void {
    if (typeof version === 'string') this.#transport.setProtocolVersion(version);
  }

  /** @throws UserError as `HttpTransport` does. */
  send(
    message: RpcMessage,
    options?: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> | undefined },
  ): Promise<void> {
    return this.#transport.send(message, options);
  }

  /** Sends a request of our own. @throws UserError */
  async request(method: string, params: McpObject): Promise<McpObject> {
    this.#count += 1;
    const id = prefix + this.#count;
    try {
      return await new Promise<McpObject>((resolve, reject) => {
        this.#pending.set(id, (outcome) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome),
        );
        this.send({ jsonrpc: '2.0', id, method, params }).catch(reject);
      });
    } finally {
      this.#pending.delete(id);
    }
  }

  /** Closes at once without ending the session: returning the token ends everything that is open. */
  close(): void {
    for (const settle of this.#pending.values()) settle(new UserError('connectionClosed'));
    void this.#transport.abandonSession();
    void this.#transport.close();
  }

  #settle(message: RpcMessage): boolean {
    if ('method' in message || message.id === undefined || message.id === null) return false;
    const settle = this.#pending.get(message.id);
    if (!settle) return false;
    settle('result' in message ? message.result : serverError(message.error));
    return true;
  }
}

/** The request that a message answers only by telling that the endpoint has ended its session. */
function cutOffBy(message: RpcMessage): RequestId | undefined {
  const { data } = 'error' in message ? message.error : {};
  const isCutOff = isObject(data) && data['code'] === 'windowLeft';
  return isCutOff && 'id' in message ? (message.id ?? undefined) : undefined;
}

/** The endpoint's JSON-RPC error for a message that it refused; `undefined` for any other error. */
export function refusalOf(error: unknown): ReturnType<typeof toRpcError> | undefined {
  if (!(error instanceof UserError) || !isObject(error.cause)) return undefined;
  const { status } = error.args;
  const isOfMessage = status === 400 || status === 413 || status === 415;
  const isUnknownMethod = status === 404 && error.cause['code'] === rpcCodes.methodNotFound;
  return isOfMessage || isUnknownMethod ? toRpcError(error.cause) : undefined;
}

/** These requests change only the endpoint's state for its client, so repeating them is harmless. */
const repeatable: ReadonlySet<string> = new Set([
  'initialize',
  'subscriptions/listen',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** The HTTP statuses with which an endpoint refuses a request before it runs. */
const notStartedStatuses: readonly unknown[] = [401, 403, 404, 503];
/** The HTTP statuses of an endpoint that is gone or does not know its client. */
const lostStatuses: readonly unknown[] = [401, 404, 503];
/** The codes of answers that cannot be read. */
const garbled: readonly string[] = ['answerTooLong', 'answerTooComplex', 'protocolError'];

/** True if the error of one request means that all others fail as well. */
export function isEndpointLost(error: unknown): boolean {
  const { code, args } = reasonOf(error);
  return code === 'unreachable' || lostStatuses.includes(args?.['status']);
}

/** True if a failed request may be sent again without harm. */
export function maySendAgain(request: RpcRequest, error: unknown): boolean {
  const { code, args } = reasonOf(error);
  const wasNotStarted = code === 'unreachable' || notStartedStatuses.includes(args?.['status']);
  return wasNotStarted || isHarmlessTwice(request);
}

/** True if a request may run twice without harm; never a call. */
export function isHarmlessTwice(request: RpcRequest): boolean {
  return isRepeatable(request) || repeatable.has(request.method);
}

/** The reason that the client gets for a request that failed for good. */
export function unansweredReason(error: unknown): Reason {
  const reason = reasonOf(error);
  return garbled.includes(reason.code) ? reason : { code: 'windowLeft' };
}
