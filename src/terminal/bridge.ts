import type { Disposable } from '../base/disposable';
import { reasonOf, UserError, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { canBeRepeated } from '../connection/http/repeated';
import { metaKeys, metaOf } from '../connection/envelope';
import type {
  RequestId,
  RpcError,
  RpcMessage,
  RpcNotification,
  RpcRequest,
} from '../connection/rpc';
import { ToolHeaders } from '../connection/toolHeaders';
import type { McpObject } from '../contract/state';
import { answerAlone } from './answerAlone';
import { EndpointLine, spokenRefusal, type Endpoint } from './endpointLine';
import { GuestMemory, isModernRequest, listsChanged } from './guestMemory';

/** What a bridge is made with. */
export interface BridgePorts {
  /** Gives a message to the client. */
  tell(message: RpcMessage): void;
  /** Why there is no endpoint. */
  whyNone(): Reason;
  /** A reason with what to do next, for the client. */
  describe(reason: Reason): string;
  /** The endpoint does not answer well any more. */
  onFailing(): void;
  /** Milliseconds that a request waits for an endpoint. */
  readonly patience?: Partial<Patience>;
}

interface Patience {
  /** Of what an agent asks for when it comes up, with few seconds. */
  readonly greeting: number;
  readonly list: number;
  readonly other: number;
}

const usualPatience: Patience = { greeting: 2_000, list: 4_000, other: 20_000 };

/** How often a request that reads is sent. */
const mostTries = 3;

/** A request of the client that has no answer yet. */
interface Open {
  readonly request: RpcRequest;
  readonly abort: AbortController;
  timer?: NodeJS.Timeout | undefined;
  tries: number;
}

/**
 * Carries the messages of a client over stdio to all servers of a window and back, in both eras. Endpoints
 * come and go with windows and hosts: the client is there for the whole time and need not notice.
 */
export class Bridge implements Disposable {
  readonly #open = new Map<RequestId, Open>();
  readonly #memory = new GuestMemory();
  readonly #headers = new ToolHeaders();
  /** The handshake that is under way, and what came after it. */
  #greeting: Open | undefined;
  readonly #held: RpcMessage[] = [];
  /** Questions of servers that the client has not answered. */
  readonly #asked = new Set<RequestId>();
  readonly #patience: Patience;
  #line: EndpointLine | undefined;
  /** Whether the line has been told what counts. */
  #isReady = false;
  /** Whether the client has lists that no endpoint tells it the changes of. */
  #isStale = false;

  constructor(private readonly ports: BridgePorts) {
    this.#patience = { ...usualPatience, ...ports.patience };
  }

  /** Takes a message of the client; what comes after a handshake waits for its answer, as it needs the session. */
  take(message: RpcMessage): void {
    if (this.#greeting) this.#held.push(message);
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
    for (const open of this.#open.values()) this.#send(open);
  }

  /** The endpoint is gone. What only reads waits for the next one. */
  detach(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#isReady = false;
    this.#isStale ||= line !== undefined;
    line?.close();
    for (const requestId of this.#asked) this.#tellCancelled(requestId);
    this.#asked.clear();
    for (const [id, { tries }] of this.#open) {
      if (tries > 0) this.#failed(undefined, id, new UserError('connectionClosed'));
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
    const open: Open = { request, abort: new AbortController(), tries: 0 };
    this.#open.set(id, open);
    if (method === 'initialize') this.#greeting = open;
    if (method === 'ping') this.#finish(open, { result: {} });
    else if (this.#isReady) this.#send(open);
    else this.#wait(open);
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
    const { greeting } = this.#memory;
    if (!greeting) return;
    const { protocolVersion } = await line.ask('initialize', greeting);
    line.speak(protocolVersion);
    await line.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (const { method, params } of this.#memory.wishes()) {
      // A resource that is not there any more is not worth the rest.
      await line.ask(method, params).catch(() => undefined);
    }
    for (const message of listsChanged()) this.ports.tell(message);
  }

  #send(open: Open): void {
    const { request, abort } = open;
    const line = this.#line;
    clearTimeout(open.timer);
    open.tries += 1;
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
    const { greeting, list, other } = this.#patience;
    const isGreeting = method === 'initialize' || method === 'server/discover';
    const patience = isGreeting ? greeting : method.endsWith('/list') ? list : other;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => this.#giveUp(open), patience);
  }

  #giveUp(open: Open): void {
    const why = this.ports.whyNone();
    const result = why.code === 'unknownToolSet' ? undefined : answerAlone(open.request);
    this.#isStale = true;
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
    this.#finish(open, answer);
  }

  /** A client that listened to another endpoint, or to none, has to look at all lists anew. */
  #acknowledged({ method, params }: RpcRequest | RpcNotification): void {
    if (method !== 'notifications/subscriptions/acknowledged') return;
    const listening = this.#open.get(metaOf(params)[metaKeys.subscriptionId] as RequestId);
    const wanted = isObject(params?.['notifications']) ? params['notifications'] : {};
    if (!listening || !this.#isStale) return;
    this.#isStale = false;
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
    const { method } = open.request;
    const isSafe = canBeRepeated(open.request) || repeatable.has(method) || wasNotSent(error);
    if (isSafe && open.tries < mostTries) this.#wait(open);
    else this.#finish(open, { error: this.#errorOf({ code: 'windowLeft' }) });
    if (this.#isReady) this.ports.onFailing();
  }

  #finish(open: Open, answer: Answer): void {
    const { request } = open;
    this.#drop(open);
    if ('result' in answer) {
      this.#memory.note(request);
      if (request.method === 'tools/list') this.#headers.learn(answer.result);
    }
    this.ports.tell({ jsonrpc: '2.0', id: request.id, ...answer });
    if (open !== this.#greeting) return;
    this.#greeting = undefined;
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

type Answer = { readonly result: McpObject } | { readonly error: RpcError };

/** What changes only what the endpoint keeps of this client. */
const repeatable: ReadonlySet<string> = new Set([
  'initialize',
  'subscriptions/listen',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

const unsentStatuses: readonly unknown[] = [401, 403, 404, 503];

/** The endpoint has not begun with it. */
function wasNotSent(error: unknown): boolean {
  const { code, args } = reasonOf(error);
  return code === 'unreachable' || unsentStatuses.includes(args?.['status']);
}
