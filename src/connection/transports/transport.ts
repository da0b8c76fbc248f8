import type { Abortable } from '../../base/abort';
import type { Reason } from '../../base/errors';
import type { HttpExchange } from '../../ipc/traffic';
import type { RpcMessage, MessageListener } from '../../protocol/jsonRpc';

/** Receives the events of a transport, one after another in the order of the wire. */
export interface TransportEvents extends MessageListener {
  /** A text with messages is about to be parsed. */
  received?(text: string): void;
  /** A message is being sent as this text. */
  sent?(message: RpcMessage, text: string): void;
  /** The HTTP response to a message has begun. */
  exchanged?(message: RpcMessage, exchange: HttpExchange): void;
  /**
   * Resolves when the server has taken in enough of our replies; `undefined` while it keeps up. Streams are read no
   * further until then, because the replies on their way would fill our memory.
   */
  room?(): Promise<void> | undefined;
  /** Messages that belong to no request may have been lost. */
  missed?(): void;
  /** Fired once at the end: by itself (`lost` says why) or because it was closed. */
  closed(): void;
}

/** Options of a message. */
export interface SendOptions {
  /** Aborting closes the stream of the request. */
  readonly signal?: Abortable | undefined;
  /** Headers of this message; ignored by transports without headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Leaves out the session. */
  readonly isSessionless?: boolean | undefined;
  /** Wants the first answer, whatever it is: no `Retry-After` is waited for, and a session that it begins is not used. */
  readonly isProbe?: boolean | undefined;
}

/** The end of a server's stderr, as arguments of a reason. */
export type LastWords = Readonly<{
  /** The line that best explains the failure. */
  said?: string;
  /** The last lines. */
  output: readonly string[];
}>;

/**
 * Exchanges JSON-RPC messages with one server, and knows nothing of MCP beyond its revisions. `close` never rejects.
 */
export interface Transport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** The process of a stdio server. */
  readonly pid?: number | undefined;
  /** The URL of a remote server without secrets. */
  readonly url?: string | undefined;
  /** The id of the HTTP session. */
  readonly sessionId?: string | undefined;
  /** The reason for an end that was not requested. */
  readonly lost?: Reason | undefined;
  /** The last output of a process. */
  readonly lastWords?: LastWords | undefined;
  /** @throws UserError if the server cannot be reached. */
  start(events: TransportEvents): Promise<void>;
  /**
   * Resolves when the message is sent and was not refused.
   * @throws UserError; `httpError` and `unauthorized` have the `status`, and the JSON-RPC error of the body as
   * `cause`.
   */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** Sets the negotiated revision, which HTTP requests name from then on. */
  setProtocolVersion(protocolVersion: string): void;
  /** Gives up a session that the server has forgotten; resolves when open requests are refused as well. */
  abandonSession?(): Promise<void>;
  /** Resolves when nothing is left running. */
  close(): Promise<void>;
}
