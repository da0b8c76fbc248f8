import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { PublicNames } from '../base/publicNames';
import { unlessAborted } from '../base/unlessAborted';
import { within } from '../base/within';
import { nearest } from '../catalog/nearest';
import { clientInfo } from '../connection/clientInfo';
import { ToolGate, type GatePorts } from '../catalog/toolGate';
import type { QuestionMethod } from '../contract/questions';
import type { Catalog, Handshake, McpObject } from '../contract/state';
import type { ServerNotification } from '../supervisor/liveConnection';
import type { SharedConnection } from '../supervisor/openCalls';
import type { ServerListener } from '../supervisor/serverUser';
import type { Urgency } from '../supervisor/startQueue';
import type { GatewayServer, Routed } from './gatewayServer';
import { MergedCatalog } from './mergedCatalog';
import { MergedListener, withEach } from './mergedListener';
import { rpcCodes } from './messages';

/** The id of all servers together; that of no server is without a `/`. */
export const mergedId = '*';

/** How long lists wait for servers that were never known, in milliseconds: less than agents wait for them. */
const patience = 5_000;

/** Whatever servers there are by and by: a client asks once what it may expect. */
const capabilities: McpObject = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};

/** What is asked of the one server that it is about. */
const routed: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
]);

/** What the servers of a window are put together with. */
export interface MergedPorts {
  /** Notes calls of what no server has; all others pass the gates of their servers. */
  readonly calls?: GatePorts | undefined;
  /** What a server tells models of itself, as far as they may get it; read where signals are. */
  readonly instructionsOf?: (server: GatewayServer) => string | undefined;
  /** How long lists wait, in milliseconds. */
  readonly longestWait?: number | undefined;
}

/** What tools of no server are to their gate. */
const ofNone = {
  refusalFor: () => undefined,
  standingOf: () => ({ isFlagged: false }),
  log: undefined,
};

/** All servers of a window as one, for a client that has one place for them. */
export class MergedServer implements GatewayServer {
  readonly id = mergedId;
  readonly name = 'roundhouse';
  readonly callTimeoutSeconds = undefined;
  readonly names = new PublicNames([]);
  readonly gate: ToolGate | undefined;
  readonly handshake: ReadonlySignal<Handshake>;
  readonly catalog: ReadonlySignal<Catalog | undefined>;
  /** Those that were started once for a list, whatever came of it. */
  readonly #tried = signal<ReadonlySet<GatewayServer>>(new Set());
  readonly #merged: ReadonlySignal<MergedCatalog>;
  readonly #longestWait: number;
  #trying: Promise<void> | undefined;

  constructor(
    private readonly members: ReadonlySignal<readonly GatewayServer[]>,
    readonly released: AbortSignal,
    { calls, instructionsOf = toldOf, longestWait = patience }: MergedPorts = {},
  ) {
    this.#longestWait = longestWait;
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
      this.#untried().length > 0 ? undefined : this.#merged.value.catalog,
    );
    const { id, name, catalog } = this;
    this.gate = calls && new ToolGate({ id, name, catalog, ...ofNone }, calls);
  }

  get answers(): ReadonlySet<QuestionMethod> {
    return new Set(this.members.peek().flatMap(({ answers }) => [...answers]));
  }

  forModels(whole: Catalog): Catalog {
    return whole;
  }

  async resultForModels(_tool: string, result: McpObject): Promise<McpObject> {
    return result;
  }

  /**
   * The server that a request is about, with the name that it knows; this one where that may still come out.
   * @throws UserError `unknownTool`; `serverError` with the code of what else is not there.
   */
  route(method: string, params: McpObject): Routed {
    const found = routed.has(method) ? this.#merged.peek().route(method, params) : undefined;
    if (found) {
      return { ...found, nameOf: (tool) => this.#merged.peek().nameOf(found.server, tool) };
    }
    if (routed.has(method) && this.catalog.peek() === undefined) return { server: this, params };
    throw this.#unknown(method, params);
  }

  readonly onNotification: GatewayServer['onNotification'] = (listener) =>
    withEach(this.members, (server) =>
      server.onNotification((told) => {
        if (!this.#isOfAnother(server, told)) listener(told);
      }),
    );

  listen(): ServerListener {
    return new MergedListener(this.members, this.#merged);
  }

  async notify(method: string, params: McpObject): Promise<void> {
    await Promise.all(this.members.peek().map((server) => server.notify(method, params)));
  }

  /** Waits, not for long, until each server was known or started once. */
  async settle(signal: AbortSignal, urgency: Urgency = 'asked'): Promise<void> {
    while (this.#untried().length > 0) {
      this.#trying ??= this.#try(urgency).finally(() => (this.#trying = undefined));
      await unlessAborted(this.#trying, signal);
    }
  }

  /** The same; what it gives is a connection to none of them. */
  async connection(signal: AbortSignal, urgency: Urgency): Promise<SharedConnection> {
    await this.settle(signal, urgency);
    return {
      handshake: this.handshake.peek(),
      readCatalog: async () => this.#merged.peek().catalog,
      request: async (method, params) => {
        throw this.#unknown(method, params);
      },
      notify: (method, params) => this.notify(method, params ?? {}),
    };
  }

  /** Whether a server tells of a resource that clients have of another one. */
  #isOfAnother(server: GatewayServer, { method, params }: ServerNotification): boolean {
    if (method !== 'notifications/resources/updated') return false;
    const owner = this.#merged.peek().serverOf(String(params['uri']));
    return owner !== undefined && owner !== server;
  }

  /** To be read where signals are. */
  #untried(): readonly GatewayServer[] {
    return this.members.value.filter(
      (server) => server.catalog.value === undefined && !this.#tried.value.has(server),
    );
  }

  async #try(urgency: Urgency): Promise<void> {
    const servers = this.#untried();
    await within(
      this.#longestWait,
      Promise.all(servers.map((server) => known(server, this.released, urgency))),
    );
    this.#tried.value = new Set([...this.#tried.peek(), ...servers]);
  }

  #unknown(method: string, params: McpObject): UserError {
    if (method === 'tools/call') {
      const tool = String(params['name']);
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

/** Resolves when the lists of a server are known, or it cannot be started. */
async function known(server: GatewayServer, signal: AbortSignal, urgency: Urgency): Promise<void> {
  await server.connection(signal, urgency).then(
    () => listed(server, signal),
    () => undefined,
  );
}

function listed({ catalog }: GatewayServer, signal: AbortSignal): Promise<void> {
  let stop: Disposable | undefined;
  const listed = new Promise<void>((resolve) => {
    const end = effect(() => {
      if (catalog.value) resolve();
    });
    stop = { dispose: end };
  });
  return unlessAborted(listed, signal).finally(() => stop?.dispose());
}

function toldOf({ handshake }: GatewayServer): string | undefined {
  return handshake.value?.instructions;
}

function handshakeOf(members: readonly GatewayServer[], instructionsOf: typeof toldOf): Handshake {
  const told = members.flatMap((server) => {
    const instructions = instructionsOf(server);
    return instructions ? [`# ${server.name}\n\n${instructions}`] : [];
  });
  return {
    era: 'modern',
    protocolVersion: '',
    serverInfo: clientInfo,
    capabilities,
    ...(told.length > 0 && { instructions: told.join('\n\n') }),
  };
}
