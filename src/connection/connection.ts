import type { Event } from '../base/emitter';
import type { Reason } from '../base/errors';
import type { ResolvedLaunch } from '../ipc/launch';
import type { AnswerQuestion } from '../ipc/questions';
import type { LogLevel } from '../ipc/requests';
import type { Catalog, Handshake, McpObject, StartStep } from '../ipc/state';
import type { Authorizer } from './authorization/authorizer';

/** One line for a server's log: its stderr, its log messages, or what is odd about its output. */
export interface ConnectionLog {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Says it instead of the text. */
  readonly reason?: Reason | undefined;
}

/** Progress of one request, as the server told it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** How a single request is sent. Times are milliseconds. */
export interface RequestOptions {
  /** Aborting tells the server (`notifications/cancelled`) and rejects at once. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Silence after which the request fails; progress starts it anew. 60 s unless given. */
  readonly idleTimeout?: number | undefined;
  /** The longest the request may take, whatever its progress. */
  readonly totalTimeout?: number | undefined;
  /** Answers what the server asks for this request. */
  readonly answer?: AnswerQuestion | undefined;
  /**
   * The client of the gateway whose request it is: among several of one client a question need not be told
   * apart.
   */
  readonly client?: object | undefined;
  /**
   * Gives what asks for input as it came, a result (`input_required`) or in the legacy era an error (-32042), in
   * place of answering it: the caller sends the next round.
   */
  readonly passRounds?: boolean | undefined;
  /** Gives the task that a call has become in the modern era, in place of leading it to its result. */
  readonly passTasks?: boolean | undefined;
  /**
   * Whether its client waits for no answer, but has one to give that it may never come back with. What a server
   * asks may belong to such a request only where it can belong to no other.
   */
  readonly isParked?: (() => boolean) | undefined;
  /** Asked before a call is sent once more. Rejects with what its client is answered instead. */
  readonly mayRepeat?: (() => Promise<void>) | undefined;
  /** Is told what the wire ties to this request (log messages); `onNotification` of the connection is not then. */
  readonly onNotification?: ((told: { method: string; params: McpObject }) => void) | undefined;
}

/** Which lists a server said have changed. */
export type ListName = 'tools' | 'prompts' | 'resources';

/** An initialised MCP client with its capabilities, over any transport. */
export interface Connection {
  readonly handshake: Handshake;
  /** The process of a stdio server. */
  readonly pid?: number | undefined;
  /** Every list the server declares, all pages; malformed items are dropped and named. */
  readCatalog(options?: RequestOptions): Promise<Catalog>;
  /**
   * Sends any request and gives the result as it came, unknown fields included. What `_meta` of the params
   * says of the client (`io.modelcontextprotocol/clientCapabilities`, `clientInfo`, `logLevel`) counts before
   * what the connection says for all, where the era tells it with each request.
   * @throws UserError `timedOut`, `serverError` (code, message), `connectionClosed` (because of what
   * ended the connection), `sessionLost` where the server did not take the request because it forgot
   * the session, `unreachable`, `unauthorized`, `httpError` or `protocolError`; the signal's reason
   * where it was aborted.
   */
  request(method: string, params: McpObject, options?: RequestOptions): Promise<McpObject>;
  /** Tells the server something. Does nothing where its era has no such notification. */
  notify(method: string, params?: McpObject): Promise<void>;
  /**
   * The resources whose changes are told as `notifications/resources/updated` from now on: by subscribing in
   * the legacy era, by listening in the modern one. What cannot be subscribed to is logged.
   */
  watchResources(uris: ReadonlySet<string>): Promise<void>;
  /** How much the server is to log; without a level what it does by itself, `info` in the legacy era. */
  setLogLevel(level: LogLevel | undefined): Promise<void>;
  readonly onListChanged: Event<ListName>;
  /** Server notifications that are not about a request or a list, as they came. */
  readonly onNotification: Event<{ method: string; params: McpObject }>;
  /** When the server said anything last, by `performance.now()`. */
  readonly lastHeard: number;
  /** Fired with every message of the server. */
  readonly onHeard: Event<void>;
  /** Fired when a request failed in a way, or was given up, that a dead server would explain. */
  readonly onDoubt: Event<void>;
  /** Why it ended without having been told to, once it has. */
  readonly lost?: Reason | undefined;
  /** Fired once, when the connection ends without having been told to. */
  readonly onLost: Event<Reason>;
  /** Ends the session and the process tree in the order of the specification; never rejects. */
  close(): Promise<void>;
}

/** What we can do for a server, and who does it. */
export interface ClientFeatures {
  /** As declared to the server (`ClientCapabilities`). */
  readonly capabilities: McpObject;
  /**
   * Answers a question that belongs to no request of ours, as far as can be told. `ambiguous`: it may belong
   * to one of several that are open for different clients.
   */
  answer(
    question: Parameters<AnswerQuestion>[0],
    context: { readonly signal: AbortSignal; readonly ambiguous: boolean },
  ): ReturnType<AnswerQuestion>;
}

/** What a connection needs while it comes up and after. */
export interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly onStep: (step: StartStep) => void;
  readonly onLog: (entry: ConnectionLog) => void;
  /**
   * Milliseconds until a server that does not answer `initialize` is given up; while it writes to
   * stderr, see {@link StartClock}.
   */
  readonly initializeTimeout: number;
  /** The longest a start may take while a launcher downloads, in milliseconds; 10 min unless given. */
  readonly longestStart?: number | undefined;
  /** Milliseconds after which who goes on with a cancelled request ignores it; 5 s unless given. */
  readonly cancelGrace?: number | undefined;
  /** Without them the server is told that we can do nothing for it. */
  readonly client?: ClientFeatures | undefined;
  /** Gets requests to a remote server let in; without one it is reached with its headers alone. */
  readonly authorizer?: Authorizer | undefined;
  /** Told before a message of the server is worked on: how long it is, then also what it is about. */
  readonly onWork?: ((length: number, method?: string) => void) | undefined;
  /** What the server said when it was reached last: the era of it is tried first. */
  readonly known?: Handshake | undefined;
}

/**
 * Launches or reaches a server and initialises it.
 * @throws UserError `notFound`, `cwdNotFound`, `spawnFailed`, `exited`, `timedOut`, `invalidUrl`,
 * `unreachable`, `unauthorized`, `httpError`, `sessionLost`, `serverError`, `protocolError`; the
 * signal's reason where it was aborted. Nothing is left running then.
 */
export type Connect = (launch: ResolvedLaunch, options: ConnectOptions) => Promise<Connection>;
