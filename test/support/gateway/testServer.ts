import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Abortable } from '../../../src/base/abort';
import type { Disposable } from '../../../src/base/disposable';
import { Emitter } from '../../../src/base/emitter';
import type { Reason, UserError } from '../../../src/base/errors';
import { rawName } from '../../../src/protocol/publicNames';
import type { RequestOptions } from '../../../src/connection/connection';
import type {
  AnswerServerRequest,
  ServerRequestMethod,
  Root,
} from '../../../src/ipc/serverRequest';
import type { LogLevel } from '../../../src/ipc/contract';
import { emptyCatalog, type Catalog, type Handshake, type McpObject } from '../../../src/ipc/state';
import type { GatewayServer, Routed } from '../../../src/gateway/gatewayServer';
import type { ToolRefusal } from '../../../src/servers/modelCatalog';
import type { SharedConnection } from '../../../src/servers/openCalls';
import type { StartPriority } from '../../../src/servers/startQueue';
import { testGuard } from '../testGuard';
import type { Requirements } from '../../../src/servers/serverClients';

export const handshake: Handshake = {
  era: 'legacy',
  protocolVersion: '2025-06-18',
  serverInfo: { name: 'its own name', version: '3.2.1', vendorField: 'kept' },
  capabilities: {
    tools: {},
    resources: { subscribe: true },
    completions: {},
    experimental: { something: {} },
  },
  instructions: 'Mind the gap.',
};

export function catalogOf(...names: string[]): Catalog {
  const tools = names.map((name) => ({ name, inputSchema: { type: 'object' }, vendorField: [1] }));
  return { ...emptyCatalog, tools };
}

/** A server whose connection is in the test: it records what it is asked, and `answer` answers. */
export class TestServer implements GatewayServer {
  readonly handshake = signal<Handshake | undefined>(handshake);
  readonly catalog = signal<Catalog | undefined>(catalogOf('first'));
  readonly notifications = new Emitter<{ method: string; params: McpObject }>();
  readonly onNotification = this.notifications.event;
  readonly releasing = new AbortController();
  readonly released = this.releasing.signal;
  readonly asked: { method: string; params: McpObject }[] = [];
  starts = 0;
  /** Who waited for a start, in their order. */
  readonly urgencies: StartPriority[] = [];
  /** Its lists were read and have not failed since. */
  hasLists = true;
  callTimeoutSeconds: number | undefined;
  readonly refusals = new Map<string, ToolRefusal>();
  /** What clients told it. */
  readonly told: { method: string; params: McpObject }[] = [];
  readonly #listeners = new Set<ReadonlySignal<Requirements>>();
  answers: ReadonlySet<ServerRequestMethod> = new Set(['roots/list']);
  answer: AnswerServerRequest | undefined;
  /** Why it cannot run. */
  failure: UserError | undefined;
  respond: (params: McpObject, options: RequestOptions) => Promise<McpObject> = async () => ({});

  /** What a connection finds. */
  greeted = handshake;

  readonly #connection: Omit<SharedConnection, 'handshake'> = {
    readCatalog: async () => catalogOf('first'),
    notify: () => Promise.resolve(),
    request: (method, params, options = {}) => {
      this.asked.push({ method, params });
      return this.respond(params, options);
    },
  };

  constructor(
    readonly id: string,
    readonly name = id.slice(id.indexOf('/') + 1),
  ) {}

  readonly guarded = testGuard(this);
  readonly guard = this.guarded.guard;

  route(method: string, params: McpObject, forModels: boolean): Routed {
    if (method !== 'tools/call' || !forModels) return { server: this, params };
    const name = rawName(this.catalog.peek()?.tools ?? [], String(params['name']));
    return { server: this, params: { ...params, name } };
  }

  knowsAll(): boolean {
    return this.hasLists && this.catalog.peek() !== undefined;
  }

  forModels(whole: Catalog): Catalog {
    return { ...whole, tools: whole.tools.filter(({ name }) => !this.refusals.has(name)) };
  }

  refusalFor(tool: string): ToolRefusal | undefined {
    return this.refusals.get(tool);
  }

  async resultForModels(_tool: string, result: McpObject): Promise<McpObject> {
    return result;
  }

  listen(requirements: ReadonlySignal<Requirements>): Disposable {
    this.#listeners.add(requirements);
    return { dispose: () => void this.#listeners.delete(requirements) };
  }

  /** The requirements of each listener, without the empty ones. */
  get requirements(): { uris?: readonly string[]; level?: LogLevel; roots?: readonly Root[] }[] {
    return Array.from(this.#listeners, (requirements) => {
      const { watched: uris = [], logLevel: level, reportedRoots } = requirements.peek();
      return {
        ...(level && { level }),
        ...(uris.length > 0 && { uris }),
        ...(reportedRoots && { roots: reportedRoots }),
      };
    });
  }

  async notify(method: string, params: McpObject): Promise<void> {
    this.told.push({ method, params });
  }

  async connection(
    _signal?: Abortable,
    urgency: StartPriority = 'awaited',
  ): Promise<SharedConnection> {
    this.starts += 1;
    this.urgencies.push(urgency);
    if (this.failure) throw this.failure;
    this.handshake.value ??= handshake;
    this.catalog.value ??= catalogOf('first');
    return { ...this.#connection, handshake: this.greeted };
  }
}

/** Finds servers by id, as a window's token does. */
export function finder(...servers: GatewayServer[]): (id: string) => GatewayServer | undefined {
  return (id) => servers.find((server) => server.id === id);
}

export const describeReason = ({ code }: Reason): string => `Because of ${code}.`;
