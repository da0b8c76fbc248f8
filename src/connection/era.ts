import type { LogLevel } from '../ipc/requests';
import type { Handshake, McpObject } from '../ipc/state';
import type { ConnectionLog, ListName } from './connection';
import type { Purpose, Subscription } from './exchange';
import type { RpcNotification } from '../protocol/jsonRpc';
import type { Transport } from './transport';

/** The connection as an era uses it. */
export interface EraPort {
  readonly kind: Transport['kind'];
  request(method: string, params: McpObject): Promise<McpObject>;
  /**
   * Resolves when the server ends the subscription or `subscription.over` aborts; rejects if it breaks off.
   */
  subscribe(params: McpObject, subscription: Subscription): Promise<McpObject>;
  notify(method: string, params?: McpObject): Promise<void>;
  log(entry: ConnectionLog): void;
  /** Reports that changes of a list may have been missed. */
  listChanged(list: ListName): void;
}

/** The next step after a result: return it, answer its input requests, or follow its task. */
export type ResultKind = 'complete' | 'inputRequired' | 'task';

/** The differences between the eras of the protocol during a connection. */
export interface Era {
  readonly handshake: Handshake;
  /** True if the server may send requests. */
  readonly isAsked: boolean;
  /** True if aborting a request sends `notifications/cancelled`. */
  readonly tellsCancel: boolean;
  /** The params of a request with the `_meta` of the era. */
  dress(params: McpObject): McpObject;
  /** @throws UserError `protocolError` for an unknown kind. */
  kindOf(result: McpObject): ResultKind;
  /** True if a notification is to be passed on. */
  hears(notification: RpcNotification, during: Purpose | undefined): boolean;
  /** Starts to listen for changes. */
  listen(): void;
  /** Called with each request that succeeded. */
  granted(method: string, params: McpObject): void;
  watchResources(uris: ReadonlySet<string>): Promise<void>;
  setLogLevel(level: LogLevel | undefined): Promise<void>;
  notify(method: string, params?: McpObject): Promise<void>;
  dispose(): void;
}
