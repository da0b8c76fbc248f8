import type { Abortable } from '../base/abort';
import { BoundedMap } from '../base/bounded';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { hasCode, UserError } from '../base/errors';
import { TransientMap } from '../base/transient';
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
import type { ConnectOptions, Progress, RequestOptions } from './connection';
import { serverError } from './failures';
import type { Deadline } from './timeouts';
import type { SendOptions, Transport } from './transports/transport';

/** A request of ours until it has its result, over all its rounds. */
export interface PendingRequest {
  readonly kind: 'request';
  readonly method: string;
  /** The params of its first round. */
  readonly params: McpObject;
  readonly options: RequestOptions;
  /** The limits of all its rounds together. */
  readonly deadline: Deadline;
  /** True once it is a task: the server has accepted it. */
  isAccepted?: boolean;
}

/** A `subscriptions/listen` request, which lasts as long as its stream (2026-07-28, "Subscriptions"). */
export interface Subscription {
  readonly kind: 'subscription';
  readonly over: AbortController;
}

/** The request of ours that a message belongs to. */
export type OpenRequest = PendingRequest | Subscription;

/** The response to a request of the server. */
export type Reply = Pick<RpcResult, 'result'> | Pick<RpcFailure, 'error'>;

/** Options of a request. */
interface PeerRequest extends SendOptions {
  /** Aborting rejects the request with the reason of the signal. */
  readonly signal: Abortable;
  /** True if aborting sends `notifications/cancelled`, which a handshake must not (2025-11-25, "Cancellation"). */
  readonly notifiesCancel?: boolean | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The request that messages on its stream belong to. */
  readonly context?: OpenRequest | undefined;
}

/** Receives the events of a peer. `during`: the request of ours that a message belongs to. */
export interface PeerListener {
  notified(notification: RpcNotification, during: OpenRequest | undefined): void;
  /** Answers a request of the server; `undefined` for no reply. */
  requested(
    request: RpcRequest,
    during: OpenRequest | undefined,
    signal: AbortSignal,
  ): Promise<Reply> | undefined;
  /** Called once, when the server has gone on with a cancelled call for so many seconds. */
  ignoredCancel?(seconds: number): void;
  troubled(error: Error): void;
  /** Called when notifications of the server may have been lost. */
  missed?(): void;
  closed(): void;
}

interface SentRequest {
  readonly method: string;
  readonly context: OpenRequest | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  resolve(result: McpObject): void;
  reject(error: unknown): void;
}

/** The number of unsent replies at which the server's streams are paused. */
const mostReplies = 32;
/** The number of cancelled calls that are remembered, because an obedient server never answers them. */
const mostCancelled = 64;
const defaultCancelGrace = 5_000;
/** A batch of messages (revision 2025-03-26). */
const startsBatch = /^\s*\[/;

/** One end of JSON-RPC over a transport: matches requests and responses of both sides. */
export class Peer {
  readonly #pending = new TransientMap<number, SentRequest>();
  /** The time of cancellation of tool calls, by `performance.now()`. */
  readonly #cancelled = new BoundedMap<unknown, number>(mostCancelled);
  readonly #message = new Emitter<void>();
  readonly #progress = new Map<unknown, (progress: Progress) => void>();
  /** The open requests of the server. */
  readonly #incoming = new Map<RequestId, AbortController>();
  /** The number of unsent replies. */
  #replies = 0;
  #room: { readonly comes: Promise<void>; readonly open: () => void } | undefined;
  #lastId = -1;
  /** The length of the current message. */
  #length = 0;
  /** The text of the current message, if it is the only one in it. */
  #text: string | undefined;
  #lastMessageAt = performance.now();
  #ignoresCancel = false;
  #closed = false;

  readonly onMessage: Event<void> = this.#message.event;

  constructor(
    private readonly transport: Transport,
    private readonly listener: PeerListener,
    private readonly options: Pick<ConnectOptions, 'cancelGrace' | 'noteWork' | 'traffic'> = {},
  ) {}

  /** The time of the last message, by `performance.now()`. */
  get lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** @throws UserError if the server cannot be reached. */
  start(): Promise<void> {
    const { noteWork, traffic } = this.options;
    return this.transport.start({
      received: (text) => {
        this.#length = text.length;
        this.#text = startsBatch.test(text) ? undefined : text;
        noteWork?.(text.length);
      },
      sent: (message, text) => {
        const isOurs = 'method' in message && 'id' in message;
        const during = isOurs ? this.#find(message.id)?.context : undefined;
        traffic?.sent(message, text, during?.kind === 'request' ? during.options : undefined);
      },
      exchanged: (message, exchange) =>
        traffic?.exchanged(message, exchange, this.transport.sessionId),
      message: (message, during) => {
        traffic?.received(message, this.#text ?? JSON.stringify(message), during);
        this.#text = undefined;
        try {
          this.#onMessage(message, during);
        } catch (error) {
          // No message of a server may end the host.
          this.#onTrouble(error);
        }
        this.#lastMessageAt = performance.now();
        this.#message.fire();
      },
      room: () => this.#room?.comes,
      unanswered: (id, why) => this.#find(id)?.reject(why),
      troubled: (error) => {
        this.#text = undefined;
        this.listener.troubled(error);
      },
      missed: () => this.listener.missed?.(),
      closed: () => this.#close(),
    });
  }

  /**
   * Sends a request and returns its result.
   * @throws UserError `serverError` (code, message; the JSON-RPC error as its cause), `connectionClosed`, or the
   * failure of the transport; the signal's reason where it was aborted.
   */
  request(method: string, params: McpObject, options: PeerRequest): Promise<McpObject> {
    const { signal, headers, isSessionless, isProbe, onProgress, context } = options;
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(new UserError('connectionClosed', { method }));
    const id = (this.#lastId += 1);
    return new Promise<McpObject>((resolve, reject) => {
      const settle = (): void => {
        this.#pending.delete(id);
        signal.removeEventListener('abort', giveUp);
      };
      const fail = (error: unknown): void => {
        settle();
        this.options.traffic?.ended(id, signal.aborted);
        reject(failureOf(error, method));
      };
      const giveUp = (): void => {
        fail(signal.reason);
        if (method === 'tools/call') this.#cancelled.set(id, performance.now());
        if (options.notifiesCancel) this.#notifyCancel(id);
      };
      const succeed = (result: McpObject): void => {
        settle();
        resolve(result);
      };
      this.#pending.set(id, { method, context, onProgress, resolve: succeed, reject: fail });
      signal.addEventListener('abort', giveUp);
      const isWatched = this.#progress.has(metaOf(params)['progressToken']);
      const sent = onProgress && !isWatched ? withToken(params, id) : params;
      const request: RpcRequest = { jsonrpc: '2.0', id, method, params: sent };
      this.transport.send(request, { signal, headers, isSessionless, isProbe }).catch(fail);
    });
  }

  /** Listens for progress after the response to a request, by the token in its params. */
  watchProgress(token: string, listener: (progress: Progress) => void): Disposable {
    this.#progress.set(token, listener);
    return { dispose: () => void this.#progress.delete(token) };
  }

  dispose(): void {
    this.#message.dispose();
  }

  /** @throws UserError like {@link request}. */
  notify(method: string, params?: McpObject): Promise<void> {
    return this.transport.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  #notifyCancel(requestId: RequestId): void {
    this.notify('notifications/cancelled', { requestId }).catch((error: unknown) =>
      this.#onTrouble(error),
    );
  }

  #onMessage(message: RpcMessage, from: RequestId | undefined): void {
    const during = this.#find(from ?? subscriptionOf(message))?.context;
    const method = 'method' in message ? message.method : this.#find(message.id)?.method;
    this.options.noteWork?.(this.#length, method);
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
      this.#onLate(id);
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
    if (!pending && !listener) this.#onLate(id);
  }

  /** Handles a response to, or progress of, a closed request. */
  #onLate(id: unknown): void {
    const time = performance.now() - (this.#cancelled.get(id) ?? Infinity);
    const { cancelGrace = defaultCancelGrace } = this.options;
    if (this.#ignoresCancel || time < cancelGrace) return;
    this.#ignoresCancel = true;
    this.listener.ignoredCancel?.(Math.round(time / 1_000));
  }

  #onRequest(request: RpcRequest, during: OpenRequest | undefined): void {
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
        this.#room?.open();
        this.#room = undefined;
      }
    }
  }

  #find(id: unknown): SentRequest | undefined {
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

function newRoom(): { readonly comes: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const comes = new Promise<void>((resolve) => (open = resolve));
  return { comes, open };
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
  if (!hasCode(error, 'connectionClosed')) return error;
  return new UserError('connectionClosed', { method, ...error.args }, { cause: error });
}
