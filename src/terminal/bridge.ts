import type { Disposable } from '../base/disposable';
import { UserError, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { raceAbort } from '../base/abort';
import { isModernRequest, metaKeys, metaOf } from '../protocol/meta';
import {
  type RequestId,
  type RpcError,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  rpcCodes,
} from '../protocol/jsonRpc';
import { answerAlone, withRemark, type Answer } from './answerAlone';
import { EndpointLine, spokenRefusal, type Endpoint } from './endpointLine';
import { SessionReplay, listsChanged } from './sessionReplay';
import { usualPatience, waitFor, type Patience, type Stage } from './patience';
import { isEndOfLine, maySendAgain, whyUnanswered } from './unanswered';
import { ToolHeaders } from '../protocol/headers';

/** What a bridge is made with. */
export interface BridgePorts {
  /** Gives a message to the client. */
  tell(message: RpcMessage): void;
  /** Why there is no endpoint. */
  whyNone(): Reason;
  /** What the client's model is to know of the endpoint, as a text. */
  remark?(): string | undefined;
  /** A reason with what to do next, for the client. */
  describe(reason: Reason): string;
  /** The endpoint is not there any more, or does not know this client. */
  onFailing(): void;
  /** Milliseconds; see `Patience`. */
  readonly patience?: Partial<Patience>;
}

/** How often a request that reads is sent. */
const mostTries = 3;

/** A request of the client that has no answer yet. */
interface Open {
  readonly request: RpcRequest;
  readonly abort: AbortController;
  timer?: NodeJS.Timeout | undefined;
  tries: number;
  /** Whether it is with an endpoint. */
  isSent: boolean;
  /** Of a listening: the age of the lists that it was told to be old. */
  toldOf: number;
}

/**
 * Carries the messages of a client over stdio to all servers of a window and back, in both eras. Endpoints
 * come and go with windows and hosts: the client is there for the whole time and need not notice.
 */
export class Bridge implements Disposable {
  readonly #open = new Map<RequestId, Open>();
  readonly #memory = new SessionReplay();
  readonly #headers = new ToolHeaders();
  /** The handshake that is under way, and what came after it. */
  #initialize: Open | undefined;
  readonly #held: RpcMessage[] = [];
  /** Questions of servers that the client has not answered. */
  readonly #asked = new Set<RequestId>();
  readonly #patience: Patience;
  #line: EndpointLine | undefined;
  /** Whether the line has been told what counts. */
  #isReady = false;
  #stage: Stage = 'looking';
  /** How often the client was left with lists that no endpoint tells it the changes of. */
  #age = 0;

  constructor(private readonly ports: BridgePorts) {
    this.#patience = { ...usualPatience, ...ports.patience };
  }

  /** Takes a message of the client; what comes after a handshake waits for its answer, as it needs the session. */
  take(message: RpcMessage): void {
    if (this.#initialize) this.#held.push(message);
    else if (!('method' in message)) this.#answered(message);
    else if ('id' in message) this.#request(message);
    else this.#notified(message);
  }

  /** Goes over to an endpoint. Rejects where it does not take the client. */
  async attach(endpoint: Endpoint): Promise<void> {
    this.detach();
    const line = new EndpointLine(endpoint);
    this.#line = line;
    await line.open({
      message: (message) => this.#told(line, message),
      unanswered: (id, why) => this.#failed(line, id, why),
    });
    await this.#introduce(line);
    if (this.#line !== line) return;
    this.#isReady = true;
    this.#stage = 'found';
    for (const { method, params } of this.#memory.subscriptions()) {
      // Nobody waits for it, as a server may have to start; a resource that is not there any more is no loss.
      line.ask(method, params).catch(() => undefined);
    }
    for (const open of this.#open.values()) this.#send(open);
  }

  /** There is no endpoint. A client that comes up is told so at once; later it may be a window that reloads. */
  stayAlone(): void {
    if (this.#stage === 'found') return;
    this.#stage = 'none';
    for (const open of this.#open.values()) if (!open.isSent) this.#wait(open);
  }

  /** The endpoint is gone. What only reads waits for the next one. */
  detach(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#isReady = false;
    if (line) this.#age += 1;
    line?.close();
    for (const requestId of this.#asked) this.#tellCancelled(requestId);
    this.#asked.clear();
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
    this.#line?.close();
    this.#line = undefined;
  }

  #request(request: RpcRequest): void {
    const { id, method } = request;
    if (this.#open.has(id)) {
      const error = { code: rpcCodes.invalidRequest, message: 'Request id in use' };
      return this.ports.tell({ jsonrpc: '2.0', id, error });
    }
    const open: Open = {
      request,
      abort: new AbortController(),
      tries: 0,
      isSent: false,
      toldOf: 0,
    };
    this.#open.set(id, open);
    if (method === 'initialize') this.#initialize = open;
    if (method === 'ping') this.#finish(open, { result: {} });
    else this.#sendOrWait(open);
  }

  /** A cancelled request gets no answer; in the modern era its stream is closed instead of the notification. */
  #notified(notification: RpcNotification): void {
    const { method, params = {} } = notification;
    const open = this.#open.get(params['requestId'] as RequestId);
    const isCancelled = method === 'notifications/cancelled' && open !== undefined;
    if (isCancelled) this.#drop(open);
    if (isCancelled && isModernRequest(open.request)) return open.abort.abort();
    if (this.#isReady) this.#line?.send(notification).catch(() => undefined);
  }

  #answered(message: Exclude<RpcMessage, RpcRequest | RpcNotification>): void {
    const { id } = message;
    // What was asked over another line nobody waits for.
    if (id === undefined || id === null || !this.#asked.delete(id)) return;
    this.#line?.send(message).catch(() => undefined);
  }

  /** Tells an endpoint what the client has told others, and the client that much may be new. */
  async #introduce(line: EndpointLine): Promise<void> {
    const { initialize } = this.#memory;
    if (!initialize) return;
    const limit = AbortSignal.timeout(this.#patience.introduction);
    const { protocolVersion } = await raceAbort(line.ask('initialize', initialize), limit);
    line.speak(protocolVersion);
    await raceAbort(line.send({ jsonrpc: '2.0', method: 'notifications/initialized' }), limit);
    for (const message of listsChanged()) this.ports.tell(message);
  }

  #sendOrWait(open: Open): void {
    if (this.#isReady) this.#send(open);
    else this.#wait(open);
  }

  #send(open: Open): void {
    const { request, abort } = open;
    const line = this.#line;
    clearTimeout(open.timer);
    open.tries += 1;
    open.isSent = true;
    const headers =
      request.method === 'tools/call' ? this.#headers.of(request.params ?? {}) : undefined;
    line
      ?.send(request, { signal: abort.signal, headers })
      .catch((error: unknown) => this.#failed(line, request.id, error));
  }

  #wait(open: Open): void {
    const { method } = open.request;
    // It has no answer before its end.
    if (method === 'subscriptions/listen') return;
    const patience = waitFor(method, this.#patience, this.#stage);
    clearTimeout(open.timer);
    open.timer = setTimeout(() => this.#giveUp(open), patience);
  }

  #giveUp(open: Open): void {
    const why = this.ports.whyNone();
    const isWrong = why.code === 'unknownToolSet';
    const result = isWrong ? undefined : answerAlone(open.request, this.ports.describe(why));
    this.#age += 1;
    this.#finish(open, result ? { result } : { error: this.#errorOf(why) });
  }

  #told(line: EndpointLine, message: RpcMessage): void {
    if (line !== this.#line) return;
    if ('method' in message) {
      if ('id' in message) this.#asked.add(message.id);
      this.ports.tell(message);
      this.#acknowledged(message);
      return;
    }
    const { id, ...answer } = message;
    const open = id === undefined || id === null ? undefined : this.#open.get(id);
    if (!open) return;
    if (open.request.method === 'initialize' && 'result' in answer) {
      line.speak(answer.result['protocolVersion']);
    }
    this.#finish(open, withRemark(open.request, answer, this.ports.remark?.()));
  }

  /** A client that listened to another endpoint, or to none, has to look at all lists anew. */
  #acknowledged({ method, params }: RpcRequest | RpcNotification): void {
    if (method !== 'notifications/subscriptions/acknowledged') return;
    const listening = this.#open.get(metaOf(params)[metaKeys.subscriptionId] as RequestId);
    const wanted = isObject(params?.['notifications']) ? params['notifications'] : {};
    if (!listening) return;
    // It goes on for as long as the client wants it, over many endpoints.
    listening.tries = 1;
    if (listening.toldOf === this.#age) return;
    listening.toldOf = this.#age;
    for (const change of listsChanged(listening.request)) {
      const list = 'method' in change ? change.method.split('/')[1] : '';
      if (wanted[`${list}ListChanged`]) this.ports.tell(change);
    }
  }

  #failed(line: EndpointLine | undefined, id: RequestId, error: unknown): void {
    const open = this.#open.get(id);
    if (!open || open.abort.signal.aborted || line !== this.#line) return;
    const refusal = spokenRefusal(error);
    if (refusal) return this.#finish(open, { error: refusal });
    open.isSent = false;
    const { method } = open.request;
    const isLost = !this.#isReady || isEndOfLine(error);
    const isSafe = maySendAgain(open.request, error);
    const isLasting = isLost && method === 'subscriptions/listen';
    if (!isSafe || (open.tries >= mostTries && !isLasting)) {
      this.#finish(open, { error: this.#errorOf(whyUnanswered(error)) });
    } else if (isLost) this.#wait(open);
    else open.timer = setTimeout(() => this.#sendOrWait(open), this.#patience.again);
    // The other requests of this endpoint have nothing to do with what befell this one alone.
    if (isLost && this.#isReady) this.ports.onFailing();
  }

  #finish(open: Open, answer: Answer): void {
    const { request } = open;
    this.#drop(open);
    if ('result' in answer) {
      this.#memory.note(request);
      if (request.method === 'tools/list') this.#headers.learn(answer.result);
    }
    this.ports.tell({ jsonrpc: '2.0', id: request.id, ...answer });
    if (open !== this.#initialize) return;
    this.#initialize = undefined;
    for (const message of this.#held.splice(0)) this.take(message);
  }

  #drop({ request: { id }, timer }: Open): void {
    clearTimeout(timer);
    this.#open.delete(id);
  }

  #tellCancelled(requestId: RequestId): void {
    const params = { requestId, reason: 'The server has left.' };
    this.ports.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  #errorOf(reason: Reason): RpcError {
    return { code: -32603, message: this.ports.describe(reason), data: reason };
  }
}
