import { randomUUID } from 'node:crypto';
import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { signInRequests } from '../contract/authorization';
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
  type LogLevel,
  type ResourceSample,
} from '../contract/requests';
import { isDesired, type Catalog, type McpObject, type ServerSnapshot } from '../contract/state';
import { CatalogMirror } from './catalogMirror';
import { ClientWishes } from './clientWishes';
import { HostAttachment, ignoreFailure, type HostGreeting } from './hostAttachment';
import type {
  GatewayAddress,
  HostClient,
  HostMode,
  Reading,
  ResourceUpdate,
  ToolCall,
} from './hostClient';
import type { QuestionPorts } from './questionPorts';
import { answersOf, answerWith } from './questions';
import type { ReachedHost } from './reachHost';
import { serveSignIn, type SignInPorts } from './signIn';
import { takeApart } from './takeApart';

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
  /** Who answers what servers ask; without them they are told that nobody does. */
  readonly questions?: QuestionPorts;
  /** Who keeps credentials and leads people through sign-ins; without it nobody does. */
  readonly signIn?: SignInPorts;
  /** Whether a person is at this client. */
  readonly focused?: ReadonlySignal<boolean>;
}

/**
 * A client's side of the host. When a host is lost, this client's servers are declared to the next one,
 * and those that were wanted are started again.
 */
export class AttachedHost implements HostClient {
  readonly #attachment: HostAttachment;
  readonly #servers = signal<ReadonlyMap<string, ServerSnapshot>>(new Map());
  readonly #catalogs = new CatalogMirror((id) => this.#fetchCatalog(id));
  readonly #log = new Emitter<LogEntry>();
  readonly #updates = new Emitter<ResourceUpdate>();
  readonly #calls = new Map<string, NonNullable<ToolCall['onProgress']>>();
  readonly #wishes = new ClientWishes();
  /** Servers that were wanted when their host was lost and are not started anew yet. */
  readonly #interrupted = new Set<string>();
  #ended: Promise<void> | undefined;

  readonly onLog: Event<LogEntry> = this.#log.event;
  readonly onResourceUpdated: Event<ResourceUpdate> = this.#updates.event;

  constructor(private readonly ports: ClientPorts) {
    this.#attachment = new HostAttachment({
      reach: ports.reach,
      listen: (channel, store) => this.#listen(channel, store),
      greet: (channel) => this.#greet(channel),
      attached: (channel, store) => {
        this.#resume(channel);
        store.add(effect(() => this.#tellFocus(channel)));
      },
      lost: () => this.#lost(),
      failed: () => {
        this.#servers.value = new Map();
      },
    });
  }

  get mode(): ReadonlySignal<HostMode> {
    return this.#attachment.mode;
  }
  get servers(): ReadonlySignal<ReadonlyMap<string, ServerSnapshot>> {
    return this.#servers;
  }
  get gateway(): ReadonlySignal<GatewayAddress | undefined> {
    return this.#attachment.gateway;
  }

  catalog(id: string): ReadonlySignal<Catalog | undefined> {
    return this.#catalogs.get(id);
  }

  async currentCatalog(id: string): Promise<Catalog> {
    return (await this.#channel()).send(hostRequests.catalog, { id });
  }

  async declare(servers: readonly Declaration[]): Promise<void> {
    const added = this.#wishes.declare(servers);
    const known = this.#wishes.servers;
    this.#servers.value = new Map([...this.#servers.peek()].filter(([id]) => known.has(id)));
    if (!this.#attachment.current && servers.length === 0) return;
    const channel = await this.#channel();
    await channel.send(hostRequests.declare, { servers: [...servers] });
    await this.#wishes.tellOf(channel, added);
  }

  async start(id: string, gesture: boolean): Promise<void> {
    await (await this.#channel()).send(hostRequests.start, { id, gesture });
  }

  async stop(id: string): Promise<void> {
    this.#interrupted.delete(id);
    await (await this.#attachment.current)?.send(hostRequests.stop, { id });
  }

  async restart(id: string, gesture: boolean): Promise<void> {
    await (await this.#channel()).send(hostRequests.restart, { id, gesture });
  }

  async signIn(id: string, abort?: AbortSignal): Promise<void> {
    await (await this.#channel()).send(signInRequests.signIn, { id }, abort);
  }

  async signOut(id: string, abort?: AbortSignal): Promise<void> {
    await (await this.#channel()).send(signInRequests.signOut, { id }, abort);
  }

  async logs(id: string): Promise<readonly LogEntry[]> {
    return (await (await this.#attachment.current)?.send(hostRequests.logs, { id })) ?? [];
  }

  async resources(ids: readonly string[], abort?: AbortSignal): Promise<ResourceSample[]> {
    const channel = await this.#attachment.current;
    return (await channel?.send(hostRequests.resources, { ids: [...ids] }, abort)) ?? [];
  }

  callTool(call: ToolCall, abort?: AbortSignal): Promise<McpObject> {
    return this.#during(call, (channel, request) =>
      channel.send(hostRequests.callTool, request, abort),
    );
  }

  read(reading: Reading, abort?: AbortSignal): Promise<McpObject> {
    return this.#during(reading, (channel, request) =>
      channel.send(hostRequests.read, request, abort).then((result) => takeApart(result, abort)),
    );
  }

  async watchResources(id: string, uris: readonly string[]): Promise<void> {
    this.#wishes.watch(id, uris);
    const channel = await this.#attachment.current;
    if (channel) await this.#wishes.tellWatched(channel, id);
  }

  async setLogLevel(id: string, level: LogLevel | undefined): Promise<void> {
    this.#wishes.setLogLevel(id, level);
    const channel = await this.#attachment.current;
    if (channel) await this.#wishes.tellLogLevel(channel, id);
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
    this.#log.dispose();
    this.#updates.dispose();
    await this.#attachment.end();
  }

  #channel(): Promise<Channel> {
    return this.#attachment.channel();
  }

  async #during<T extends Pick<ToolCall, 'onProgress' | 'callId'>>(
    { onProgress, ...call }: T,
    send: (
      channel: Channel,
      request: Omit<T, 'onProgress'> & { callId: string },
    ) => Promise<McpObject>,
  ): Promise<McpObject> {
    const { callId = randomUUID() } = call;
    if (onProgress) this.#calls.set(callId, onProgress);
    try {
      return await send(await this.#channel(), { ...call, callId });
    } finally {
      this.#calls.delete(callId);
    }
  }

  #listen(channel: Channel, store: DisposableStore): void {
    store.add(
      channel.handle(clientRequests.resolveLaunch, ({ id, gesture }, abort) =>
        this.ports.resolveLaunch(id, gesture, abort),
      ),
    );
    store.add(
      channel.handle(clientRequests.answer, ({ id, question, callId }, abort) => {
        const name = this.#wishes.servers.get(id)?.name ?? id;
        const asked = { server: { id, name }, question, callId };
        return answerWith(this.ports.questions ?? {}, asked, abort);
      }),
    );
    if (this.ports.signIn) store.add(serveSignIn(channel, this.ports.signIn));
    store.add(channel.on(hostEvents.resourceUpdated, (update) => this.#updates.fire(update)));
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
  }

  async #greet(channel: Channel): Promise<HostGreeting> {
    const greeting = await channel.send(hostRequests.attach, {
      contract: contractVersion,
      kind: this.ports.kind,
      pid: process.pid,
      graceSeconds: this.ports.graceSeconds(),
      answers: answersOf(this.ports.questions ?? {}),
      signsIn: this.ports.signIn !== undefined,
      gatewayToken: this.#attachment.gateway.peek()?.token,
    });
    await this.#wishes.tell(channel);
    return greeting;
  }

  #tellFocus(channel: Channel): void {
    if (!this.ports.focused?.value) return;
    channel.send(hostRequests.focus, {}).catch(ignoreFailure);
  }

  #resume(channel: Channel): void {
    for (const id of this.#interrupted) {
      const forget = (): void => void this.#interrupted.delete(id);
      const resumed = channel.send(hostRequests.start, { id, gesture: false, resume: true });
      resumed.then(forget, (error: unknown) => {
        ignoreFailure(error);
        // A host that is lost as well has a successor that is asked.
        if (error.code !== 'hostGone') forget();
      });
    }
  }

  #lost(): void {
    for (const { id, state } of this.#servers.peek().values()) {
      if (isDesired(state)) this.#interrupted.add(id);
    }
    this.#catalogs.forgetVersions();
  }

  #changed(changed: readonly ServerSnapshot[]): void {
    const declared = this.#wishes.servers;
    const next = new Map(this.#servers.peek());
    for (const snapshot of changed) if (declared.has(snapshot.id)) next.set(snapshot.id, snapshot);
    this.#servers.value = next;
    for (const snapshot of changed) this.#catalogs.follow(snapshot);
  }

  async #fetchCatalog(id: string): Promise<Catalog | undefined> {
    try {
      return await this.currentCatalog(id);
    } catch (error) {
      ignoreFailure(error);
      return undefined;
    }
  }
}
