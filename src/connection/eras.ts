import { reasonOf, UserError } from '../base/errors';
import { asText, isObject, ownValue } from '../base/json';
import { Sequencer } from '../base/sequencer';
import type { LogLevel } from '../ipc/requests';
import type { Handshake, McpObject } from '../ipc/state';
import type { RpcNotification } from '../protocol/jsonRpc';
import { requestMeta, withMeta, metaKeys } from '../protocol/meta';
import type { ConnectionLog, ListName } from './connection';
import { logText } from './logEntries';
import type { OpenRequest, Subscription } from './pendingRequest';
import { Subscriptions } from './subscriptions';
import type { Transport } from './transports/transport';

/** The connection as an era uses it. */
export interface EraContext {
  readonly kind: Transport['kind'];
  request(method: string, params: McpObject): Promise<McpObject>;
  /** Resolves when the server ends the subscription or `subscription.over` aborts; rejects if it breaks off. */
  subscribe(params: McpObject, subscription: Subscription): Promise<McpObject>;
  notify(method: string, params?: McpObject): Promise<void>;
  log(entry: ConnectionLog): void;
  /** Reports that changes of a list may have been missed. */
  listChanged(list: ListName): void;
}

/** The next step after a result: return it, answer its input requests, or follow its task. */
export type ResultKind = 'complete' | 'inputRequired' | 'task';

/**
 * The differences between the eras of the protocol during a connection: the content of a request, the kinds of its
 * result, cancellation, and notice of changes.
 */
export interface Era {
  readonly handshake: Handshake;
  /** True if the server may send requests. */
  readonly hasServerRequests: boolean;
  /** True if aborting a request sends `notifications/cancelled`. */
  readonly notifiesCancel: boolean;
  /** The params of a request with the `_meta` of the era. */
  withMeta(params: McpObject): McpObject;
  /** @throws UserError `protocolError` for an unknown kind. */
  kindOf(result: McpObject): ResultKind;
  /** True if a notification is to be passed on. */
  accepts(notification: RpcNotification, during: OpenRequest | undefined): boolean;
  /** Starts to listen for changes. */
  listen(): void;
  /** Called with each request that succeeded. */
  onResult(method: string, params: McpObject): void;
  watchResources(uris: ReadonlySet<string>): Promise<void>;
  setLogLevel(level: LogLevel | undefined): Promise<void>;
  notify(method: string, params?: McpObject): Promise<void>;
  dispose(): void;
}

/** The era of sessions, negotiated by `initialize` (revisions up to 2025-11-25). */
export class LegacyEra implements Era {
  readonly hasServerRequests = true;
  readonly notifiesCancel = true;
  /** Keeps subscriptions in the order in which they were requested. */
  readonly #changes = new Sequencer();
  /** The resources that are subscribed to. */
  readonly #watched = new Set<string>();

  constructor(
    readonly handshake: Handshake,
    private readonly context: EraContext,
  ) {}

  withMeta(params: McpObject): McpObject {
    return params;
  }

  kindOf(): ResultKind {
    return 'complete';
  }

  accepts(): boolean {
    return true;
  }

  listen(): void {
    // The server notifies without a subscription.
  }

  onResult(method: string, { uri }: McpObject): void {
    if (method === 'resources/subscribe') this.#watched.add(asText(uri));
    else if (method === 'resources/unsubscribe') this.#watched.delete(asText(uri));
  }

  watchResources(uris: ReadonlySet<string>): Promise<void> {
    return this.#changes.run(async () => {
      const { resources } = this.handshake.capabilities;
      if (!isObject(resources) || !resources['subscribe']) return;
      const before = [...this.#watched];
      for (const uri of uris) {
        if (!this.#watched.has(uri)) await this.#tell('resources/subscribe', { uri });
      }
      for (const uri of before) {
        if (uris.has(uri)) continue;
        await this.#tell('resources/unsubscribe', { uri });
        this.#watched.delete(uri);
      }
    });
  }

  /** The era cannot unset a level; `info` is the default of most servers. */
  async setLogLevel(level: LogLevel = 'info'): Promise<void> {
    if (this.handshake.capabilities['logging']) await this.#tell('logging/setLevel', { level });
  }

  notify(method: string, params?: McpObject): Promise<void> {
    return this.context.notify(method, params);
  }

  dispose(): void {
    // There is nothing to release.
  }

  /** Sends a request whose failure is only logged. */
  async #tell(method: string, params: McpObject): Promise<void> {
    try {
      await this.context.request(method, params);
    } catch (error) {
      const why = JSON.stringify(reasonOf(error));
      const text = logText(`${method} ${JSON.stringify(params)}: ${why}`);
      this.context.log({ level: 'warning', text });
    }
  }
}

const kinds: Readonly<Record<string, ResultKind>> = {
  complete: 'complete',
  input_required: 'inputRequired',
  task: 'task',
};

/** Notifications of the legacy era only. */
const sessionNotifications: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/roots/list_changed',
]);

/** The era without sessions: every request describes its client (revisions from 2026-07-28 on). */
export class ModernEra implements Era {
  readonly hasServerRequests = false;
  readonly notifiesCancel: boolean;
  readonly #subscriptions: Subscriptions;
  #meta: McpObject;

  constructor(
    readonly handshake: Handshake,
    capabilities: McpObject,
    private readonly context: EraContext,
  ) {
    // Over HTTP closing the stream cancels.
    this.notifiesCancel = context.kind === 'stdio';
    this.#meta = requestMeta(handshake.protocolVersion, capabilities);
    this.#subscriptions = new Subscriptions(handshake.capabilities, context);
  }

  withMeta(params: McpObject): McpObject {
    return withMeta(params, this.#meta);
  }

  /** A missing `resultType` counts as complete, because some servers leave it out. */
  kindOf({ resultType = 'complete' }: McpObject): ResultKind {
    const kind = ownValue(kinds, resultType);
    if (kind) return kind;
    const message = `The result is of the unknown type ${JSON.stringify(resultType)}.`;
    throw new UserError('protocolError', { message });
  }

  accepts(notification: RpcNotification, during: OpenRequest | undefined): boolean {
    return this.#subscriptions.accepts(notification, during);
  }

  listen(): void {
    this.#subscriptions.begin();
  }

  onResult(): void {
    // Nothing outlasts its request.
  }

  async watchResources(uris: ReadonlySet<string>): Promise<void> {
    this.#subscriptions.watch(uris);
  }

  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    const { [metaKeys.logLevel]: _, ...meta } = this.#meta;
    this.#meta = level ? { ...meta, [metaKeys.logLevel]: level } : meta;
  }

  async notify(method: string, params: McpObject = {}): Promise<void> {
    if (!sessionNotifications.has(method)) await this.context.notify(method, this.withMeta(params));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
