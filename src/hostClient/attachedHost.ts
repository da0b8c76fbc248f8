import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { batch, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { reasonOf, UserError } from '../base/errors';
import { RestartPolicy, type RestartLimits } from '../base/restartPolicy';
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
  type ResourceSample,
} from '../contract/requests';
import { isDesired, type Catalog, type McpObject, type ServerSnapshot } from '../contract/state';
import { CatalogMirror } from './catalogMirror';
import type { GatewayAddress, HostClient, HostMode, ToolCall } from './hostClient';
import type { ReachedHost } from './reachHost';

/** What a client brings along. */
export interface ClientPorts {
  readonly kind: 'window' | 'terminal';
  /** Seconds the host outlives its last client. */
  readonly graceSeconds: () => number;
  readonly reach: (signal: AbortSignal) => Promise<ReachedHost>;
  readonly resolveLaunch: (
    id: string,
    gesture: boolean,
    signal: AbortSignal,
  ) => Promise<LaunchAnswer>;
}

/** How often and how fast a lost host is replaced unasked. */
const replacement: RestartLimits = {
  firstDelay: 250,
  maxDelay: 10_000,
  maxCrashes: 5,
  window: 180_000,
  stableAfter: 60_000,
};

/**
 * A client's side of the host. When a host is lost, another is reached, this client's servers are
 * declared there anew, and those that were wanted are started again. Where that fails the mode says
 * why, and the next command tries again.
 */
export class AttachedHost implements HostClient {
  readonly #mode = signal<HostMode>({ kind: 'unattached' });
  readonly #servers = signal<ReadonlyMap<string, ServerSnapshot>>(new Map());
  readonly #gateway = signal<GatewayAddress | undefined>(undefined);
  readonly #catalogs = new CatalogMirror((id) => this.#fetchCatalog(id));
  readonly #log = new Emitter<LogEntry>();
  readonly #calls = new Map<string, NonNullable<ToolCall['onProgress']>>();
  readonly #ending = new AbortController();
  /** Servers that were wanted when their host was lost and are not started anew yet. */
  readonly #interrupted = new Set<string>();
  #declared: readonly Declaration[] = [];
  #policy = new RestartPolicy(replacement);
  /** The channel as soon as there is one; absent until something needs it. */
  #attached: Promise<Channel> | undefined;
  #current: { readonly reached: ReachedHost; readonly store: DisposableStore } | undefined;
  #ended: Promise<void> | undefined;

  readonly onLog: Event<LogEntry> = this.#log.event;

  constructor(private readonly ports: ClientPorts) {}

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
    return this.#catalogs.get(id);
  }

  async declare(servers: readonly Declaration[]): Promise<void> {
    this.#declared = servers;
    const known = new Set(servers.map(({ id }) => id));
    this.#servers.value = new Map([...this.#servers.peek()].filter(([id]) => known.has(id)));
    if (!this.#attached && servers.length === 0) return;
    await (await this.#channel()).send(hostRequests.declare, { servers: [...servers] });
  }

  async start(id: string, gesture: boolean): Promise<void> {
    await (await this.#channel()).send(hostRequests.start, { id, gesture });
  }

  async stop(id: string): Promise<void> {
    this.#interrupted.delete(id);
    if (this.#attached) await (await this.#channel()).send(hostRequests.stop, { id });
  }

  async restart(id: string, gesture: boolean): Promise<void> {
    await (await this.#channel()).send(hostRequests.restart, { id, gesture });
  }

  async logs(id: string): Promise<readonly LogEntry[]> {
    return this.#attached ? (await this.#channel()).send(hostRequests.logs, { id }) : [];
  }

  async resources(ids: readonly string[], abort?: AbortSignal): Promise<ResourceSample[]> {
    if (!this.#attached) return [];
    return (await this.#channel()).send(hostRequests.resources, { ids: [...ids] }, abort);
  }

  async callTool(call: ToolCall, abort?: AbortSignal): Promise<McpObject> {
    const { onProgress, ...request } = call;
    const callId = randomUUID();
    if (onProgress) this.#calls.set(callId, onProgress);
    try {
      const channel = await this.#channel();
      return await channel.send(hostRequests.callTool, { ...request, callId }, abort);
    } finally {
      this.#calls.delete(callId);
    }
  }

  async searchTools(query: string, limit: number, abort?: AbortSignal): Promise<FoundTool[]> {
    return (await this.#channel()).send(hostRequests.searchTools, { query, limit }, abort);
  }

  async describeTool(server: string, tool: string, abort?: AbortSignal): Promise<FoundTool> {
    return (await this.#channel()).send(hostRequests.describeTool, { server, tool }, abort);
  }

  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  dispose(): void {
    void this.end();
  }

  async #end(): Promise<void> {
    this.#ending.abort();
    this.#log.dispose();
    await this.#leave();
    await this.#attached?.catch(() => undefined);
  }

  #channel(): Promise<Channel> {
    this.#attached ??= this.#attach();
    return this.#attached;
  }

  /** Attaches, again and again by the policy; `uptime`: how long the host that was lost was there. */
  async #attach(uptime?: number): Promise<Channel> {
    const { signal } = this.#ending;
    this.#mode.value = { kind: 'connecting' };
    try {
      for (let lost = uptime; ; lost = 0) {
        if (lost !== undefined) await delay(this.#delayAfter(lost), undefined, { signal });
        const channel = await this.#reach(signal);
        if (channel) return channel;
      }
    } catch (error) {
      this.#attached = undefined;
      const reason = signal.aborted ? { code: 'hostGone' } : reasonOf(error);
      batch(() => {
        this.#mode.value = { kind: 'failed', reason };
        this.#servers.value = new Map();
      });
      throw UserError.from(reason, { cause: error });
    }
  }

  /** @throws UserError `hostLostOften` where hosts are lost too often; the count begins anew then. */
  #delayAfter(uptime: number): number {
    this.#policy = this.#policy.crashed(Date.now(), uptime);
    const decision = this.#policy.decide(Math.random());
    if (decision.kind === 'retry') return decision.delay;
    this.#policy = new RestartPolicy(replacement);
    throw new UserError('hostLostOften', { count: decision.crashes });
  }

  /** The channel to a host that knows this client's servers; `undefined` where it was lost again. */
  async #reach(signal: AbortSignal): Promise<Channel | undefined> {
    signal.throwIfAborted();
    const reached = await this.ports.reach(signal);
    const { channel } = reached;
    const store = new DisposableStore();
    this.#current = { reached, store };
    store.add(channel);
    let onLost = (): void => store.dispose();
    store.add(channel.onClose(() => onLost()));
    try {
      signal.throwIfAborted();
      this.#listen(channel, store);
      await this.#greet(reached);
    } catch (error) {
      await this.#leave();
      if (error instanceof UserError && error.code === 'hostGone') return undefined;
      throw error;
    }
    const since = Date.now();
    onLost = () => this.#lost(Date.now() - since);
    this.#resume(channel);
    return channel;
  }

  #listen(channel: Channel, store: DisposableStore): void {
    store.add(
      channel.handle(clientRequests.resolveLaunch, ({ id, gesture }, abort) =>
        this.ports.resolveLaunch(id, gesture, abort),
      ),
    );
    store.add(channel.on(hostEvents.changed, ({ servers }) => this.#changed(servers)));
    store.add(
      channel.on(hostEvents.log, ({ entries }) => {
        for (const entry of entries) this.#log.fire(entry);
      }),
    );
    store.add(
      channel.on(hostEvents.callProgress, ({ callId, ...progress }) =>
        this.#calls.get(callId)?.(progress),
      ),
    );
    channel.listen();
  }

  async #greet({ channel, mode, reason }: ReachedHost): Promise<void> {
    const { pid, build, gateway } = await channel.send(hostRequests.attach, {
      contract: contractVersion,
      kind: this.ports.kind,
      pid: process.pid,
      graceSeconds: this.ports.graceSeconds(),
    });
    await channel.send(hostRequests.declare, { servers: [...this.#declared] });
    batch(() => {
      this.#mode.value =
        mode === 'shared' ? { kind: 'shared', pid, build } : { kind: 'window', reason };
      this.#gateway.value = gateway;
    });
  }

  #resume(channel: Channel): void {
    for (const id of this.#interrupted) {
      channel
        .send(hostRequests.start, { id, gesture: false, resume: true })
        .then(() => this.#interrupted.delete(id))
        .catch(ignoreGoneHost);
    }
  }

  #lost(uptime: number): void {
    if (this.#ending.signal.aborted) return;
    void this.#leave();
    for (const { id, state } of this.#servers.peek().values()) {
      if (isDesired(state)) this.#interrupted.add(id);
    }
    this.#gateway.value = undefined;
    this.#catalogs.forgetVersions();
    this.#attached = this.#attach(uptime);
    this.#attached.catch(ignoreGoneHost);
  }

  /** Lets go of the host at once; resolves when one in this window has stopped. */
  async #leave(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    current?.store.dispose();
    await current?.reached.stop();
  }

  #changed(changed: readonly ServerSnapshot[]): void {
    const declared = new Set(this.#declared.map(({ id }) => id));
    const next = new Map(this.#servers.peek());
    for (const snapshot of changed) if (declared.has(snapshot.id)) next.set(snapshot.id, snapshot);
    this.#servers.value = next;
    for (const snapshot of changed) this.#catalogs.follow(snapshot);
  }

  async #fetchCatalog(id: string): Promise<Catalog | undefined> {
    try {
      return await (await this.#channel()).send(hostRequests.catalog, { id });
    } catch (error) {
      ignoreGoneHost(error);
      return undefined;
    }
  }
}

/** The server was removed meanwhile, or the host is gone: either tells itself. */
function ignoreGoneHost(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
