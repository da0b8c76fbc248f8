import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { hasCode, UserError, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { TransientSet } from '../base/transient';
import type { LogLevel } from '../ipc/contract';
import type { Catalog, Handshake, McpObject, Tool } from '../ipc/state';
import { parameterHeadersOf } from '../protocol/headers';
import type { RpcNotification } from '../protocol/jsonRpc';
import { changedList, listNames, type ListName } from '../protocol/lists';
import { rpcCodes } from '../protocol/rpcCodes';
import type { CatalogOptions, Connection, ConnectOptions, RequestOptions } from './connection';
import { type Era, LegacyEra, ModernEra } from './eras';
import { asUserError, isOutOfReach, unwrapServerError } from './failures';
import { logText, logEntryOf } from './logEntries';
import { acceptsHandshake, negotiate, type Asking } from './negotiate';
import { Peer, type PendingRequest, type OpenRequest } from './peer';
import { readCatalog } from './readCatalog';
import { IncomingRequests } from './incomingRequests';
import { Deadline, defaultIdleTimeout } from './timeouts';
import type { Transport } from './transports/transport';

/**
 * Silence after `server/discover` before `initialize` is sent, in milliseconds. Longer if the server has answered
 * `server/discover` before.
 */
const usualProbeTimeout = 3_000;
const knownProbeTimeout = 10_000;
/** Limit for the requests of a session check, in milliseconds. */
const sessionCheckTimeout = 5_000;
/** Characters of JSON. */
const longestHandshake = 1_000_000;

export type McpOptions = Asking &
  Pick<
    ConnectOptions,
    'onLog' | 'noteWork' | 'traffic' | 'cancelGrace' | 'client' | 'known' | 'authorizer'
  >;

/**
 * A connection of either era over any transport. {@link Peer} pairs requests with responses over a {@link Transport}.
 * An {@link Era} brings a request to its result, and {@link IncomingRequests} finds the client that answers a server.
 * The SDK's client is not used, because it refuses a whole list for one item.
 */
export class McpConnection implements Connection {
  readonly #listChanged = new Emitter<ListName>();
  readonly #notification = new Emitter<{ method: string; params: McpObject }>();
  readonly #lost = new Emitter<Reason>();
  readonly #doubt = new Emitter<void>();
  readonly #peer: Peer;
  /** The open requests. */
  readonly #open = new TransientSet<PendingRequest>();
  readonly #incoming: IncomingRequests;
  readonly #signedIn: Disposable | undefined;
  #era: Era | undefined;
  #lostTo: Reason | undefined;
  /** True once the server has answered a request after the handshake. */
  #hasAnswered = false;
  #closing: Promise<void> | undefined;
  /** The session check in progress: requests wait for it, because they might be refused as well. */
  #sessionCheck: Promise<void> | undefined;

  readonly onListChanged = this.#listChanged.event;
  readonly onNotification = this.#notification.event;
  readonly onLost = this.#lost.event;
  readonly onDoubt = this.#doubt.event;
  readonly onMessage: Event<void>;

  constructor(
    private readonly transport: Transport,
    private readonly options: McpOptions,
  ) {
    this.#incoming = new IncomingRequests(options.client, this.#open);
    this.#peer = new Peer(
      transport,
      {
        notified: (notification, during) => this.#onNotification(notification, during),
        requested: (request, during, signal) => {
          if (this.#era?.hasServerRequests === false) return undefined;
          const pending = during?.kind === 'request' ? during : undefined;
          return this.#incoming.reply(request, pending, signal);
        },
        ignoredCancel: (seconds) => {
          const reason = { code: 'ignoresCancel', args: { seconds } };
          options.onLog({ level: 'warning', text: '', reason });
        },
        troubled: (error) => this.#onError(error),
        missed: () => this.#onMissed(),
        closed: () => this.#onEnd(this.transport.lost),
      },
      options,
    );
    this.onMessage = this.#peer.onMessage;
    this.#signedIn = options.authorizer?.onSignedIn(() => this.#onSignedIn());
  }

  get pid(): number | undefined {
    return this.transport.pid;
  }

  get lost(): Reason | undefined {
    return this.#lostTo;
  }

  get lastMessageAt(): number {
    return this.#peer.lastMessageAt;
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
    const { known, client, asks, isProof } = options;
    const capabilities = client?.capabilities ?? {};
    const probeTimeout = known?.era === 'modern' ? knownProbeTimeout : usualProbeTimeout;
    const how = { transport, capabilities, known, asks, isProof, probeTimeout, signal };
    const handshake = await negotiate(this.#peer, how);
    // The handshake is stored, compared, and sent to every window.
    if (JSON.stringify(handshake).length > longestHandshake) {
      throw new UserError('protocolError', { message: 'Its handshake is larger than 1 MB.' });
    }
    options.traffic?.negotiated(handshake.era);
    this.#era = new (handshake.era === 'modern' ? ModernEra : LegacyEra)({
      handshake,
      capabilities,
      kind: transport.kind,
      peer: this.#peer,
      incoming: this.#incoming,
      request: (method, params) => this.request(method, params),
      log: options.onLog,
      listChanged: (list) => this.#listChanged.fire(list),
      missed: () => this.#onMissed(),
    });
    if (!this.#closing) this.#era.listen();
  }

  readCatalog({ known, ...options }: CatalogOptions = {}): Promise<Catalog> {
    const send = (method: string, params: McpObject): Promise<McpObject> =>
      this.request(method, params, options);
    const { era, capabilities } = this.handshake;
    const hasHeaders = this.transport.kind === 'http' && era === 'modern';
    return readCatalog(send, capabilities, hasHeaders ? headerProblem : undefined, known);
  }

  async request(
    method: string,
    params: McpObject,
    options: RequestOptions = {},
  ): Promise<McpObject> {
    options.signal?.throwIfAborted();
    if (this.#sessionCheck) await this.#sessionCheck;
    if (this.#lostTo || this.#closing) throw this.#gone(method);
    const { signal, totalTimeout, idleTimeout = defaultIdleTimeout } = options;
    const deadline = new Deadline({ signal, idleTimeout, totalTimeout });
    const pending: PendingRequest = { kind: 'request', method, params, options, deadline };
    const remove = this.#open.add(pending);
    this.#incoming.begun(pending);
    try {
      const result = initialised(this.#era).run(pending);
      deadline.start();
      const answer = await result;
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      const seconds = deadline.passedSeconds;
      if (options.signal?.aborted || seconds !== undefined) this.#doubt.fire();
      options.signal?.throwIfAborted();
      if (seconds !== undefined) throw new UserError('timedOut', { what: method, seconds });
      throw await this.#explain(error, pending);
    } finally {
      remove();
      this.#incoming.ended(pending);
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
    this.#peer.dispose();
    this.#signedIn?.dispose();
    this.#era?.dispose();
    await this.transport.close();
    this.#listChanged.dispose();
    this.#notification.dispose();
  }

  #onNotification(notification: RpcNotification, during: OpenRequest | undefined): void {
    if (this.#era?.onNotification(notification, during) === false) return;
    const { method, params = {} } = notification;
    const list = changedList(method);
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

  /** Another account, or one with more rights, may get other answers and other lists. */
  #onSignedIn(): void {
    this.#era?.forget();
    this.#allChanged(() => true);
  }

  /** A change of whatever the server notifies of may be what was missed. */
  #onMissed(): void {
    this.#allChanged((declared) => declared['listChanged'] === true);
  }

  /**
   * Tells of a change of each list whose capability the server declares, if it is one of `these`, and of each watched
   * resource.
   */
  #allChanged(these: (declared: McpObject) => boolean): void {
    const capabilities = this.#era?.handshake.capabilities ?? {};
    for (const list of listNames) {
      const declared = capabilities[list];
      if (isObject(declared) && these(declared)) this.#listChanged.fire(list);
    }
    for (const uri of this.#era?.watched ?? []) {
      const method = 'notifications/resources/updated';
      this.#onNotification({ jsonrpc: '2.0', method, params: { uri } }, undefined);
    }
  }

  #onError(error: Error): void {
    if (this.#closing) return;
    // An error may quote the whole message.
    this.options.onLog({ level: 'debug', text: logText(error.message) });
    if (this.#blamesSession(error)) void this.#checkSession();
    if (isDoubtful(error)) this.#doubt.fire();
  }

  async #explain(error: unknown, { method, isAccepted }: PendingRequest): Promise<UserError> {
    if (this.#blamesSession(error)) {
      await this.#checkSession();
      // A request that the server did not accept can be sent again.
      if (this.#lostTo?.code === 'sessionLost' && !isAccepted) return this.#gone(method);
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

  /** True for a refusal that may mean that the server does not know its client any more. */
  #blamesSession(error: unknown): boolean {
    if (!this.#era || this.transport.kind !== 'http' || !(error instanceof UserError)) return false;
    const { status } = error.args;
    if (this.transport.sessionId !== undefined) return unknownSession.has(status);
    return this.#hasAnswered && unknownClient.has(status);
  }

  /** Resolves when it is clear if the server has forgotten the session, or needs another handshake than it had. */
  #checkSession(): Promise<void> {
    this.#sessionCheck ??= this.#probeSession().finally(() => {
      this.#sessionCheck = undefined;
    });
    return this.#sessionCheck;
  }

  /**
   * Probes, because a server that refuses its probe has forgotten the session, or was replaced by one of another era or
   * by one with sessions. A server that refuses everything by 401 or 403, as for an address that is not allowed, has not.
   */
  async #probeSession(): Promise<void> {
    const { method, params } = initialised(this.#era).probe;
    const deadline = new Deadline({ totalTimeout: sessionCheckTimeout }).start();
    try {
      await this.#peer.request(method, params, { signal: deadline, isProbe: true });
    } catch (error) {
      if (!this.#blamesSession(error) || (await this.#refusesAnyway(error, deadline))) return;
      await this.transport.abandonSession?.();
      this.#onEnd({ code: 'sessionLost', args: { url: this.transport.url ?? '' } });
      void this.close();
    } finally {
      deadline.dispose();
    }
  }

  /**
   * True for a server that refuses a ping without a session as well, or does not answer it; for one that has no pings,
   * or no sessions, and refuses pings only; for one without sessions that refuses everything, as what stands before it
   * does for a while.
   */
  async #refusesAnyway(refusal: unknown, signal: Deadline): Promise<boolean> {
    if (hasCode(refusal, 'unauthorized')) {
      return this.#peer.request('ping', {}, { signal, isSessionless: true }).then(
        () => false,
        (error: unknown) =>
          !hasCode(error, 'serverError') &&
          (!hasCode(error, 'httpError') || isOutOfReach(error.reason)),
      );
    }
    const hasSession = this.transport.sessionId !== undefined;
    const { code } = asUserError(unwrapServerError(refusal)).args;
    if (hasSession && code !== rpcCodes.methodNotFound) return false;
    const { era, capabilities: offered } = this.handshake;
    const list = listNames.find((name) => isObject(offered[name]));
    if (era === 'legacy' && list) {
      const listing = this.#peer.request(`${list}/list`, {}, { signal, isProbe: true });
      const error: unknown = await listing.catch((why: unknown) => why);
      if (!this.#blamesSession(error)) return true;
    }
    if (hasSession) return false;
    const capabilities = this.options.client?.capabilities ?? {};
    return !(await acceptsHandshake(this.#peer, capabilities, signal));
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

/**
 * The statuses of a refusal of an unknown session: 404 by the specification, 400 by many servers, 401 by rmcp and
 * FastMCP for TypeScript, 403 by others.
 */
const unknownSession: ReadonlySet<unknown> = new Set([404, 400, 401, 403]);
/** The statuses of a refusal of a request without a session, or of another era. */
const unknownClient: ReadonlySet<unknown> = new Set([404, 400]);

const doubtful: ReadonlySet<string> = new Set([
  'unreachable',
  'proxyUnreachable',
  'connectionClosed',
]);
/** Failures that are doubtful by their status. */
const doubtfulAnswers: ReadonlySet<string> = new Set(['httpError', 'proxyRefused']);

function isDoubtful(error: Error): boolean {
  if (!(error instanceof UserError)) return false;
  const { code, args } = error;
  return doubtful.has(code) || (doubtfulAnswers.has(code) && Number(args['status']) >= 500);
}

/** The reason why a tool must not be used over HTTP (2026-07-28, "x-mcp-header"). */
function headerProblem({ inputSchema }: Tool): Reason | undefined {
  const headers = parameterHeadersOf(inputSchema);
  return 'code' in headers ? headers : undefined;
}
