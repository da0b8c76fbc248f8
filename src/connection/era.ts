import type { LogLevel } from '../ipc/requests';
import type { Handshake, McpObject } from '../ipc/state';
import type { ConnectionLog, ListName } from './connection';
import type { Purpose, Subscription } from './exchange';
import type { RpcNotification } from './rpc';
import type { Transport } from './transport';

/** What an era speaks over, and whom it tells. */
export interface EraPort {
  readonly kind: Transport['kind'];
  /** See `Connection.request`. */
  request(method: string, params: McpObject): Promise<McpObject>;
  /** Listens until the server ends it, or `subscription.over` aborts; rejects where it breaks off. */
  subscribe(params: McpObject, subscription: Subscription): Promise<McpObject>;
  notify(method: string, params?: McpObject): Promise<void>;
  log(entry: ConnectionLog): void;
  /** Changes of this list may have been missed. */
  listChanged(list: ListName): void;
}

/** What is to be done with a result: give it, answer what it asks for, or follow the task it tells of. */
export type ResultKind = 'complete' | 'inputRequired' | 'task';

/** What differs between the eras of the protocol while a connection is there. */
export interface Era {
  readonly handshake: Handshake;
  /** Whether the server sends requests, which are to be answered. */
  readonly isAsked: boolean;
  /** Whether a request that was given up is told so by a message. */
  readonly tellsCancel: boolean;
  /** The params of a request as they go out. */
  dress(params: McpObject): McpObject;
  /** @throws UserError `protocolError` where the result is of a kind that we do not know. */
  kindOf(result: McpObject): ResultKind;
  /** Whether a notification concerns us, and is to be told. */
  hears(notification: RpcNotification, during: Purpose | undefined): boolean;
  /** Begins to listen for changes. */
  listen(): void;
  /** A request was granted, whoever made it. */
  granted(method: string, params: McpObject): void;
  /** See `Connection`. */
  watchResources(uris: ReadonlySet<string>): Promise<void>;
  setLogLevel(level: LogLevel | undefined): Promise<void>;
  notify(method: string, params?: McpObject): Promise<void>;
  dispose(): void;
}
