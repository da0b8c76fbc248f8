import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { UserError, type Reason } from '../base/errors';
import { ownValue } from '../base/json';
import type { LogLevel } from '../ipc/requests';
import type { Catalog, Handshake, McpObject, Tool } from '../ipc/state';
import type { Connection, ConnectOptions, ListName, RequestOptions } from './connection';
import { Deadline } from './timeouts';
import { type Era, type EraContext, LegacyEra, ModernEra } from './eras';
import type { PendingRequest, RequestContext } from './pendingRequest';
import { asUserError } from './failures';
import { logText, logEntryOf } from './logEntries';
import { negotiate } from './negotiate';
import { parameterHeadersOf } from '../protocol/headers';
import { Peer } from './peer';
import { ServerRequests } from './serverRequests';
import { readCatalog } from './readCatalog';
import { Requests } from './requests';
import type { RpcNotification, RequestId } from '../protocol/jsonRpc';
import type { Transport } from './transports/transport';

/** The default silence after which a request fails, in milliseconds. */
const defaultIdleTimeout = 60_000;
const defaultCancelGrace = 5_000;
/**
 * Silence after `server/discover` before `initialize` is sent, in milliseconds; longer if the server has
 * answered it before.
 */
const usualProbeTimeout = 3_000;
const knownProbeTimeout = 10_000;
/** Characters of JSON. */
const longestHandshake = 1_000_000;

const changedLists: Readonly<Record<string, ListName>> = {
  'notifications/tools/list_changed': 'tools',
  'notifications/prompts/list_changed': 'prompts',
  'notifications/resources/list_changed': 'resources',
};

export interface McpOptions extends Pick<
  ConnectOptions,
  'onLog' | 'onWork' | 'cancelGrace' | 'client' | 'known' | 'authorizer'
> {
  /** `false`: `server/discover` is not sent. */
  readonly asks?: boolean | undefined;
}

/** A connection of either era over any transport. */
export class McpConnection implements Connection {
  readonly #listChanged = new Emitter<ListName>();
  readonly #notification = new Emitter<{ method: string; params: McpObject }>();
  readonly #lost = new Emitter<Reason>();
  readonly #doubt = new Emitter<void>();
  readonly #signs: ActivityTracker;
  readonly #peer: Peer<RequestContext>;
  /** The open requests. */
  readonly #open = new Set<PendingRequest>();
  readonly #questions: ServerRequests;
  readonly #session: SessionCheck<RequestContext>;
  readonly #signedIn: Disposable | undefined;
  #era: Era | undefined;
  #requests: Requests | undefined;
  #lostTo: Reason | undefined;
  #closing: Promise<void> | undefined;

  readonly onListChanged = this.#listChanged.event;
  readonly onNotification = this.#notification.event;
  readonly onLost = this.#lost.event;
  readonly onDoubt = this.#doubt.event;

  constructor(
    private readonly transport: Transport,
    private readonly options: McpOptions,
  ) {
    this.#questions = new ServerRequests(options.client, this.#open);
    this.#signs = new ActivityTracker(options.cancelGrace ?? defaultCancelGrace, (seconds) => {
      const reason = { code: 'ignoresCancel', args: { seconds } };
      options.onLog({ level: 'warning', text: '', reason });
    });
    this.#peer = new Peer<RequestContext>(transport, {
      received: () => this.#signs.received(),
      reading: (length, method) => options.onWork?.(length, method),
      gaveUp: (id, method) => this.#signs.cancelled(id, method),
      late: (id) => this.#signs.late(id),
      notified: (notification, during) => this.#onNotification(notification, during),
      requested: (request, during, signal) => {
        // Who knows no requests of servers does not want to be answered either.
        if (this.#era?.hasServerRequests === false) return undefined;
        const exchange = during?.kind === 'exchange' ? during : undefined;
        return this.#questions.reply(request, exchange, signal);
      },
      troubled: (error) => this.#onError(error),
      closed: () => this.#onEnd(this.transport.lost),
    });
    this.#signedIn = options.authorizer?.onSignedIn(() => this.#requests?.forget());
    this.#session = new SessionCheck(this.#peer, transport, () => {
      this.#onEnd({ code: 'sessionLost', args: { url: transport.url ?? '' } });
      void this.close();
    });
  }

  get pid(): number | undefined {
    return this.transport.pid;
  }

  get lost(): Reason | undefined {
    return this.#lostTo;
  }

  get lastMessageAt(): number {
    return this.#signs.last;
  }

  get onMessage(): Event<void> {
    return this.#signs.onHeard;
  }

  get handshake(): Handshake {
    return this.#greeted(this.#era).handshake;
  }

  /** @throws UserError if the server cannot be reached. */
  start(): Promise<void> {
    return this.#peer.start();
  }

  /**
   * Does the handshake of the server's era. Rejects as {@link negotiate} does; the transport stays open
   * then.
   */
  async greet(signal: AbortSignal): Promise<void> {
    const { transport, options } = this;
    const { known, client, asks } = options;
    const capabilities = client?.capabilities ?? {};
    const probeTimeout = known?.era === 'modern' ? knownProbeTimeout : usualProbeTimeout;
    const how = { transport, capabilities, known, asks, probeTimeout, signal };
    const handshake = await negotiate(this.#peer, how);
    // It is kept, compared, and told to every window.
    if (JSON.stringify(handshake).length > longestHandshake) {
      throw new UserError('protocolError', { message: 'Its handshake is larger than 1 MB.' });
    }
    const port = this.#port();
    const era =
      handshake.era === 'modern'
        ? new ModernEra(handshake, capabilities, port)
        : new LegacyEra(handshake, port);
    this.#era = era;
    const ports = { peer: this.#peer, questions: this.#questions };
    this.#requests = new Requests({ ...port, ...ports }, era);
    if (!this.#closing) era.listen();
  }

  readCatalog(options?: RequestOptions): Promise<Catalog> {
    const send = (method: string, params: McpObject): Promise<McpObject> =>
      this.request(method, params, options);
    const { era, capabilities } = this.handshake;
    const hasHeaders = this.transport.kind === 'http' && era === 'modern';
    return readCatalog(send, capabilities, hasHeaders ? headerProblem : undefined);
  }

  async request(
    method: string,
    params: McpObject,
    options: RequestOptions = {},
  ): Promise<McpObject> {
    options.signal?.throwIfAborted();
    // It would be refused like the one that made us ask.
    if (this.#session.running) await this.#session.running;
    if (this.#lostTo || this.#closing) throw this.#gone(method);
    const idleTimeout = options.idleTimeout ?? defaultIdleTimeout;
    const deadline = new Deadline({ ...options, idleTimeout });
    const exchange: PendingRequest = { kind: 'exchange', method, params, options, deadline };
    this.#open.add(exchange);
    try {
      return await this.#greeted(this.#requests).run(params, exchange);
    } catch (error) {
      const seconds = deadline.passedSeconds;
      if (options.signal?.aborted || seconds !== undefined) this.#doubt.fire();
      options.signal?.throwIfAborted();
      if (seconds !== undefined) throw new UserError('timedOut', { what: method, seconds });
      throw await this.#explain(error, method);
    } finally {
      this.#open.delete(exchange);
      deadline.dispose();
    }
  }

  async notify(method: string, params?: McpObject): Promise<void> {
    await this.#era?.notify(method, params);
  }

  async watchResources(uris: ReadonlySet<string>): Promise<void> {
    await this.#era?.watchResources(uris);
  }

  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    await this.#era?.setLogLevel(level);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#lost.dispose();
    this.#doubt.dispose();
    this.#signs.dispose();
    this.#signedIn?.dispose();
    this.#era?.dispose();
    await this.transport.close();
    this.#listChanged.dispose();
    this.#notification.dispose();
  }

  #port(): EraContext {
    return {
      kind: this.transport.kind,
      request: (method, params) => this.request(method, params),
      subscribe: (params, subscription) =>
        this.#peer.request('subscriptions/listen', params, {
          signal: subscription.over.signal,
          notifiesCancel: this.transport.kind === 'stdio',
          context: subscription,
        }),
      notify: (method, params) => this.#peer.notify(method, params),
      log: this.options.onLog,
      listChanged: (list) => this.#listChanged.fire(list),
    };
  }

  #greeted<T>(part: T | undefined): T {
    if (!part) throw new Error('The server was not greeted yet.');
    return part;
  }

  #onNotification(notification: RpcNotification, during: RequestContext | undefined): void {
    if (this.#era && !this.#era.accepts(notification, during)) return;
    const { method, params = {} } = notification;
    this.#requests?.onNotification(method, params);
    const list = ownValue(changedLists, method);
    if (list) {
      this.#listChanged.fire(list);
      return;
    }
    if (method === 'notifications/message') this.options.onLog(logEntryOf(params));
    const asker = during?.kind === 'exchange' ? during.options.onNotification : undefined;
    const isOfAll = method === 'notifications/resources/updated';
    if (asker && !isOfAll) asker({ method, params });
    else this.#notification.fire({ method, params });
  }

  #onError(error: Error): void {
    if (this.#closing) return;
    // What is wrong with a message may quote the whole of it.
    this.options.onLog({ level: 'debug', text: logText(error.message) });
    if (this.#blamesSession(error)) void this.#session.run();
    if (isDoubtful(error)) this.#doubt.fire();
  }

  async #explain(error: unknown, method: string): Promise<UserError> {
    if (this.#blamesSession(error)) {
      await this.#session.run();
      // The server did not take it, so it can be sent again.
      if (this.#lostTo?.code === 'sessionLost') return this.#gone(method);
    }
    const because = this.#lostTo;
    if (because) return new UserError('connectionClosed', { method }, { cause: error, because });
    const failure = asUserError(error);
    if (isDoubtful(failure)) this.#doubt.fire();
    return failure;
  }

  /** The error of a request that was not sent or not accepted. */
  #gone(method: string): UserError {
    const because = this.#lostTo;
    return because?.code === 'sessionLost'
      ? UserError.from({ ...because, args: { ...because.args, method } })
      : new UserError('connectionClosed', { method }, { because });
  }

  #blamesSession(error: unknown): boolean {
    return this.#era?.handshake.era === 'legacy' && this.#session.isDue(error);
  }

  #onEnd(reason: Reason | undefined): void {
    if (!reason || this.#lostTo) return;
    this.#lostTo = reason;
    this.#lost.fire(reason);
  }
}

const doubtful: ReadonlySet<string> = new Set(['unreachable', 'connectionClosed']);

function isDoubtful(error: Error): boolean {
  if (!(error instanceof UserError)) return false;
  const { code, args } = error;
  return doubtful.has(code) || (code === 'httpError' && Number(args['status']) >= 500);
}

/** The reason why a tool must not be used over HTTP (2026-07-28, "x-mcp-header"). */
function headerProblem({ inputSchema }: Tool): string | undefined {
  const headers = parameterHeadersOf(inputSchema);
  return typeof headers === 'string' ? headers : undefined;
}

/** Limit for the ping of a session check, in milliseconds. */
const answerTime = 5_000;

/** Finds out whether a server has forgotten the session of a legacy connection. */
class SessionCheck<T> {
  #running: Promise<void> | undefined;

  constructor(
    private readonly peer: Peer<T>,
    private readonly transport: Transport,
    /** Told when the session is lost, and what was on its way was refused. */
    private readonly onLost: () => void,
  ) {}

  /** The check that is under way: what is sent meanwhile may be refused like what made us ask. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** 404 is what the specification wants for an unknown session, 400 what many servers answer. */
  isDue(error: unknown): boolean {
    if (!(error instanceof UserError) || this.transport.sessionId === undefined) return false;
    const { status } = error.args;
    return status === 404 || status === 400;
  }

  /** Resolves when it is clear. A ping is right in every session: who refuses it has forgotten ours. */
  run(): Promise<void> {
    this.#running ??= this.#ping().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #ping(): Promise<void> {
    const deadline = new Deadline({ totalTimeout: answerTime });
    try {
      await this.peer.request('ping', {}, { signal: deadline.signal, notifiesCancel: false });
    } catch (error) {
      if (!this.isDue(error)) return;
      await this.transport.abandonSession?.();
      this.onLost();
    } finally {
      deadline.dispose();
    }
  }
}

/** The number of cancelled calls that are remembered, because an obedient server never answers them. */
const keptCancelled = 64;

/** Tracks the messages of a server: the time of the last one, and answers to cancelled tool calls. */
class ActivityTracker {
  readonly #heard = new Emitter<void>();
  /** The time of cancellation by request id, oldest first. */
  readonly #cancelled = new Map<unknown, number>();
  #last = performance.now();
  #ignores = false;

  readonly onHeard = this.#heard.event;

  constructor(
    /** Milliseconds in which a server may still answer a cancelled call. */
    private readonly cancelGrace: number,
    /** Called once, with the seconds after the cancellation. */
    private readonly onIgnored: (seconds: number) => void,
  ) {}

  /** The time of the last message, by `performance.now()`. */
  get last(): number {
    return this.#last;
  }

  received(): void {
    this.#last = performance.now();
    this.#heard.fire();
  }

  cancelled(id: RequestId, method: string): void {
    if (method !== 'tools/call') return;
    this.#cancelled.set(id, performance.now());
    const [oldest] = this.#cancelled.keys();
    if (this.#cancelled.size > keptCancelled) this.#cancelled.delete(oldest);
  }

  /** Takes a response to, or progress of, a request that is closed. */
  late(id: unknown): void {
    const since = this.#cancelled.get(id);
    if (since === undefined || this.#ignores) return;
    const time = performance.now() - since;
    if (time < this.cancelGrace) return;
    this.#ignores = true;
    this.onIgnored(Math.round(time / 1_000));
  }

  dispose(): void {
    this.#heard.dispose();
  }
}
