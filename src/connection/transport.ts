import type { Reason, UserError } from '../base/errors';
import type { RequestId, RpcMessage } from './rpc';

/** What a transport tells whoever uses it. Called one after another, in the order of the wire. */
export interface TransportEvents {
  /** A message with so many characters is about to be read. */
  reading?(length: number): void;
  /** `during`: our request on whose own stream it came; absent where the wire does not tell. */
  message(message: RpcMessage, during?: RequestId): void;
  /**
   * Resolves when enough of what the server was answered has reached it; `undefined` while it takes that in. Who has
   * streams reads no further until then, or what is on its way would fill our memory.
   */
  room?(): Promise<void> | undefined;
  /** The answer to this request can no longer come. */
  unanswered(id: RequestId, why: UserError): void;
  /** Something is odd; the transport goes on. */
  troubled(error: Error): void;
  /** Once, when it has ended: by itself (`lost` says why) or because it was closed. */
  closed(): void;
}

/** How one message is sent. */
export interface SendOptions {
  /** Of a request, aborting closes the stream that its answer would come by. */
  readonly signal?: AbortSignal | undefined;
  /** Go along with this message alone; where there are no headers they are not sent. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The end of what a server wrote to stderr, as arguments of a reason. */
export type LastWords = Readonly<{
  /** The line that says best what is wrong; absent where none says anything. */
  said?: string;
  /** The last lines. */
  output: readonly string[];
}>;

/** Carries messages to one server and back. `close` never rejects. */
export interface Transport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** The process of a stdio server. */
  readonly pid?: number | undefined;
  /** Where a remote server is, without what may be secret in the address. */
  readonly url?: string | undefined;
  /** The session that an HTTP server has opened. */
  readonly sessionId?: string | undefined;
  /** Why it ended by itself; absent while it lives and when it was told to close. */
  readonly lost?: Reason | undefined;
  /** Of a server that is a process. */
  readonly lastWords?: LastWords | undefined;
  /** @throws UserError why the server cannot be reached. */
  start(events: TransportEvents): Promise<void>;
  /**
   * Resolves when the message is on its way and was not refused.
   * @throws UserError, `httpError` and `unauthorized` with `status` and, of a refusal that had one, the
   * JSON-RPC error of its body as `cause`.
   */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** The revision that was agreed on; from then on HTTP requests name it. */
  speak(protocolVersion: string): void;
  /** The server has forgotten the session: resolves when it has refused what is on its way, too. */
  forsake?(): Promise<void>;
  /** Resolves when nothing is left running. */
  close(): Promise<void>;
}
