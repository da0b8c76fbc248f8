import type { Abortable } from '../base/abort';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import type { CallGuard } from '../tools/callGuard';
import type { AnswerServerRequest, ServerRequestMethod } from '../ipc/serverRequest';
import type { Catalog, Handshake, McpObject } from '../ipc/state';
import type { ServerNotification, SharedConnection } from '../servers/openCalls';
import type { StartPriority } from '../servers/startQueue';
import type { Requirements } from '../servers/serverClients';
import type { ChatSessions } from './chatSessions';

/** A request with the server that it is for. That server's connection, limits, guard and window serve it. */
export interface Routed {
  readonly server: GatewayServer;
  readonly params: McpObject;
  /** The client's name for a tool of that server, by the raw one; absent: the raw one. */
  readonly nameOf?: (tool: string) => string | undefined;
}

/** A server as the gateway sees it. */
export interface GatewayServer {
  readonly id: string;
  readonly name: string;
  /** The server's handshake of its last run; `undefined` until it ran once. */
  readonly handshake: ReadonlySignal<Handshake | undefined>;
  /** The catalog for models, stored while the server is idle. */
  readonly catalog: ReadonlySignal<Catalog | undefined>;
  /** The catalog whose changes clients are told of, where that is not {@link catalog}. */
  readonly listed?: ReadonlySignal<Catalog | undefined>;
  /** The catalog with tools that models do not get, because their names are taken, too. Absent: there are none. */
  readonly offered?: ReadonlySignal<Catalog | undefined>;
  /** True if the catalog is complete: no list has failed or is still to come. */
  knowsAll(): boolean;
  /** Seconds of silence after which a request fails, where it has a limit of its own. */
  readonly callTimeoutSeconds: number | undefined;
  /** The part for models of a catalog that was just read. */
  forModels(whole: Catalog): Catalog;
  /** A result as a chat gives it to its models. */
  resultForModels(tool: string, result: McpObject, signal: Abortable): Promise<McpObject>;
  /** The guard of its tool calls; absent where other servers have all tools. */
  readonly guard?: CallGuard | undefined;
  /**
   * Finds the server of a request, and the request as that server knows it. `forModels`: the client has its names from
   * the catalog for models.
   * @throws UserError where no server has what it is about.
   */
  route(method: string, params: McpObject, forModels: boolean): Routed;
  /**
   * Resolves once {@link route} knows the server of every request; before, it may give this server itself. Absent where
   * it knows from the start.
   */
  settle?(signal: Abortable): Promise<void>;
  /** Fired for notifications that belong to no request or list, over any of its connections. */
  readonly onNotification: Event<ServerNotification>;
  /** Aborted when nobody declares the server any more; it sends nothing from then on. */
  readonly released: AbortSignal;
  /** Adds the requirements of a client of the gateway while the server runs, until disposed of. Starts nothing. */
  listen(requirements: ReadonlySignal<Requirements>): Disposable;
  /** Notifies the server if it runs. Never rejects. */
  notify(method: string, params: McpObject): Promise<void>;
  /** Requests that the token's window answers; without `roots/list` the server may not know of folders. */
  readonly answers: ReadonlySet<ServerRequestMethod>;
  /** Asks the window that the token belongs to, where the client itself cannot answer. */
  readonly answer?: AnswerServerRequest | undefined;
  /**
   * Starts the server when it is not running, unless only a person may. A start goes on when `signal` aborts, because
   * others may wait for it; one that is `awaited` goes before all others. Clients ask for all their servers when they
   * come up, so only requests that use one await it.
   * @throws UserError with the reason why it cannot run; the signal's reason where it was aborted.
   */
  connection(signal: Abortable, urgency: StartPriority): Promise<SharedConnection>;
}

/** The access that one token gives. */
export interface Grant {
  /** Asked anew for every request, since a changed definition puts another server in its place. */
  server(id: string): GatewayServer | undefined;
  /** Aborted when the token is revoked: the sessions of the grant end with it. */
  readonly revoked: AbortSignal;
  /** The sessions of the window's own chat; absent for external clients, which may have another set of tools. */
  readonly chat?: ChatSessions | undefined;
}
