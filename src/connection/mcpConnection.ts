import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { UserError, type Reason } from '../base/errors';
import { ownValue } from '../base/json';
import type { LogLevel } from '../ipc/requests';
import type { Catalog, Handshake, McpObject, Tool } from '../ipc/state';
import type { Connection, ConnectOptions, ListName, RequestOptions } from './connection';
import { Deadline } from './deadline';
import type { Era, EraPort } from './era';
import type { Exchange, Purpose } from './exchange';
import { asUserError } from './failures';
import { LegacyEra } from './legacyEra';
import { LifeSigns } from './lifeSigns';
import { logEntryOf } from './logEntryOf';
import { logText } from './logText';
import { ModernEra } from './modernEra';
import { negotiate } from './negotiate';
import { parameterHeadersOf } from '../protocol/headers';
import { Peer } from './peer';
import { Questions } from './questions';
import { readCatalog } from './readCatalog';
import { Requests } from './requests';
import type { RpcNotification } from '../protocol/jsonRpc';
import { SessionCheck } from './sessionCheck';
import type { Transport } from './transport';

/** The default silence after which a request fails, in milliseconds. */
const defaultIdleTimeout = 60_000;
const defaultCancelGrace = 5_000;
/**
 * Silence after `server/discover` before `initialize` is sent, in milliseconds; longer if the server has
 * answered it before.
 */
const probePatience = 3_000;
const knownPatience = 10_000;
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
  readonly #signs: LifeSigns;
  readonly #peer: Peer<Purpose>;
  /** The open requests. */
  readonly #open = new Set<Exchange>();
  readonly #questions: Questions;
  readonly #session: SessionCheck<Purpose>;
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
    this.#questions = new Questions(options.client, this.#open);
    this.#signs = new LifeSigns(options.cancelGrace ?? defaultCancelGrace, (seconds) => {
      const reason = { code: 'ignoresCancel', args: { seconds } };
      options.onLog({ level: 'warning', text: '', reason });
    });
    this.#peer = new Peer<Purpose>(transport, {
      heard: () => this.#signs.heard(),
      reading: (length, method) => options.onWork?.(length, method),
      gaveUp: (id, method) => this.#signs.cancelled(id, method),
      late: (id) => this.#signs.late(id),
      notified: (notification, during) => this.#onNotification(notification, during),
      asked: (request, during, signal) => {
        // Who knows no requests of servers does not want to be answered either.
        if (this.#era?.isAsked === false) return undefined;
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

  get lastHeard(): number {
    return this.#signs.last;
  }

  get onHeard(): Event<void> {
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
    const patience = known?.era === 'modern' ? knownPatience : probePatience;
    const how = { transport, capabilities, known, asks, patience, signal };
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
    const exchange: Exchange = { kind: 'exchange', method, params, options, deadline };
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

  #port(): EraPort {
    return {
      kind: this.transport.kind,
      request: (method, params) => this.request(method, params),
      subscribe: (params, subscription) =>
        this.#peer.request('subscriptions/listen', params, {
          signal: subscription.over.signal,
          tellsCancel: this.transport.kind === 'stdio',
          purpose: subscription,
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

  #onNotification(notification: RpcNotification, during: Purpose | undefined): void {
    if (this.#era && !this.#era.hears(notification, during)) return;
    const { method, params = {} } = notification;
    this.#requests?.heard(method, params);
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
