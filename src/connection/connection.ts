import type { Abortable } from '../base/abort';
import type { Event } from '../base/emitter';
import type { Reason } from '../base/errors';
import type { CallRoute } from '../ipc/calls';
import type { ResolvedLaunch } from '../ipc/launch';
import type { LogLevel } from '../ipc/contract';
import type { AnswerServerRequest } from '../ipc/serverRequest';
import type { Catalog, Handshake, McpObject, StartStep } from '../ipc/state';
import type { HttpExchange } from '../ipc/traffic';
import type { RequestId, RpcMessage } from '../protocol/jsonRpc';
import type { ListName } from '../protocol/lists';
import type { Authorizer } from './authorization/authorizer';

/** A line for a server's log: its stderr, its log messages, or a fault in its output. */
export interface ConnectionLog {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Replaces the text. */
  readonly reason?: Reason | undefined;
}

/** Progress of one request, as the server reports it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
  /** The task that a call has become, for a caller that wanted one. */
  readonly task?: { readonly id: string; readonly status: string } | undefined;
}

/** Options of a request; times are in milliseconds. */
export interface RequestOptions {
  /** Aborting cancels the request at the server (`notifications/cancelled`) and rejects at once. */
  readonly signal?: Abortable | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Silence after which the request fails; progress restarts it. 60 s by default. */
  readonly idleTimeout?: number | undefined;
  /** Limit for the whole request, whatever its progress. */
  readonly totalTimeout?: number | undefined;
  /**
   * Answers the server's requests that belong to this one. Its signal aborts with the end of the request, or of the last
   * one of its client where the server does not tell them apart.
   */
  readonly answer?: AnswerServerRequest | undefined;
  /**
   * The client that made the request, by default its `answer`: server requests need not be told apart among those of
   * one client.
   */
  readonly client?: object | undefined;
  /** See `SendOptions`. */
  readonly isProbe?: boolean | undefined;
  /** The route of the call, for the record of the traffic. */
  readonly caller?: CallRoute | undefined;
  /** The id of the chat's turn that makes the request, for the same record. */
  readonly turn?: string | undefined;
  /** The id of the client's call that makes the request, so that the client finds the record. */
  readonly callId?: string | undefined;
  /**
   * Returns a result (`input_required`) or, in the legacy era, an error (-32042) that asks for input unchanged: the
   * caller sends the next round.
   */
  readonly passRounds?: boolean | undefined;
  /** Has a tool called as a task if it can be (legacy era; in the modern one the server decides), and tells its status. */
  readonly asTask?: boolean | undefined;
  /** Returns the task that a call has become (modern era) in place of its result. */
  readonly passTasks?: boolean | undefined;
  /**
   * True while the client does not wait for the answer, but may come back with input. A server request belongs to
   * such a request only if it can belong to no other.
   */
  readonly isParked?: (() => boolean) | undefined;
  /** Called before a call is repeated. Rejects with the error that its client gets instead. */
  readonly mayRepeat?: (() => Promise<void>) | undefined;
  /**
   * Receives notifications that belong to this request (log messages), which the connection's `onNotification` then
   * does not.
   */
  readonly onNotification?:
    ((notification: { method: string; params: McpObject }) => void) | undefined;
}

/** Receives every message of a connection with its text. */
export interface TrafficListener {
  /** `options`: those of the request that the message begins. */
  sent(message: RpcMessage, text: string, options?: RecordedOptions): void;
  /** `during`: the id of our request on whose own stream it came. */
  received(message: RpcMessage, text: string, during?: RequestId): void;
  /** The era of the connection is known. */
  negotiated(era: Handshake['era']): void;
  /** The HTTP response to a message has begun. `session`: the id of the session, as it is. */
  exchanged(message: RpcMessage, exchange: HttpExchange, session: string | undefined): void;
  /** A request of ours gets no response any more, or nobody waits for it. */
  ended(id: RequestId, isCancelled: boolean): void;
}

/** Options of the requests for all lists. */
export interface CatalogOptions extends RequestOptions {
  /** What the server offered before: what is equal stays the same object. */
  readonly known?: Catalog | undefined;
}

/** The options of a request that its record has. */
export type RecordedOptions = Pick<RequestOptions, 'caller' | 'turn' | 'callId'>;

/** An initialised MCP client over any transport. */
export interface Connection {
  readonly handshake: Handshake;
  /** The process of a stdio server. */
  readonly pid?: number | undefined;
  /** All pages of every declared list; malformed items are dropped and named. */
  readCatalog(options?: CatalogOptions): Promise<Catalog>;
  /**
   * Sends any request and returns its result unchanged, unknown fields included. In the modern era, `_meta` of the
   * params (`io.modelcontextprotocol/clientCapabilities`, `clientInfo`, `logLevel`) takes precedence over that of the
   * connection.
   * @throws UserError `timedOut`, `serverError` (code, message), `connectionClosed` (because of what ended the
   * connection), `sessionLost` where the server did not accept the request because it forgot the session or needs
   * another handshake, `unreachable`, `unauthorized`, `httpError` or `protocolError`; the signal's reason where it was
   * aborted.
   */
  request(method: string, params: McpObject, options?: RequestOptions): Promise<McpObject>;
  /** Sends a notification; does nothing if the server's era does not have it. */
  notify(method: string, params?: McpObject): Promise<void>;
  /**
   * Sets the resources whose updates are notified (`notifications/resources/updated`): by subscribing in the legacy
   * era, by listening in the modern one. A refused subscription is logged.
   */
  watchResources(uris: ReadonlySet<string>): Promise<void>;
  /** Sets the log level of the server; `undefined` for its default, `info` in the legacy era. */
  setLogLevel(level: LogLevel | undefined): Promise<void>;
  readonly onListChanged: Event<ListName>;
  /** Notifications that belong to no request and no list, unchanged. */
  readonly onNotification: Event<{ method: string; params: McpObject }>;
  /** The time of the last message, by `performance.now()`. */
  readonly lastMessageAt: number;
  readonly onMessage: Event<void>;
  /** Fired when a request failed or was aborted as if the server were dead. */
  readonly onDoubt: Event<void>;
  /** The reason for an end that was not requested. */
  readonly lost?: Reason | undefined;
  /** Fired once, when the connection ends by itself. */
  readonly onLost: Event<Reason>;
  /** Ends the session and the process tree in the order of the specification. Never rejects. */
  close(): Promise<void>;
}

/** The client features that are declared to a server, and their implementation. */
export interface ClientFeatures {
  /** The declared `ClientCapabilities`. */
  readonly capabilities: McpObject;
  /**
   * Answers a server request that belongs to no request of ours, as far as known. `ambiguous`: it may belong to
   * requests of several clients.
   */
  answer(
    question: Parameters<AnswerServerRequest>[0],
    context: { readonly signal: AbortSignal; readonly ambiguous: boolean },
  ): ReturnType<AnswerServerRequest>;
}

/** Options of a connection. */
export interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly onStep: (step: StartStep) => void;
  readonly onLog: (entry: ConnectionLog) => void;
  /**
   * Limit for the answer to `initialize`, in milliseconds; see {@link StartClock} while the process writes to stderr.
   */
  readonly initializeTimeout: number;
  /** Limit for a start that downloads, in milliseconds; 10 min by default. */
  readonly longestStart?: number | undefined;
  /** A process that ends on `server/discover` is not started once more, nor asked that unless it is known to answer. */
  readonly startsOnce?: boolean | undefined;
  /**
   * Milliseconds after which a server that goes on with a cancelled call ignores the cancellation; 5 s by default.
   */
  readonly cancelGrace?: number | undefined;
  /** Absent: no client capabilities are declared. */
  readonly client?: ClientFeatures | undefined;
  /** Authorizes requests to a remote server; absent: it gets the configured headers only. */
  readonly authorizer?: Authorizer | undefined;
  /** Called before a message is processed, with its length, and again with its method. */
  readonly noteWork?: ((length: number, method?: string) => void) | undefined;
  /** Absent: messages are not recorded. */
  readonly traffic?: TrafficListener | undefined;
  /** The handshake of the last connection, whose era is tried first. */
  readonly known?: Handshake | undefined;
}

/**
 * Starts or reaches a server and initialises it. Nothing is left running after a failure.
 * @throws UserError `notFound`, `cwdNotFound`, `spawnFailed`, `exited`, `timedOut`, `invalidUrl`, `unreachable`,
 * `unauthorized`, `httpError`, `sessionLost`, `serverError`, `protocolError`; the signal's reason where it was
 * aborted.
 */
export type Connect = (launch: ResolvedLaunch, options: ConnectOptions) => Promise<Connection>;
