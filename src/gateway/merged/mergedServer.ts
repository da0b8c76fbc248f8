import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { asText } from '../../base/json';
import { stemOf } from '../../protocol/serverToolNames';
import { raceAbort, settlesWithin, type Abortable } from '../../base/abort';
import { nearest } from '../../tools/nearest';
import { CallGuard, type GuardOptions } from '../../tools/callGuard';
import type { ServerRequestMethod } from '../../ipc/serverRequest';
import type { Catalog, Handshake, McpObject } from '../../ipc/state';
import type { ServerNotification, SharedConnection } from '../../servers/openCalls';
import type { StartPriority } from '../../servers/startQueue';
import { rpcCodes } from '../../protocol/rpcCodes';
import { clientInfo } from '../../protocol/meta';
import type { Requirements } from '../../servers/serverClients';
import type { GatewayServer, Routed } from '../gatewayServer';
import { openCapabilities } from '../handshakeResult';
import { MergedCatalog } from './mergedCatalog';
import { namedMessage } from './named';

/** The id of all servers together; that of no server is without a `/`. */
export const mergedId = '*';

/**
 * Milliseconds to wait for servers that were never known. Agents begin their first turn with the tools that are listed
 * by then. So no slow server must hold up the lists of all others.
 */
const usualWaits = { list: 350, name: 5_000 };
type Wait = keyof typeof usualWaits;

/** Requests that go to the one server that they are about. */
const routed: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
]);

/** Requests by a name that begins with that of a server. */
const named: ReadonlySet<string> = new Set(['tools/call', 'prompts/get']);

export interface MergedOptions {
  /** Records calls of tools that no server has; all others pass the guards of their servers. */
  readonly guardOptions?: GuardOptions | undefined;
  /** A server's instructions, as far as models may get them. Reads signals. */
  readonly instructionsOf?: (server: GatewayServer) => string | undefined;
  /** Milliseconds that a list waits, and a request by a name that no known server has. */
  readonly waits?: typeof usualWaits | undefined;
}

/** The guard's view of tools that no server has. */
const ofNone = {
  refusalFor: () => undefined,
  knowsAll: () => true,
  holdsNew: () => false,
  factsFor: () => ({ isFlagged: false }),
  log: undefined,
};

/**
 * All servers of a window as one, for a client that has one place for them. To endpoints, sessions and subscriptions it
 * is a server like any other. Its handshake has all capabilities, because its servers come and go.
 */
export class MergedServer implements GatewayServer {
  readonly id = mergedId;
  readonly name = 'roundhouse';
  readonly callTimeoutSeconds = undefined;
  readonly guard: CallGuard | undefined;
  readonly handshake: ReadonlySignal<Handshake>;
  readonly catalog: ReadonlySignal<Catalog | undefined>;
  /** The known part of the catalog, because an unknown server may stay so; `undefined` while a list waits for one. */
  readonly listed: ReadonlySignal<Catalog | undefined>;
  /** The first starts of servers of which nothing was known. */
  readonly #starts = new WeakMap<GatewayServer, Promise<void>>();
  /** The longest wait for each unknown server. A first start that has ended, well or not, counts as the longest. */
  readonly #waited = signal<ReadonlyMap<GatewayServer, Wait>>(new Map());
  readonly #merged: ReadonlySignal<MergedCatalog>;
  readonly #waits: typeof usualWaits;

  constructor(
    private readonly members: ReadonlySignal<readonly GatewayServer[]>,
    readonly released: AbortSignal,
    { guardOptions, instructionsOf = ownInstructions, waits = usualWaits }: MergedOptions = {},
  ) {
    this.#waits = waits;
    this.handshake = computed(() => handshakeOf(members.value, instructionsOf));
    let before: MergedCatalog | undefined;
    this.#merged = computed(() => {
      const known = members.value.flatMap((server) => {
        const { value: catalog } = server.catalog;
        const offered = server.offered?.value ?? catalog;
        return catalog && offered ? [{ server, catalog, offered }] : [];
      });
      before = new MergedCatalog(known, before);
      return before;
    });
    this.catalog = computed(() =>
      this.#unknown('list').length > 0 ? undefined : this.#merged.value.catalog,
    );
    this.listed = computed(() =>
      this.#unknown('list').some((server) => this.#starts.has(server))
        ? undefined
        : this.#merged.value.catalog,
    );
    const { id, name, catalog } = this;
    this.guard = guardOptions && new CallGuard({ id, name, catalog, ...ofNone }, guardOptions);
  }

  get answers(): ReadonlySet<ServerRequestMethod> {
    return new Set(this.members.peek().flatMap(({ answers }) => [...answers]));
  }

  knowsAll(): boolean {
    return this.members.peek().every((server) => server.knowsAll());
  }

  forModels(whole: Catalog): Catalog {
    return whole;
  }

  async resultForModels(_tool: string, result: McpObject): Promise<McpObject> {
    return result;
  }

  /**
   * The server that a request is about, with the name that it knows. This server itself, while that one may still
   * become known.
   * @throws UserError `unknownTool`; `serverError` with the code for anything else that is unknown.
   */
  route(method: string, params: McpObject): Routed {
    const found = routed.has(method) ? this.#merged.peek().route(method, params) : undefined;
    if (found) return this.#proposing(found);
    const unlisted = named.has(method) ? this.#unlisted(params) : undefined;
    if (unlisted) return unlisted;
    if (routed.has(method) && this.#unknown('name').length > 0) return { server: this, params };
    throw this.#unknownTarget(method, params);
  }

  readonly onNotification: GatewayServer['onNotification'] = (listener) =>
    withEach(this.members, (server) =>
      server.onNotification((notification) => {
        if (!this.#isOfAnother(server, notification)) listener(namedMessage(notification, server));
      }),
    );

  /** Each server gets the watched resources that are its own by now, because that may become known later, or change. */
  listen(requirements: ReadonlySignal<Requirements>): Disposable {
    const owners = computed(() => {
      const { watched = [] } = requirements.value;
      return watched.map((uri) => [uri, this.#merged.value.serverOf(uri)] as const);
    });
    return withEach(this.members, (server) =>
      server.listen(
        computed(() => ({
          ...requirements.value,
          watched: owners.value.flatMap(([uri, owner]) => (owner === server ? [uri] : [])),
        })),
      ),
    );
  }

  async notify(method: string, params: McpObject): Promise<void> {
    await Promise.all(this.members.peek().map((server) => server.notify(method, params)));
  }

  /** Waits a bounded time until the catalog of each server is known, or its start has failed. */
  settle(signal: Abortable): Promise<void> {
    return this.#waitFor('name', signal, 'awaited');
  }

  /** Waits a shorter time, for a list. The connection leads to none of the servers. */
  async connection(signal: Abortable, urgency: StartPriority): Promise<SharedConnection> {
    signal.throwIfAborted();
    await this.#waitFor('list', signal, urgency);
    return {
      handshake: this.handshake.peek(),
      readCatalog: async () => this.#merged.peek().catalog,
      request: async (method, params) => {
        throw this.#unknownTarget(method, params);
      },
      notify: (method, params) => this.notify(method, params ?? {}),
    };
  }

  /** The one server whose name begins a tool's or prompt's, if that server itself has to judge. */
  #unlisted(params: McpObject): Routed | undefined {
    const name = asText(params['name']);
    const lengthOf = (server: GatewayServer): number => stemOf(server.name).length;
    const [best, next] = this.members
      .peek()
      .filter((server) => !server.knowsAll() && name.startsWith(`${stemOf(server.name)}_`))
      .toSorted((a, b) => lengthOf(b) - lengthOf(a));
    if (!best || (next && lengthOf(next) === lengthOf(best))) return undefined;
    const own = name.slice(lengthOf(best) + 1);
    return this.#proposing({ server: best, params: { ...params, name: own } });
  }

  #proposing(found: Routed): Routed {
    return { ...found, nameOf: (tool) => this.#merged.peek().nameOf(found.server, tool) };
  }

  /** True if a server sends an update of a resource that clients read from another one. */
  #isOfAnother(server: GatewayServer, { method, params }: ServerNotification): boolean {
    if (method !== 'notifications/resources/updated') return false;
    const owner = this.#merged.peek().serverOf(asText(params['uri']));
    return owner !== undefined && owner !== server;
  }

  /** Unknown servers that were not waited for so long yet. Reads signals. */
  #unknown(wait: Wait): readonly GatewayServer[] {
    return this.members.value.filter((server) => {
      if (server.catalog.value !== undefined) return false;
      const waited = this.#waited.value.get(server);
      return waited === undefined || (waited === 'list' && wait === 'name');
    });
  }

  #noteWait(servers: readonly GatewayServer[], wait: Wait): void {
    const before = this.#waited.peek();
    const longer = servers.filter((server) => before.get(server) !== 'name');
    this.#waited.value = new Map([...before, ...longer.map((server) => [server, wait] as const)]);
  }

  /** Starts unknown servers, waits for them, and notes that they were waited for. */
  async #waitFor(wait: Wait, signal: Abortable, urgency: StartPriority): Promise<void> {
    for (;;) {
      const servers = this.#unknown(wait);
      if (servers.length === 0) return;
      const starts = Promise.all(servers.map((server) => this.#begin(server, urgency)));
      await raceAbort(settlesWithin(this.#waits[wait], starts), signal);
      this.#noteWait(servers, wait);
    }
  }

  /** Starts a server once for all requests that wait for it. */
  #begin(server: GatewayServer, urgency: StartPriority): Promise<void> {
    const start =
      this.#starts.get(server) ??
      server
        .connection(this.released, urgency)
        .catch(() => undefined)
        .then(() => this.#noteWait([server], 'name'));
    this.#starts.set(server, start);
    return start;
  }

  #unknownTarget(method: string, params: McpObject): UserError {
    if (method === 'tools/call') {
      const tool = asText(params['name']);
      const { tools } = this.#merged.peek().catalog;
      const valid = nearest(
        tool,
        tools.map(({ name }) => name),
      );
      return new UserError('unknownTool', { server: this.name, tool, valid });
    }
    const [code, message] =
      method === 'resources/read' || method === 'resources/subscribe'
        ? [rpcCodes.resourceNotFound, 'Resource not found']
        : routed.has(method)
          ? [rpcCodes.invalidParams, 'No server has what is named']
          : [rpcCodes.methodNotFound, 'Method not found'];
    return new UserError('serverError', { code, message });
  }
}

/** Holds a disposable for each present server, until the whole is disposed of. */
function withEach(
  members: ReadonlySignal<readonly GatewayServer[]>,
  begin: (server: GatewayServer) => Disposable,
): Disposable {
  const begun = new Map<GatewayServer, Disposable>();
  const endAll = (present: ReadonlySet<GatewayServer>): void => {
    for (const [server, item] of begun) {
      if (present.has(server)) continue;
      begun.delete(server);
      item.dispose();
    }
  };
  const stop = effect(() => {
    const present = new Set(members.value);
    endAll(present);
    for (const server of present) if (!begun.has(server)) begun.set(server, begin(server));
  });
  return { dispose: () => (stop(), endAll(new Set())) };
}

function ownInstructions({ handshake }: GatewayServer): string | undefined {
  return handshake.value?.instructions;
}

function handshakeOf(
  members: readonly GatewayServer[],
  instructionsOf: typeof ownInstructions,
): Handshake {
  const all = members.flatMap((server) => {
    const instructions = instructionsOf(server);
    return instructions ? [`# ${server.name}\n\n${instructions}`] : [];
  });
  return {
    era: 'modern',
    protocolVersion: '',
    serverInfo: clientInfo,
    capabilities: openCapabilities,
    ...(all.length > 0 && { instructions: all.join('\n\n') }),
  };
}
