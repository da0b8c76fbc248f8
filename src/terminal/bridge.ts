import type { Disposable } from '../base/disposable';
import { UserError, type Reason } from '../base/errors';
import { asText, isObject } from '../base/json';
import { raceAbort } from '../base/abort';
import { isModernRequest, metaKeys, metaOf } from '../protocol/meta';
import type {
  RequestId,
  RpcError,
  RpcMessage,
  RpcNotification,
  RpcRequest,
} from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import { ToolHeaders } from '../protocol/headers';
import { listChanged, listNames } from '../protocol/lists';
import type { McpObject } from '../ipc/state';
import {
  EndpointConnection,
  isEndpointLost,
  isHarmlessTwice,
  maySendAgain,
  refusalOf,
  unansweredReason,
  type Endpoint,
} from './endpointConnection';
import { isHandshake, offlineResult, withNotice, type Answer } from './offlineAnswers';

/** Milliseconds that a client waits. */
const defaultTimeouts = {
  /** Handshakes and lists: an agent requests them at its start and waits only seconds. */
  initialize: 2_000,
  list: 4_000,
  /** Lists before the first endpoint: an agent's first turn must not wait longer. */
  firstList: 400,
  other: 20_000,
  /** Our own handshake with an endpoint. */
  handshake: 10_000,
  /** The delay before a request is sent to the same endpoint again. */
  retryDelay: 500,
};
type BridgeTimeouts = Readonly<typeof defaultTimeouts>;

/** `found` once there was an endpoint: the next one is likely to come. `none` if the first search found none. */
type Stage = 'looking' | 'none' | 'found';

/** Milliseconds that a request waits for an endpoint. */
function waitTime(method: string, timeouts: BridgeTimeouts, stage: Stage): number {
  const isList = method.endsWith('/list');
  if (!isList && !isHandshake(method)) return timeouts.other;
  if (stage === 'none') return 0;
  if (isList) return stage === 'looking' ? timeouts.firstList : timeouts.list;
  return timeouts.initialize;
}

interface BridgeOptions {
  /** Sends a message to the client. */
  send(message: RpcMessage): void;
  /** Why there is no endpoint. */
  unavailableReason(): Reason;
  /** A text about the endpoint for the client's model. */
  notice?(): string | undefined;
  /** The text of a reason with the next step, for the client. */
  describe(reason: Reason): string;
  /** The endpoint is gone, does not know this client, or is left. */
  onLost(): void;
  readonly timeouts?: Partial<BridgeTimeouts>;
}

/** Times that a repeatable request is sent. */
const maxAttempts = 3;

/** A request of the client without an answer. */
interface OpenRequest {
  readonly request: RpcRequest;
  readonly abort: AbortController;
  timer?: NodeJS.Timeout | undefined;
  attempts: number;
  /** True while an endpoint has it. */
  isSent: boolean;
  /** For `subscriptions/listen`: the {@link Bridge} age at which the client was last notified of changed lists. */
  notifiedAge: number;
}

/**
 * Relays messages between a client over stdio and all servers of a window, in both eras. Endpoints come and go with
 * windows and hosts, while the client stays connected and does not notice. For the next endpoint it remembers only the
 * handshake, the log level, the watched resources and that the client's folders are others than the window's. Requests
 * that only read are sent again after a loss, calls never.
 */
export class Bridge implements Disposable {
  readonly #open = new Map<RequestId, OpenRequest>();
  readonly #session = new SessionReplay();
  readonly #headers = new ToolHeaders();
  /** The handshake in progress, and the messages received since. */
  #initialize: OpenRequest | undefined;
  readonly #held: RpcMessage[] = [];
  /** Server requests that the client has not answered. */
  readonly #serverRequests = new Set<RequestId>();
  readonly #timeouts: BridgeTimeouts;
  #endpoint: EndpointConnection | undefined;
  /** True once the endpoint knows the client's session. */
  #isReady = false;
  /** True while the endpoint is to be left. */
  #isLeaving = false;
  #stage: Stage = 'looking';
  /** Counts the times at which the client's lists may have become outdated. */
  #age = 0;

  constructor(private readonly options: BridgeOptions) {
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
  }

  /** Receives a message of the client. Messages after a handshake wait for its answer, as they need the session. */
  receive(message: RpcMessage): void {
    if (this.#initialize) this.#held.push(message);
    else if (!('method' in message)) this.#answered(message);
    else if ('id' in message) this.#request(message);
    else this.#notified(message);
  }

  /** Connects to an endpoint. Rejects if it does not accept the client. */
  async attach(endpoint: Endpoint): Promise<void> {
    this.detach();
    const connection = new EndpointConnection(endpoint);
    this.#endpoint = connection;
    await connection.open({
      message: (message) => this.#received(connection, message),
      unanswered: (id, error) => this.#failed(connection, id, error),
    });
    await this.#handshake(connection);
    if (this.#endpoint !== connection) return;
    this.#isReady = true;
    this.#stage = 'found';
    // Not awaited, because a server may have to start. A resource may be gone.
    const { level, watched, rootsChanged } = this.#session;
    if (level) connection.request('logging/setLevel', level).catch(() => undefined);
    for (const params of watched.values()) {
      connection
        .request('resources/subscribe', params)
        .then(() => this.options.send(resourceUpdated(params['uri'])))
        .catch(() => undefined);
    }
    // Without it servers would have the folders of the window.
    if (rootsChanged) connection.send(rootsChanged).catch(() => undefined);
    for (const open of this.#open.values()) this.#send(open);
  }

  /** No endpoint was found. A starting client is answered at once; a later one waits, as a window may reload. */
  noEndpoint(): void {
    if (this.#stage === 'found') return;
    this.#stage = 'none';
    for (const open of this.#open.values()) if (!open.isSent) this.#wait(open);
  }

  /** There is a better endpoint: leaves this one as soon as it has no call. */
  leave(): void {
    this.#isLeaving = true;
    this.#leaveWithoutCalls();
  }

  /** The endpoint is gone. Repeatable requests wait for the next one. */
  detach(): void {
    const connection = this.#endpoint;
    this.#endpoint = undefined;
    this.#isReady = false;
    this.#isLeaving = false;
    if (connection) this.#age += 1;
    connection?.close();
    for (const requestId of this.#serverRequests) {
      const params = { requestId, reason: 'The server has left.' };
      this.options.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    }
    this.#serverRequests.clear();
    for (const [id, { isSent }] of this.#open) {
      if (isSent) this.#failed(undefined, id, new UserError('connectionClosed'));
    }
  }

  dispose(): void {
    for (const { timer, abort } of this.#open.values()) {
      clearTimeout(timer);
      abort.abort();
    }
    this.#open.clear();
    this.#endpoint?.close();
    this.#endpoint = undefined;
  }

  #request(request: RpcRequest): void {
    const { id, method } = request;
    if (this.#open.has(id)) {
      const error = { code: rpcCodes.invalidRequest, message: 'Request id in use' };
      return this.options.send({ jsonrpc: '2.0', id, error });
    }
    const open: OpenRequest = {
      request,
      abort: new AbortController(),
      attempts: 0,
      isSent: false,
      notifiedAge: 0,
    };
    this.#open.set(id, open);
    if (method === 'initialize') this.#initialize = open;
    if (method === 'ping') this.#finish(open, { result: {} });
    else this.#sendOrWait(open);
  }

  /** A cancelled request gets no answer. In the modern era cancelling closes its stream instead. */
  #notified(notification: RpcNotification): void {
    const { method, params = {} } = notification;
    const open = this.#open.get(params['requestId'] as RequestId);
    const isCancelled = method === 'notifications/cancelled' && open !== undefined;
    if (isCancelled) this.#drop(open);
    if (isCancelled && isModernRequest(open.request)) return open.abort.abort();
    if (method === 'notifications/roots/list_changed') this.#session.rootsChanged = notification;
    if (this.#isReady) this.#endpoint?.send(notification).catch(() => undefined);
  }

  #answered(message: Exclude<RpcMessage, RpcRequest | RpcNotification>): void {
    const { id } = message;
    // Requests of an earlier endpoint need no answer.
    if (id === undefined || id === null || !this.#serverRequests.delete(id)) return;
    this.#endpoint?.send(message).catch(() => undefined);
  }

  /** Repeats the client's handshake with an endpoint, and notifies the client that its lists may be outdated. */
  async #handshake(connection: EndpointConnection): Promise<void> {
    const { initialize } = this.#session;
    if (!initialize) return;
    const limit = AbortSignal.timeout(this.#timeouts.handshake);
    const { protocolVersion } = await raceAbort(
      connection.request('initialize', initialize),
      limit,
    );
    connection.setProtocolVersion(protocolVersion);
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
    await raceAbort(connection.send(initialized), limit);
    for (const message of listsChanged()) this.options.send(message);
  }

  #sendOrWait(open: OpenRequest): void {
    if (this.#isReady) this.#send(open);
    else this.#wait(open);
  }

  #send(open: OpenRequest): void {
    const { request, abort } = open;
    const connection = this.#endpoint;
    clearTimeout(open.timer);
    open.attempts += 1;
    open.isSent = true;
    const headers =
      request.method === 'tools/call' ? this.#headers.of(request.params ?? {}) : undefined;
    connection
      ?.send(request, { signal: abort.signal, headers })
      .catch((error: unknown) => this.#failed(connection, request.id, error));
  }

  #wait(open: OpenRequest): void {
    const { method } = open.request;
    // It is answered only at its end.
    if (method === 'subscriptions/listen') return;
    clearTimeout(open.timer);
    const delay = waitTime(method, this.#timeouts, this.#stage);
    open.timer = setTimeout(() => this.#giveUp(open), delay);
  }

  #giveUp(open: OpenRequest): void {
    const reason = this.options.unavailableReason();
    const isUsageError = reason.code === 'unknownToolSet';
    const result = isUsageError
      ? undefined
      : offlineResult(open.request, this.options.describe(reason));
    this.#age += 1;
    this.#finish(open, result ? { result } : { error: this.#errorOf(reason) });
  }

  #received(connection: EndpointConnection, message: RpcMessage): void {
    if (connection !== this.#endpoint) return;
    if ('method' in message) {
      if ('id' in message) this.#serverRequests.add(message.id);
      this.options.send(message);
      this.#acknowledged(message);
      return;
    }
    const { id, ...answer } = message;
    const open = id === undefined || id === null ? undefined : this.#open.get(id);
    if (!open) return;
    if (open.request.method === 'initialize' && 'result' in answer) {
      connection.setProtocolVersion(answer.result['protocolVersion']);
    }
    this.#finish(open, withNotice(open.request, answer, this.options.notice?.()));
  }

  /** A client that subscribed before this endpoint has to read all lists and resources again. */
  #acknowledged({ method, params }: RpcRequest | RpcNotification): void {
    if (method !== 'notifications/subscriptions/acknowledged') return;
    const listening = this.#open.get(metaOf(params)[metaKeys.subscriptionId] as RequestId);
    const wanted = isObject(params?.['notifications']) ? params['notifications'] : {};
    if (!listening) return;
    // A subscription lasts as long as the client wants it, over many endpoints.
    listening.attempts = 1;
    if (listening.notifiedAge === this.#age) return;
    listening.notifiedAge = this.#age;
    for (const change of listsChanged(listening.request)) {
      const list = 'method' in change ? change.method.split('/')[1] : '';
      if (wanted[`${list}ListChanged`]) this.options.send(change);
    }
    const { resourceSubscriptions: uris } = wanted;
    if (!Array.isArray(uris)) return;
    for (const uri of uris) this.options.send(resourceUpdated(uri, listening.request));
  }

  #failed(connection: EndpointConnection | undefined, id: RequestId, error: unknown): void {
    const open = this.#open.get(id);
    if (!open || open.abort.signal.aborted || connection !== this.#endpoint) return;
    const refusal = refusalOf(error);
    if (refusal) return this.#finish(open, { error: refusal });
    open.isSent = false;
    const { method } = open.request;
    const isLost = !this.#isReady || isEndpointLost(error);
    const isSafe = maySendAgain(open.request, error);
    const isLasting = isLost && method === 'subscriptions/listen';
    if (!isSafe || (open.attempts >= maxAttempts && !isLasting)) {
      this.#finish(open, { error: this.#errorOf(unansweredReason(error)) });
    } else if (isLost) this.#wait(open);
    else open.timer = setTimeout(() => this.#sendOrWait(open), this.#timeouts.retryDelay);
    // Other errors concern only this request.
    if (isLost && this.#isReady) this.options.onLost();
  }

  #finish(open: OpenRequest, answer: Answer): void {
    const { request } = open;
    this.#drop(open);
    if ('result' in answer) {
      this.#session.record(request);
      if (request.method === 'tools/list') this.#headers.learn(answer.result);
    }
    this.options.send({ jsonrpc: '2.0', id: request.id, ...answer });
    if (open !== this.#initialize) return;
    this.#initialize = undefined;
    for (const message of this.#held.splice(0)) this.receive(message);
  }

  #drop({ request: { id }, timer }: OpenRequest): void {
    clearTimeout(timer);
    this.#open.delete(id);
    if (this.#isLeaving) this.#leaveWithoutCalls();
  }

  #leaveWithoutCalls(): void {
    const isCall = ({ isSent, request }: OpenRequest): boolean =>
      isSent && !isHarmlessTwice(request);
    if (![...this.#open.values()].some(isCall)) this.options.onLost();
  }

  #errorOf(reason: Reason): RpcError {
    return { code: rpcCodes.internalError, message: this.options.describe(reason), data: reason };
  }
}

/** The state of a client's session, which is repeated to the next endpoint: parameters of requests that succeeded. */
class SessionReplay {
  initialize: McpObject | undefined;
  level: McpObject | undefined;
  /** Of `resources/subscribe`, by URI. */
  readonly watched = new Map<string, McpObject>();
  /** The notification that the client has folders of its own, if it has sent one. */
  rootsChanged: RpcNotification | undefined;

  /** Records a request that succeeded. */
  record({ method, params = {} }: RpcRequest): void {
    const uri = asText(params['uri']);
    if (method === 'initialize') this.initialize = params;
    else if (method === 'logging/setLevel') this.level = params;
    else if (method === 'resources/subscribe') this.watched.set(uri, params);
    else if (method === 'resources/unsubscribe') this.watched.delete(uri);
  }
}

/** Notifications that all lists may have changed; `listening`: the subscription of a client of the modern era. */
function listsChanged(listening?: RpcRequest): readonly RpcMessage[] {
  return listNames.map((list) => notification(listChanged(list), {}, listening));
}

/** A notification that a watched resource may have changed. */
function resourceUpdated(uri: unknown, listening?: RpcRequest): RpcMessage {
  return notification('notifications/resources/updated', { uri }, listening);
}

function notification(method: string, params: McpObject, listening?: RpcRequest): RpcMessage {
  const _meta = listening && { [metaKeys.subscriptionId]: listening.id };
  return { jsonrpc: '2.0', method, params: { ...params, ...(_meta && { _meta }) } };
}
