import { randomUUID } from 'node:crypto';
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { UserError } from '../base/errors';
import type { Channel } from '../contract/channel';
import type { LaunchAnswer } from '../contract/launch';
import {
  clientRequests,
  contractVersion,
  hostEvents,
  hostRequests,
  type Declaration,
  type FoundTool,
  type LogEntry,
} from '../contract/requests';
import type { Catalog, McpObject, ServerSnapshot } from '../contract/state';
import type { GatewayAddress, HostClient, HostMode, ToolCall } from './hostClient';
import type { ReachedHost } from './reachHost';

/** What a client brings along. */
export interface ClientPorts {
  readonly kind: 'window' | 'terminal';
  /** Seconds the host outlives its last client. */
  readonly graceSeconds: () => number;
  readonly reach: () => Promise<ReachedHost>;
  readonly resolveLaunch: (
    id: string,
    gesture: boolean,
    signal: AbortSignal,
  ) => Promise<LaunchAnswer>;
}

const wantedStates: ReadonlySet<string> = new Set([
  'starting',
  'running',
  'degraded',
  'backingOff',
]);

/**
 * A client's side of the host. When a host is lost, another is reached, this client's servers are
 * declared there anew, and those that were wanted are started again.
 */
export class AttachedHost implements HostClient {
  readonly #mode = signal<HostMode>({ kind: 'connecting' });
  readonly #servers = signal<ReadonlyMap<string, ServerSnapshot>>(new Map());
  readonly #gateway = signal<GatewayAddress | undefined>(undefined);
  readonly #catalogs = new Map<string, { version: number; value: Signal<Catalog | undefined> }>();
  readonly #log = new Emitter<LogEntry>();
  readonly #calls = new Map<string, NonNullable<ToolCall['onProgress']>>();
  #declared: readonly Declaration[] = [];
  #store: DisposableStore | undefined;
  #disposed = false;
  #channel: Promise<Channel>;

  readonly onLog: Event<LogEntry> = this.#log.event;

  constructor(private readonly ports: ClientPorts) {
    this.#channel = this.#attach();
  }

  get mode(): ReadonlySignal<HostMode> {
    return this.#mode;
  }
  get servers(): ReadonlySignal<ReadonlyMap<string, ServerSnapshot>> {
    return this.#servers;
  }
  get gateway(): ReadonlySignal<GatewayAddress | undefined> {
    return this.#gateway;
  }

  catalog(id: string): ReadonlySignal<Catalog | undefined> {
    return this.#catalogOf(id).value;
  }

  async declare(servers: readonly Declaration[]): Promise<void> {
    this.#declared = servers;
    const known = new Set(servers.map(({ id }) => id));
    this.#servers.value = new Map([...this.#servers.peek()].filter(([id]) => known.has(id)));
    await (await this.#channel).send(hostRequests.declare, { servers: [...servers] });
  }

  async start(id: string, gesture: boolean): Promise<void> {
    await (await this.#channel).send(hostRequests.start, { id, gesture });
  }

  async stop(id: string): Promise<void> {
    await (await this.#channel).send(hostRequests.stop, { id });
  }

  async restart(id: string, gesture: boolean): Promise<void> {
    await (await this.#channel).send(hostRequests.restart, { id, gesture });
  }

  async logs(id: string): Promise<readonly LogEntry[]> {
    return (await this.#channel).send(hostRequests.logs, { id });
  }

  async callTool(call: ToolCall, abort?: AbortSignal): Promise<McpObject> {
    const { onProgress, ...request } = call;
    const callId = randomUUID();
    if (onProgress) this.#calls.set(callId, onProgress);
    try {
      return await (await this.#channel).send(hostRequests.callTool, { ...request, callId }, abort);
    } finally {
      this.#calls.delete(callId);
    }
  }

  async searchTools(query: string, limit: number, abort?: AbortSignal): Promise<FoundTool[]> {
    return (await this.#channel).send(hostRequests.searchTools, { query, limit }, abort);
  }

  async describeTool(server: string, tool: string, abort?: AbortSignal): Promise<FoundTool> {
    return (await this.#channel).send(hostRequests.describeTool, { server, tool }, abort);
  }

  dispose(): void {
    this.#disposed = true;
    this.#store?.dispose();
    this.#log.dispose();
  }

  async #attach(): Promise<Channel> {
    this.#mode.value = { kind: 'connecting' };
    const reached = await this.ports.reach();
    const { channel } = reached;
    const store = new DisposableStore();
    this.#store = store;
    store.add(() => void reached.stop());
    store.add(channel);
    this.#listen(channel, store);
    if (this.#disposed) store.dispose();
    const { pid, gateway } = await channel.send(hostRequests.attach, {
      contract: contractVersion,
      kind: this.ports.kind,
      pid: process.pid,
      graceSeconds: this.ports.graceSeconds(),
    });
    batch(() => {
      this.#mode.value =
        reached.mode === 'shared'
          ? { kind: 'shared', pid }
          : { kind: 'window', reason: reached.reason };
      this.#gateway.value = gateway;
    });
    return channel;
  }

  #listen(channel: Channel, store: DisposableStore): void {
    store.add(
      channel.handle(clientRequests.resolveLaunch, ({ id, gesture }, abort) =>
        this.ports.resolveLaunch(id, gesture, abort),
      ),
    );
    store.add(channel.on(hostEvents.changed, ({ servers }) => this.#changed(servers)));
    store.add(channel.on(hostEvents.log, (entry) => this.#log.fire(entry)));
    store.add(
      channel.on(hostEvents.callProgress, ({ callId, ...progress }) =>
        this.#calls.get(callId)?.(progress),
      ),
    );
    store.add(channel.onClose(() => this.#lost(store)));
    channel.listen();
  }

  #lost(store: DisposableStore): void {
    if (this.#disposed || store.disposed) return;
    store.dispose();
    const wanted = [...this.#servers.peek().values()].filter(({ state }) =>
      wantedStates.has(state.kind),
    );
    this.#gateway.value = undefined;
    this.#channel = this.#attach();
    void this.#resume(wanted.map(({ id }) => id)).catch(ignoreGoneHost);
  }

  async #resume(wanted: readonly string[]): Promise<void> {
    const channel = await this.#channel;
    await channel.send(hostRequests.declare, { servers: [...this.#declared] });
    await Promise.all(wanted.map((id) => this.start(id, false)));
  }

  #changed(changed: readonly ServerSnapshot[]): void {
    const declared = new Set(this.#declared.map(({ id }) => id));
    const next = new Map(this.#servers.peek());
    for (const snapshot of changed) if (declared.has(snapshot.id)) next.set(snapshot.id, snapshot);
    this.#servers.value = next;
    for (const { id, catalogVersion } of changed) this.#refreshCatalog(id, catalogVersion);
  }

  #catalogOf(id: string): { version: number; value: Signal<Catalog | undefined> } {
    let entry = this.#catalogs.get(id);
    if (!entry) {
      entry = { version: 0, value: signal<Catalog | undefined>(undefined) };
      this.#catalogs.set(id, entry);
    }
    return entry;
  }

  #refreshCatalog(id: string, version: number): void {
    const entry = this.#catalogOf(id);
    if (entry.version === version) return;
    entry.version = version;
    if (version === 0) {
      entry.value.value = undefined;
      return;
    }
    void this.#channel
      .then((channel) => channel.send(hostRequests.catalog, { id }))
      .then((catalog) => {
        if (entry.version === version) entry.value.value = catalog;
      })
      .catch(ignoreGoneHost);
  }
}

/** The server was removed meanwhile, or the host is gone: either tells itself. */
function ignoreGoneHost(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
