import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { ExternalOffer } from '../../ipc/externalClients';
import type { ResultLimits } from '../../ipc/keptResults';
import type { LaunchAnswer } from '../../ipc/launch';
import type {
  Declaration,
  FoundTool,
  LogEntry,
  LogLevel,
  ResourceSample,
} from '../../ipc/requests';
import { isDesired } from '../../ipc/serverStates';
import type { Catalog, McpObject, ServerSnapshot } from '../../ipc/state';
import type { ToolUse } from '../../ipc/toolUse';
import { CatalogMirror } from './catalogMirror';
import { DesiredState } from './desiredState';
import { HostAttachment, ignoreFailure, type HostGreeting } from './hostAttachment';
import type {
  GatewayAddress,
  HostClient,
  HostMode,
  Reading,
  ResourceUpdate,
  ToolCall,
} from './hostClient';
import { HostCallLog } from './hostCallLog';
import { HostCalls } from './hostCalls';
import type { HostLine } from './hostLine';
import { HostResults } from './hostResults';
import { HostReview } from './hostReview';
import {
  type ServerRequestHandlers,
  handledMethods,
  handleServerRequests,
} from '../serverRequests';
import type { ReachedHost } from './reachHost';
import { serveSignIn, type SignInContext } from '../signIn';

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
  readonly questions?: ServerRequestHandlers;
  /** Who keeps credentials and leads people through sign-ins; without it nobody does. */
  readonly signIn?: SignInContext;
  /** What it has open, by which its calls are known again; absent: they are its own until it leaves. */
  readonly place?: () => string | undefined;
  /** Whether a person is at this client. */
  readonly focused?: ReadonlySignal<boolean>;
  /** How much of a result its models get at once; absent: as much as they take. */
  readonly resultLimits?: ReadonlySignal<ResultLimits>;
  /** On what terms it takes external clients; absent: it takes none. */
  readonly externalClients?: ReadonlySignal<ExternalOffer> | undefined;
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
  readonly #openCalls = new HostCalls(() => this.#line());
  readonly #desired = new DesiredState();
  /** Servers that were wanted when their host was lost and are not started anew yet. */
  readonly #interrupted = new Set<string>();
  #ended: Promise<void> | undefined;

  readonly calls = new HostCallLog(
    () => this.#line(),
    () => this.#attachment.current,
  );
  readonly results: HostResults;
  readonly review = new HostReview(() => this.#line());
  readonly onLog: Event<LogEntry> = this.#log.event;
  readonly onResourceUpdated: Event<ResourceUpdate> = this.#updates.event;

  constructor(private readonly ports: ClientPorts) {
    this.results = new HostResults(() => this.#line(), ports.resultLimits);
    this.#attachment = new HostAttachment({
      reach: ports.reach,
      listen: (line, store) => this.#listen(line, store),
      greet: (line) => this.#greet(line),
      attached: (line, store) => {
        this.#resume(line);
        store.add(effect(() => this.#tellFocus(line)));
        store.add(this.results.tellLimits(line));
        store.add(effect(() => this.#welcome(line)));
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
    return (await this.#line()).send('catalog', { id });
  }

  async declare(servers: readonly Declaration[]): Promise<void> {
    const added = this.#desired.declare(servers);
    const known = this.#desired.servers;
    this.#servers.value = new Map([...this.#servers.peek()].filter(([id]) => known.has(id)));
    if (!this.#attachment.current && servers.length === 0) return;
    const line = await this.#line();
    await line.send('declare', { servers: [...servers] });
    await this.#desired.tellOf(line, added);
  }

  async start(id: string, gesture: boolean): Promise<void> {
    await (await this.#line()).send('start', { id, gesture });
  }

  async stop(id: string): Promise<void> {
    this.#interrupted.delete(id);
    await (await this.#attachment.current)?.send('stop', { id });
  }

  async restart(id: string, gesture: boolean): Promise<void> {
    await (await this.#line()).send('restart', { id, gesture });
  }

  async signIn(id: string, abort?: AbortSignal): Promise<void> {
    await (await this.#line()).send('signIn', { id }, abort);
  }

  async signOut(id: string, abort?: AbortSignal): Promise<void> {
    await (await this.#line()).send('signOut', { id }, abort);
  }

  async logs(id: string): Promise<readonly LogEntry[]> {
    return (await (await this.#attachment.current)?.send('logs', { id })) ?? [];
  }

  async toolUsage(id: string, abort?: AbortSignal): Promise<ToolUse | undefined> {
    const line = await this.#attachment.current;
    return (await line?.send('toolUsage', { id }, abort)) ?? undefined;
  }

  async resources(ids: readonly string[], abort?: AbortSignal): Promise<ResourceSample[]> {
    const line = await this.#attachment.current;
    return (await line?.send('resources', { ids: [...ids] }, abort)) ?? [];
  }

  callTool(call: ToolCall, abort?: AbortSignal): Promise<McpObject> {
    return this.#openCalls.callTool(call, abort);
  }

  read(reading: Reading, abort?: AbortSignal): Promise<McpObject> {
    return this.#openCalls.read(reading, abort);
  }

  async watchResources(id: string, uris: readonly string[]): Promise<void> {
    this.#desired.watch(id, uris);
    const line = await this.#attachment.current;
    if (line) await this.#desired.tellWatched(line, id);
  }

  async setLogLevel(id: string, level: LogLevel | undefined): Promise<void> {
    this.#desired.setLogLevel(id, level);
    const line = await this.#attachment.current;
    if (line) await this.#desired.tellLogLevel(line, id);
  }

  async searchTools(query: string, limit: number, abort?: AbortSignal): Promise<FoundTool[]> {
    return (await this.#line()).send('searchTools', { query, limit }, abort);
  }

  async describeTool(server: string, tool: string, abort?: AbortSignal): Promise<FoundTool> {
    return (await this.#line()).send('describeTool', { server, tool }, abort);
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
    this.calls.dispose();
    await this.#attachment.end();
  }

  #line(): Promise<HostLine> {
    return this.#attachment.line();
  }

  #listen(line: HostLine, store: DisposableStore): void {
    store.add(
      line.handle('resolveLaunch', ({ id, gesture }, abort) =>
        this.ports.resolveLaunch(id, gesture, abort),
      ),
    );
    const nameOf = (id: string): string => this.#desired.servers.get(id)?.name ?? id;
    store.add(handleServerRequests(line, this.ports.questions ?? {}, nameOf));
    if (this.ports.signIn) store.add(serveSignIn(line, this.ports.signIn));
    store.add(line.on('resourceUpdated', (update) => this.#updates.fire(update)));
    store.add(line.on('changed', ({ servers }) => this.#changed(servers)));
    store.add(
      line.on('log', ({ entries }) => {
        for (const entry of entries) this.#log.fire(entry);
      }),
    );
    store.add(this.#openCalls.listen(line));
    store.add(this.calls.listen(line));
  }

  async #greet(line: HostLine): Promise<HostGreeting> {
    const greeting = await line.send('attach', {
      contract: line.contractVersion,
      kind: this.ports.kind,
      pid: process.pid,
      graceSeconds: this.ports.graceSeconds(),
      answers: handledMethods(this.ports.questions ?? {}),
      signsIn: this.ports.signIn !== undefined,
      place: this.ports.place?.(),
      gatewayToken: this.#attachment.gateway.peek()?.token,
    });
    await this.#desired.tell(line);
    return greeting;
  }

  #tellFocus(line: HostLine): void {
    if (!this.ports.focused?.value) return;
    line.send('focus', {}).catch(ignoreFailure);
  }

  #welcome(line: HostLine): void {
    const { externalClients } = this.ports;
    if (externalClients) line.send('welcome', externalClients.value).catch(ignoreFailure);
  }

  #resume(line: HostLine): void {
    for (const id of this.#interrupted) {
      const forget = (): void => void this.#interrupted.delete(id);
      const resumed = line.send('start', { id, gesture: false, resume: true });
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
    const declared = this.#desired.servers;
    const next = new Map(this.#servers.peek());
    for (const snapshot of changed) if (declared.has(snapshot.id)) next.set(snapshot.id, snapshot);
    this.#servers.value = next;
    for (const snapshot of changed) this.#catalogs.follow(snapshot);
  }

  #fetchCatalog(id: string): Promise<Catalog | undefined> {
    return this.currentCatalog(id).catch((error: unknown) => {
      ignoreFailure(error);
      return undefined;
    });
  }
}
