import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { Emitter, type Event } from '../base/emitter';
import { UserError, type Reason } from '../base/errors';
import type { LogLevel } from '../contract/requests';
import type { Catalog, Handshake, McpObject } from '../contract/state';
import { clientInfo } from './clientInfo';
import type { Connection, ConnectionLog, ListName, RequestOptions } from './connection';
import { longestTimer } from './countdown';
import { Deadline } from './deadline';
import type { HostTransport } from './hostTransport';
import { LifeSigns } from './lifeSigns';
import { logEntryOf } from './logEntryOf';
import { logText } from './logText';
import { readCatalog } from './readCatalog';
import { statusOf, toUserError } from './requestErrors';

/** Silence after which a request without limits of its own fails, in milliseconds. */
const defaultIdleTimeout = 60_000;
/** How long a server may take to say whether it still knows the session, in milliseconds. */
const sessionCheckTime = 5_000;
const defaultCancelGrace = 5_000;

const changedLists: Readonly<Record<string, ListName>> = {
  'notifications/tools/list_changed': 'tools',
  'notifications/prompts/list_changed': 'prompts',
  'notifications/resources/list_changed': 'resources',
};

/** Lets every result through unchanged: the SDK's own schemas drop fields they do not know. */
const asItCame: StandardSchemaV1<unknown, McpObject> = {
  '~standard': {
    version: 1,
    vendor: 'mcp-roundhouse',
    validate: (value) => ({ value: value as McpObject }),
  },
};

/** A connection over the SDK's client, which pairs requests and answers and keeps the handshake. */
export class McpConnection implements Connection {
  readonly #client = new Client(clientInfo, { capabilities: {} });
  readonly #listChanged = new Emitter<ListName>();
  readonly #notification = new Emitter<{ method: string; params: McpObject }>();
  readonly #lost = new Emitter<Reason>();
  readonly #doubt = new Emitter<void>();
  readonly #signs: LifeSigns;
  /** The clocks of the requests that wait for their answers. */
  readonly #open = new Set<Deadline>();
  #watched: ReadonlySet<string> = new Set();
  #lostTo: Reason | undefined;
  #closing: Promise<void> | undefined;
  #sessionCheck: Promise<void> | undefined;

  readonly onListChanged = this.#listChanged.event;
  readonly onNotification = this.#notification.event;
  readonly onLost = this.#lost.event;
  readonly onDoubt = this.#doubt.event;

  constructor(
    private readonly transport: HostTransport,
    private readonly log: (entry: ConnectionLog) => void,
    cancelGrace = defaultCancelGrace,
  ) {
    this.#signs = new LifeSigns(cancelGrace, (seconds) => {
      const reason = { code: 'ignoresCancel', args: { seconds } };
      log({ level: 'warning', text: '', reason });
    });
    this.#client.fallbackRequestHandler = () =>
      this.#whileAsked(async () => {
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
      });
    this.#client.fallbackNotificationHandler = async ({ method, params }) =>
      this.#onNotification(method, params ?? {});
    this.#client.onerror = (error) => this.#onError(error);
    this.#client.onclose = () => this.#onEnd(this.transport.lost);
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
    const instructions = this.#client.getInstructions();
    return {
      era: 'legacy',
      protocolVersion: this.#client.getNegotiatedProtocolVersion() ?? '',
      serverInfo: { ...this.#client.getServerVersion() },
      capabilities: { ...this.#client.getServerCapabilities() },
      ...(instructions !== undefined && { instructions }),
    };
  }

  /** Does the handshake. Rejects with what the SDK throws; the transport is not closed then. */
  async initialize(signal: AbortSignal): Promise<void> {
    await this.#client.connect(this.transport, { signal, timeout: longestTimer });
    this.#signs.watch(this.transport);
  }

  readCatalog(options?: RequestOptions): Promise<Catalog> {
    const send = (method: string, params: McpObject): Promise<McpObject> =>
      this.request(method, params, options);
    return readCatalog(send, this.handshake.capabilities);
  }

  async request(
    method: string,
    params: McpObject,
    options: RequestOptions = {},
  ): Promise<McpObject> {
    options.signal?.throwIfAborted();
    // It would be refused like the one that made us ask.
    if (this.#sessionCheck) await this.#sessionCheck;
    if (this.#lostTo || this.#closing) throw this.#gone(method);
    const deadline = new Deadline({
      ...options,
      idleTimeout: options.idleTimeout ?? defaultIdleTimeout,
    });
    this.#open.add(deadline);
    try {
      return await this.#client.request({ method, params }, asItCame, {
        signal: deadline.signal,
        timeout: longestTimer,
        onprogress: (progress) => {
          deadline.touch();
          options.onProgress?.(progress);
        },
      });
    } catch (error) {
      const seconds = deadline.passedSeconds;
      if (options.signal?.aborted || seconds !== undefined) this.#doubt.fire();
      options.signal?.throwIfAborted();
      if (seconds !== undefined) throw new UserError('timedOut', { what: method, seconds });
      throw await this.#explain(error, method);
    } finally {
      this.#open.delete(deadline);
      deadline.dispose();
    }
  }

  async notify(method: string, params?: McpObject): Promise<void> {
    await this.#client.notification(params ? { method, params } : { method });
  }

  async watchResources(uris: ReadonlySet<string>): Promise<void> {
    const before = this.#watched;
    this.#watched = new Set(uris);
    for (const uri of uris)
      if (!before.has(uri)) await this.request('resources/subscribe', { uri });
    for (const uri of before)
      if (!uris.has(uri)) await this.request('resources/unsubscribe', { uri });
  }

  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    if (level) await this.request('logging/setLevel', { level });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#lost.dispose();
    this.#doubt.dispose();
    this.#signs.dispose();
    await this.transport.close();
    this.#listChanged.dispose();
    this.#notification.dispose();
  }

  #onNotification(method: string, params: McpObject): void {
    const list = changedLists[method];
    if (list) {
      this.#listChanged.fire(list);
      return;
    }
    if (method === 'notifications/message') this.log(logEntryOf(params));
    this.#notification.fire({ method, params });
  }

  #onError(error: Error): void {
    if (this.#closing) return;
    // What the SDK finds wrong quotes whole messages.
    this.log({ level: 'debug', text: logText(error.message) });
    if (this.#blamesSession(error)) void this.#checkSession();
    if (isDoubtful(error)) this.#doubt.fire();
  }

  /** While the server waits for an answer of ours, the clocks of its own answers stand still. */
  async #whileAsked<T>(answer: () => Promise<T>): Promise<T> {
    const pauses = Array.from(this.#open, (deadline) => deadline.pause());
    try {
      return await answer();
    } finally {
      for (const pause of pauses) pause.dispose();
    }
  }

  async #explain(error: unknown, method: string): Promise<UserError> {
    if (this.#blamesSession(error)) {
      await this.#checkSession();
      // The server did not take it, so it can be sent again.
      if (this.#lostTo?.code === 'sessionLost') return this.#gone(method);
    }
    const because = this.#lostTo;
    if (because) return new UserError('connectionClosed', { method }, { cause: error, because });
    const failure = toUserError(error, method, this.transport.url);
    if (isDoubtful(failure)) this.#doubt.fire();
    return failure;
  }

  /** Why a request was not sent, or not taken. */
  #gone(method: string): UserError {
    const because = this.#lostTo;
    return because?.code === 'sessionLost'
      ? UserError.from({ ...because, args: { ...because.args, method } })
      : new UserError('connectionClosed', { method }, { because });
  }

  /** 404 is what the specification wants for an unknown session, 400 what many servers answer. */
  #blamesSession(error: unknown): boolean {
    const status = statusOf(error);
    return (status === 404 || status === 400) && this.transport.sessionId !== undefined;
  }

  /** A ping is right in every session, so a server that refuses it has forgotten ours. */
  #checkSession(): Promise<void> {
    this.#sessionCheck ??= this.#ping().finally(() => {
      this.#sessionCheck = undefined;
    });
    return this.#sessionCheck;
  }

  async #ping(): Promise<void> {
    try {
      await this.#client.request({ method: 'ping' }, asItCame, { timeout: sessionCheckTime });
    } catch (error) {
      if (!this.#blamesSession(error)) return;
      await this.transport.forsake?.();
      this.#onEnd({ code: 'sessionLost', args: { url: this.transport.url ?? '' } });
      void this.close();
    }
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
