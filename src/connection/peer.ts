import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { McpObject } from '../ipc/state';
import type {
  RequestId,
  RpcFailure,
  RpcMessage,
  RpcNotification,
  RpcRequest,
  RpcResult,
} from '../protocol/jsonRpc';
import { metaKeys, metaOf } from '../protocol/meta';
import type { Progress } from './connection';
import { serverError } from './failures';
import type { Transport } from './transports/transport';

/** The response to a request of the server. */
export type Reply = Pick<RpcResult, 'result'> | Pick<RpcFailure, 'error'>;

/** Options of a request; `T` is its context. */
export interface PeerRequest<T> {
  /** Aborting rejects the request with the reason of the signal. */
  readonly signal: AbortSignal;
  /** True if aborting sends `notifications/cancelled`. */
  readonly notifiesCancel: boolean;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly context?: T | undefined;
}

/** Receives the events of a peer. `during`: the context of the request that a message belongs to. */
export interface PeerListener<T> {
  /** Called before a message of this length is parsed, and again with its method. */
  reading?(length: number, method?: string): void;
  /** Called after every message. */
  received(): void;
  notified(notification: RpcNotification, during: T | undefined): void;
  /** Answers a request of the server; `undefined` for no reply. */
  requested(
    request: RpcRequest,
    during: T | undefined,
    signal: AbortSignal,
  ): Promise<Reply> | undefined;
  gaveUp(id: RequestId, method: string): void;
  /** Called for a response to, or progress of, a closed request. */
  late(id: unknown): void;
  troubled(error: Error): void;
  closed(): void;
}

interface Pending<T> {
  readonly method: string;
  readonly purpose: T | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  resolve(result: McpObject): void;
  reject(error: unknown): void;
}

/** The number of unsent replies at which the server's streams are paused. */
const mostReplies = 32;

/** One end of JSON-RPC over a transport: matches requests and responses of both sides. */
export class Peer<T> {
  readonly #pending = new Map<number, Pending<T>>();
  readonly #progress = new Map<unknown, (progress: Progress) => void>();
  /** The open requests of the server. */
  readonly #incoming = new Map<RequestId, AbortController>();
  /** The number of unsent replies. */
  #replies = 0;
  #room: { readonly comes: Promise<void>; readonly tell: () => void } | undefined;
  #lastId = -1;
  /** The length of the current message. */
  #length = 0;
  #closed = false;

  constructor(
    private readonly transport: Transport,
    private readonly listener: PeerListener<T>,
  ) {}

  /** @throws UserError if the server cannot be reached. */
  start(): Promise<void> {
    return this.transport.start({
      reading: (length) => {
        this.#length = length;
        this.listener.reading?.(length);
      },
      message: (message, during) => {
        try {
          this.#onMessage(message, during);
        } catch (error) {
          // No message of a server may end the host.
          this.#onTrouble(error);
        }
        this.listener.received();
      },
      room: () => this.#room?.comes,
      unanswered: (id, why) => this.#find(id)?.reject(why),
      troubled: (error) => this.listener.troubled(error),
      closed: () => this.#close(),
    });
  }

  /**
   * Sends a request and returns its result.
   * @throws UserError `serverError` (code, message; the JSON-RPC error as its cause), `connectionClosed`, or the
   * failure of the transport; the signal's reason where it was aborted.
   */
  request(method: string, params: McpObject, options: PeerRequest<T>): Promise<McpObject> {
    const { signal, headers, onProgress, context: purpose } = options;
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#closed) return Promise.reject(new UserError('connectionClosed', { method }));
    const id = (this.#lastId += 1);
    return new Promise<McpObject>((resolve, reject) => {
      const settle = (): void => {
        this.#pending.delete(id);
        signal.removeEventListener('abort', giveUp);
      };
      const fail = (error: unknown): void => {
        settle();
        reject(failureOf(error, method));
      };
      const giveUp = (): void => {
        fail(signal.reason);
        this.listener.gaveUp(id, method);
        if (options.notifiesCancel) this.#tellCancel(id);
      };
      const succeed = (result: McpObject): void => {
        settle();
        resolve(result);
      };
      this.#pending.set(id, { method, purpose, onProgress, resolve: succeed, reject: fail });
      signal.addEventListener('abort', giveUp);
      const isWatched = this.#progress.has(metaOf(params)['progressToken']);
      const sent = onProgress && !isWatched ? withToken(params, id) : params;
      const request: RpcRequest = { jsonrpc: '2.0', id, method, params: sent };
      this.transport.send(request, { signal, headers }).catch(fail);
    });
  }

  /** Listens for progress after the response to a request, by the token in its params. */
  watchProgress(token: string, listener: (progress: Progress) => void): Disposable {
    this.#progress.set(token, listener);
    return { dispose: () => void this.#progress.delete(token) };
  }

  /** @throws UserError like {@link request}. */
  notify(method: string, params?: McpObject): Promise<void> {
    return this.transport.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  #tellCancel(requestId: RequestId): void {
    this.notify('notifications/cancelled', { requestId }).catch((error: unknown) =>
      this.#onTrouble(error),
    );
  }

  #onMessage(message: RpcMessage, from: RequestId | undefined): void {
    const during = this.#find(from ?? subscriptionOf(message))?.purpose;
    const method = 'method' in message ? message.method : this.#find(message.id)?.method;
    this.listener.reading?.(this.#length, method);
    if (!('method' in message)) this.#onResponse(message);
    else if (isRequest(message)) this.#onRequest(message, during);
    else if (message.method === 'notifications/progress') this.#onProgress(message.params ?? {});
    else if (message.method === 'notifications/cancelled') {
      this.#incoming.get(message.params?.['requestId'] as RequestId)?.abort();
    } else this.listener.notified(message, during);
  }

  #onResponse(response: RpcResult | RpcFailure): void {
    const { id } = response;
    const pending = this.#find(id);
    if (!pending) {
      this.listener.late(id);
      if ('error' in response && (id === null || id === undefined)) {
        this.#onTrouble(serverError(response.error));
      }
    } else if ('error' in response) pending.reject(serverError(response.error));
    else pending.resolve(response.result);
  }

  #onProgress(params: McpObject): void {
    const { progressToken: id } = params;
    const pending = this.#find(id);
    const listener = pending ? pending.onProgress : this.#progress.get(id);
    listener?.(params as unknown as Progress);
    if (!pending && !listener) this.listener.late(id);
  }

  #onRequest(request: RpcRequest, during: T | undefined): void {
    const { id } = request;
    // A stream that is resumed may bring it once more.
    if (this.#incoming.has(id)) return;
    const controller = new AbortController();
    const reply = this.listener.requested(request, during, controller.signal);
    if (!reply) return;
    this.#incoming.set(id, controller);
    reply
      .then(async (answer) => {
        this.#incoming.delete(id);
        if (!controller.signal.aborted) await this.#reply({ jsonrpc: '2.0', id, ...answer });
      })
      .catch((error: unknown) => this.#onTrouble(error));
  }

  async #reply(answer: RpcResult | RpcFailure): Promise<void> {
    this.#replies += 1;
    if (this.#replies >= mostReplies) this.#room ??= newRoom();
    try {
      await this.transport.send(answer);
    } finally {
      this.#replies -= 1;
      if (this.#replies < mostReplies) {
        this.#room?.tell();
        this.#room = undefined;
      }
    }
  }

  #find(id: unknown): Pending<T> | undefined {
    if (typeof id === 'number') return this.#pending.get(id);
    // Some servers make a text of a number.
    return typeof id === 'string' ? this.#pending.get(Number(id)) : undefined;
  }

  #onTrouble(error: unknown): void {
    if (!this.#closed) this.listener.troubled(error as Error);
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // The reason of the end is known before requests fail by it.
    this.listener.closed();
    for (const controller of this.#incoming.values()) controller.abort();
    for (const pending of this.#pending.values()) pending.reject(new UserError('connectionClosed'));
  }
}

function newRoom(): { readonly comes: Promise<void>; readonly tell: () => void } {
  let tell = (): void => undefined;
  const comes = new Promise<void>((resolve) => (tell = resolve));
  return { comes, tell };
}

function isRequest(message: RpcRequest | RpcNotification): message is RpcRequest {
  return 'id' in message && message.id !== null && message.id !== undefined;
}

/** The id of the subscription that a notification belongs to (2026-07-28, "Subscriptions"). */
function subscriptionOf(message: RpcMessage): unknown {
  return 'method' in message ? metaOf(message.params)[metaKeys.subscriptionId] : undefined;
}

/** Uses the id of the request as its progress token. */
function withToken(params: McpObject, progressToken: RequestId): McpObject {
  return { ...params, _meta: { ...(params['_meta'] as McpObject | undefined), progressToken } };
}

/** Adds the method to `connectionClosed`. */
function failureOf(error: unknown, method: string): unknown {
  if (!(error instanceof UserError) || error.code !== 'connectionClosed') return error;
  return new UserError('connectionClosed', { method, ...error.args }, { cause: error });
}
