import { Client, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import { Emitter } from '../base/emitter';
import { UserError, type Reason } from '../base/errors';
import type { Catalog, Handshake, McpObject } from '../contract/state';
import { clientInfo } from './clientInfo';
import type { Connection, ConnectionLog, ListName, RequestOptions } from './connection';
import { Deadline, longestTimer } from './deadline';
import type { HostTransport } from './hostTransport';
import { logEntryOf } from './logEntryOf';
import { readCatalog } from './readCatalog';
import { statusOf, toUserError } from './requestErrors';

/** Silence after which a request without limits of its own fails, in milliseconds. */
const defaultIdleTimeout = 60_000;
/** How long a server may take to say whether it still knows the session, in milliseconds. */
const sessionCheckTime = 5_000;

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
  #lostTo: Reason | undefined;
  #closing: Promise<void> | undefined;
  #sessionCheck: Promise<void> | undefined;

  readonly onListChanged = this.#listChanged.event;
  readonly onNotification = this.#notification.event;
  readonly onLost = this.#lost.event;

  constructor(
    private readonly transport: HostTransport,
    private readonly log: (entry: ConnectionLog) => void,
  ) {
    this.#client.fallbackNotificationHandler = async ({ method, params }) =>
      this.#onNotification(method, params ?? {});
    this.#client.onerror = (error) => this.#onError(error);
    this.#client.onclose = () => this.#onEnd(this.transport.lost);
  }

  get pid(): number | undefined {
    return this.transport.pid;
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
    const deadline = new Deadline({
      ...options,
      idleTimeout: options.idleTimeout ?? defaultIdleTimeout,
    });
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
      options.signal?.throwIfAborted();
      const seconds = deadline.passedSeconds;
      if (seconds !== undefined) throw new UserError('timedOut', { what: method, seconds });
      throw await this.#explain(error, method);
    } finally {
      deadline.dispose();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#lost.dispose();
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
    this.log({ level: 'debug', text: error.message });
    if (this.#blamesSession(error)) void this.#checkSession();
  }

  async #explain(error: unknown, method: string): Promise<UserError> {
    if (this.#blamesSession(error)) await this.#checkSession();
    if (this.#lostTo) return new UserError('connectionClosed', { method }, { cause: error });
    return toUserError(error, method, this.transport.url);
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
