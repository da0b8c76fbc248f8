import { BoundedMap } from '../base/bounded';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { UserError, type Reason } from '../base/errors';
import { ownValue } from '../base/json';
import type { LogLevel } from '../ipc/requests';
import type { Catalog, Handshake, McpObject, Tool } from '../ipc/state';
import { parameterHeadersOf } from '../protocol/headers';
import type { RpcNotification, RequestId } from '../protocol/jsonRpc';
import type { Connection, ConnectOptions, ListName, RequestOptions } from './connection';
import { type Era, type EraContext, LegacyEra, ModernEra } from './eras';
import { asUserError } from './failures';
import { logText, logEntryOf } from './logEntries';
import { negotiate } from './negotiate';
import { Peer } from './peer';
import type { PendingRequest, OpenRequest } from './pendingRequest';
import { readCatalog } from './readCatalog';
import { OutgoingRequests } from './outgoingRequests';
import { IncomingRequests } from './incomingRequests';
import { Deadline } from './timeouts';
import type { Transport } from './transports/transport';

/** The default silence after which a request fails, in milliseconds. */
const defaultIdleTimeout = 60_000;
const defaultCancelGrace = 5_000;
/**
 * Silence after `server/discover` before `initialize` is sent, in milliseconds. Longer if the server has answered
 * `server/discover` before.
 */
const usualProbeTimeout = 3_000;
const knownProbeTimeout = 10_000;
/** Limit for the ping of a session check, in milliseconds. */
const sessionCheckTimeout = 5_000;
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

/**
 * A connection of either era over any transport. {@link Peer} pairs requests with responses over a {@link Transport}.
 * An {@link Era} is the difference between the eras: metadata, results, cancellation and changes. {@link OutgoingRequests}
 * brings a request to its result, and {@link IncomingRequests} finds the client that answers a server. The SDK's client
 * is not used, because it refuses a whole list for one item.
 */
export class McpConnection implements Connection {
  readonly #listChanged = new Emitter<ListName>();
  readonly #notification = new Emitter<{ method: string; params: McpObject }>();
  readonly #lost = new Emitter<Reason>();
  readonly #doubt = new Emitter<void>();
  readonly #activity: ActivityTracker;
  readonly #peer: Peer<OpenRequest>;
  /** The open requests. */
  readonly #open = new Set<PendingRequest>();
  readonly #incoming: IncomingRequests;
  readonly #signedIn: Disposable | undefined;
  #era: Era | undefined;
  #requests: OutgoingRequests | undefined;
  #lostTo: Reason | undefined;
  #closing: Promise<void> | undefined;
  /** The session check in progress: requests wait for it, because they might be refused as well. */
  #sessionCheck: Promise<void> | undefined;

  readonly onListChanged = this.#listChanged.event;
  readonly onNotification = this.#notification.event;
  readonly onLost = this.#lost.event;
  readonly onDoubt = this.#doubt.event;

  constructor(
    private readonly transport: Transport,
    private readonly options: McpOptions,
  ) {
    this.#incoming = new IncomingRequests(options.client, this.#open);
    this.#activity = new ActivityTracker(options.cancelGrace ?? defaultCancelGrace, (seconds) => {
      const reason = { code: 'ignoresCancel', args: { seconds } };
      options.onLog({ level: 'warning', text: '', reason });
    });
    this.#peer = new Peer<OpenRequest>(transport, {
      received: () => this.#activity.received(),
      reading: (length, method) => options.onWork?.(length, method),
      gaveUp: (id, method) => this.#activity.cancelled(id, method),
      late: (id) => this.#activity.late(id),
      notified: (notification, during) => this.#onNotification(notification, during),
      requested: (request, during, signal) => {
        if (this.#era?.hasServerRequests === false) return undefined;
        const pending = during?.kind === 'request' ? during : undefined;
        return this.#incoming.reply(request, pending, signal);
      },
      troubled: (error) => this.#onError(error),
      closed: () => this.#onEnd(this.transport.lost),
    });
    this.#signedIn = options.authorizer?.onSignedIn(() => this.#requests?.forget());
  }

  get pid(): number | undefined {
    return this.transport.pid;
  }

  get lost(): Reason | undefined {
    return this.#lostTo;
  }

  get lastMessageAt(): number {
    return this.#activity.last;
  }

  get onMessage(): Event<void> {
    return this.#activity.onMessage;
  }

  get handshake(): Handshake {
    return initialised(this.#era).handshake;
  }

  /** @throws UserError if the server cannot be reached. */
  start(): Promise<void> {
    return this.#peer.start();
  }

  /** Does the handshake of the server's era. Rejects as {@link negotiate} does; the transport stays open then. */
  async greet(signal: AbortSignal): Promise<void> {
    const { transport, options } = this;
    const { known, client, asks } = options;
    const capabilities = client?.capabilities ?? {};
    const probeTimeout = known?.era === 'modern' ? knownProbeTimeout : usualProbeTimeout;
    const how = { transport, capabilities, known, asks, probeTimeout, signal };
    const handshake = await negotiate(this.#peer, how);
    // The handshake is stored, compared, and sent to every window.
    if (JSON.stringify(handshake).length > longestHandshake) {
      throw new UserError('protocolError', { message: 'Its handshake is larger than 1 MB.' });
    }
    const context = this.#eraContext();
    const era =
      handshake.era === 'modern'
        ? new ModernEra(handshake, capabilities, context)
        : new LegacyEra(handshake, context);
    this.#era = era;
    this.#requests = new OutgoingRequests(this.#peer, era, {
      kind: transport.kind,
      incoming: this.#incoming,
      listChanged: (list) => this.#listChanged.fire(list),
    });
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
    if (this.#sessionCheck) await this.#sessionCheck;
    if (this.#lostTo || this.#closing) throw this.#gone(method);
    const idleTimeout = options.idleTimeout ?? defaultIdleTimeout;
    const deadline = new Deadline({ ...options, idleTimeout });
    const pending: PendingRequest = { kind: 'request', method, params, options, deadline };
    this.#open.add(pending);
    try {
      return await initialised(this.#requests).run(params, pending);
    } catch (error) {
      const seconds = deadline.passedSeconds;
      if (options.signal?.aborted || seconds !== undefined) this.#doubt.fire();
      options.signal?.throwIfAborted();
      if (seconds !== undefined) throw new UserError('timedOut', { what: method, seconds });
      throw await this.#explain(error, method);
    } finally {
      this.#open.delete(pending);
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
    this.#activity.dispose();
    this.#signedIn?.dispose();
    this.#era?.dispose();
    await this.transport.close();
    this.#listChanged.dispose();
    this.#notification.dispose();
  }

  #eraContext(): EraContext {
    return {
      kind: this.transport.kind,
      request: (method, params) => this.request(method, params),
      subscribe: (params, subscription) =>
        this.#peer.request('subscriptions/listen', initialised(this.#era).withMeta(params), {
          signal: subscription.over.signal,
          notifiesCancel: this.transport.kind === 'stdio',
          context: subscription,
        }),
      notify: (method, params) => this.#peer.notify(method, params),
      log: this.options.onLog,
      listChanged: (list) => this.#listChanged.fire(list),
    };
  }

  #onNotification(notification: RpcNotification, during: OpenRequest | undefined): void {
    if (this.#era && !this.#era.accepts(notification, during)) return;
    const { method, params = {} } = notification;
    this.#requests?.onNotification(method, params);
    const list = ownValue(changedLists, method);
    if (list) {
      this.#listChanged.fire(list);
      return;
    }
    if (method === 'notifications/message') this.options.onLog(logEntryOf(params));
    const listener = during?.kind === 'request' ? during.options.onNotification : undefined;
    const isOfAll = method === 'notifications/resources/updated';
    if (listener && !isOfAll) listener({ method, params });
    else this.#notification.fire({ method, params });
  }

  #onError(error: Error): void {
    if (this.#closing) return;
    // An error may quote the whole message.
    this.options.onLog({ level: 'debug', text: logText(error.message) });
    if (this.#blamesSession(error)) void this.#checkSession();
    if (isDoubtful(error)) this.#doubt.fire();
  }

  async #explain(error: unknown, method: string): Promise<UserError> {
    if (this.#blamesSession(error)) {
      await this.#checkSession();
      // The server did not accept the request, so it can be sent again.
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

  /** True for a refusal by an unknown session: 404 by the specification, 400 by many servers. */
  #blamesSession(error: unknown): boolean {
    if (this.#era?.handshake.era !== 'legacy' || this.transport.sessionId === undefined)
      return false;
    if (!(error instanceof UserError)) return false;
    const { status } = error.args;
    return status === 404 || status === 400;
  }

  /** Resolves when it is clear if the server has forgotten the session. */
  #checkSession(): Promise<void> {
    this.#sessionCheck ??= this.#pingSession().finally(() => {
      this.#sessionCheck = undefined;
    });
    return this.#sessionCheck;
  }

  /** Pings, because a server that refuses a ping has forgotten the session. */
  async #pingSession(): Promise<void> {
    const deadline = new Deadline({ totalTimeout: sessionCheckTimeout });
    try {
      await this.#peer.request('ping', {}, { signal: deadline.signal, notifiesCancel: false });
    } catch (error) {
      if (!this.#blamesSession(error)) return;
      await this.transport.abandonSession?.();
      this.#onEnd({ code: 'sessionLost', args: { url: this.transport.url ?? '' } });
      void this.close();
    } finally {
      deadline.dispose();
    }
  }

  #onEnd(reason: Reason | undefined): void {
    if (!reason || this.#lostTo) return;
    this.#lostTo = reason;
    this.#lost.fire(reason);
  }
}

/** @throws Error before the handshake. */
function initialised<T>(part: T | undefined): T {
  if (!part) throw new Error('The handshake has not been done yet.');
  return part;
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

/** The number of cancelled calls that are remembered, because an obedient server never answers them. */
const mostCancelled = 64;

/** Tracks the messages of a server: the time of the last one, and answers to cancelled tool calls. */
class ActivityTracker {
  readonly #message = new Emitter<void>();
  /** The time of cancellation by request id, oldest first. */
  readonly #cancelled = new BoundedMap<unknown, number>(mostCancelled);
  #last = performance.now();
  #ignores = false;

  readonly onMessage = this.#message.event;

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
    this.#message.fire();
  }

  cancelled(id: RequestId, method: string): void {
    if (method === 'tools/call') this.#cancelled.set(id, performance.now());
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
    this.#message.dispose();
  }
}
