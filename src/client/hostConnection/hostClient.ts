import { randomUUID } from 'node:crypto';
import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { CallRoute, EditorQuestion } from '../../ipc/calls';
import type { ExternalOffer } from '../../ipc/externalClients';
import type { ResultLimits } from '../../ipc/largeResults';
import type { LaunchAnswer } from '../../ipc/launch';
import type { Declaration, LogEntry, LogLevel } from '../../ipc/requests';
import type { Catalog, McpObject, ServerSnapshot } from '../../ipc/state';
import { isDesired } from '../../ipc/serverStates';
import {
  type ServerRequestHandlers,
  handledMethods,
  handleServerRequests,
} from '../serverRequestHandlers';
import { serveSignIn, type SignInContext } from '../signIn';
import { DesiredState } from './desiredState';
import { HostAttachment, ignoreFailure } from './hostAttachment';
import type { HostRpc, RequestName, RequestParams, RequestResult } from './hostRpc';
import { readLargePayload } from './largePayload';
import type { ReachedHost } from './reachHost';

/** The handlers that a client offers to its host, and its ways to reach one. */
export interface HostClientOptions {
  readonly kind: 'window' | 'terminal';
  /** Seconds the host outlives its last client. */
  readonly graceSeconds: () => number;
  readonly reach: (signal: AbortSignal) => Promise<ReachedHost>;
  readonly resolveLaunch: (
    id: string,
    gesture: boolean,
    signal: AbortSignal,
  ) => Promise<LaunchAnswer>;
  /** Answers requests of servers; without them a server learns that nobody does. */
  readonly questions?: ServerRequestHandlers;
  /** Stores credentials and leads people through sign-ins; without it nobody does. */
  readonly signIn?: SignInContext;
  /** Identifies the open workspace, so that a reloaded client gets its calls back. Absent: its calls end with it. */
  readonly place?: () => string | undefined;
  /** True while a person uses this client. */
  readonly focused?: ReadonlySignal<boolean>;
  /** How much of a result its models get at once; absent: as much as they take. */
  readonly resultLimits?: ReadonlySignal<ResultLimits>;
  /** The terms on which it takes external clients; absent: it takes none. */
  readonly externalClients?: ReadonlySignal<ExternalOffer> | undefined;
}

/** The common fields of requests to a server. */
interface ServerRequest {
  /** Its id, or its name where only one has it. */
  readonly server: string;
  /** A person asked for it, so a start may put questions. */
  readonly gesture: boolean;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /** Identifies requests of the server that belong to it; made up unless given. */
  readonly callId?: string;
}

/** A request for one tool call. */
export interface ToolCall extends ServerRequest {
  readonly tool: string;
  readonly arguments: McpObject;
  /** `person` unless given. Results for models are cut: what is too long, or what none takes, is stored in the host. */
  readonly route?: Exclude<CallRoute, 'chat' | 'agent'>;
  /** The editor was given a question for exactly this call. */
  readonly confirmed?: EditorQuestion | undefined;
}

/** A request that reads from a server. */
export interface Reading extends ServerRequest {
  readonly method: 'resources/read' | 'prompts/get' | 'completion/complete';
  readonly params: McpObject;
}

/** A watched resource has changed. */
export interface ResourceUpdate {
  /** Of its server. */
  readonly id: string;
  /** As the server names it: it may be a part of what is watched. */
  readonly uri: string;
}

/** Results of the requests that do not start a host, where none is attached. */
const resultsWithoutHost: { readonly [N in RequestName]?: RequestResult<N> } = {
  stop: null,
  logs: [],
  toolUsage: null,
  resources: [],
  calls: { calls: [], refusals: [] },
};

/**
 * A client's side of the host: the host's state as signals, and its requests. The first declared server makes it
 * attach. After the loss of a host it declares its servers to the next one. Servers that were wanted start again.
 */
export class HostClient implements Disposable {
  readonly #attachment: HostAttachment;
  readonly #servers = signal<ReadonlyMap<string, ServerSnapshot>>(new Map());
  readonly #catalogs = new CatalogMirror((id) => this.#fetchCatalog(id));
  readonly #log = new Emitter<LogEntry>();
  readonly #updates = new Emitter<ResourceUpdate>();
  readonly #callsChanged = new Emitter<void>();
  /** Progress listeners of open calls, by the id of the call. */
  readonly #progress = new Map<string, NonNullable<ServerRequest['onProgress']>>();
  readonly #desired = new DesiredState();
  /** Servers that were wanted when their host was lost and are not started anew yet. */
  readonly #interrupted = new Set<string>();
  #ended: Promise<void> | undefined;

  readonly onLog: Event<LogEntry> = this.#log.event;
  /** Fired for what {@link watchResources} named, while its server runs. */
  readonly onResourceUpdated: Event<ResourceUpdate> = this.#updates.event;
  /** Fired when the result of `calls` has changed, also with another host. */
  readonly onCallsChanged: Event<void> = this.#callsChanged.event;

  constructor(private readonly options: HostClientOptions) {
    this.#attachment = new HostAttachment({
      reach: options.reach,
      listen: (rpc, store) => this.#listen(rpc, store),
      attach: (rpc) => this.#attach(rpc),
      attached: (rpc, store) => {
        this.#resume(rpc);
        store.add(effect(() => this.#sendFocus(rpc)));
        store.add(effect(() => this.#sendLimits(rpc)));
        store.add(effect(() => this.#sendExternalOffer(rpc)));
      },
      lost: () => this.#lost(),
      failed: () => {
        this.#servers.value = new Map();
      },
    });
  }

  get mode() {
    return this.#attachment.mode;
  }

  /** By server id, in the order of declaration. */
  get servers(): ReadonlySignal<ReadonlyMap<string, ServerSnapshot>> {
    return this.#servers;
  }

  /** Changes when the host was replaced: publish anew then. */
  get gateway() {
    return this.#attachment.gateway;
  }

  /** A server's catalog, kept up to date; `undefined` until first known. */
  catalog(id: string): ReadonlySignal<Catalog | undefined> {
    return this.#catalogs.get(id);
  }

  /**
   * Sends a request to the host. Reaches a host first where none is attached, except for those in
   * {@link resultsWithoutHost}.
   * @throws UserError with the host's reason, or why there is no host.
   */
  async send<N extends RequestName>(
    name: N,
    params: RequestParams<N>,
    signal?: AbortSignal,
  ): Promise<RequestResult<N>> {
    const { [name]: idle } = resultsWithoutHost;
    if (idle === undefined) return (await this.#attachment.rpc()).send(name, params, signal);
    const rpc = await this.#attachment.current;
    return rpc ? rpc.send(name, params, signal) : idle;
  }

  async declare(servers: readonly Declaration[]): Promise<void> {
    const added = this.#desired.declare(servers);
    const known = this.#desired.servers;
    this.#servers.value = new Map([...this.#servers.peek()].filter(([id]) => known.has(id)));
    if (!this.#attachment.current && servers.length === 0) return;
    const rpc = await this.#attachment.rpc();
    await rpc.send('declare', { servers: [...servers] });
    await this.#desired.sendOf(rpc, added);
  }

  async start(id: string, gesture: boolean): Promise<void> {
    await this.send('start', { id, gesture });
  }

  async stop(id: string): Promise<void> {
    this.#interrupted.delete(id);
    await this.send('stop', { id });
  }

  async restart(id: string, gesture: boolean): Promise<void> {
    await this.send('restart', { id, gesture });
  }

  callTool(call: ToolCall, signal?: AbortSignal): Promise<McpObject> {
    return this.#withProgress(call, (request) => this.send('callTool', request, signal));
  }

  /** Reads from a server; the result is the server's own, large contents as `bytes` (`readLargePayload`). */
  read(reading: Reading, signal?: AbortSignal): Promise<McpObject> {
    return this.#withProgress(reading, async (request) =>
      readLargePayload(await this.send('read', request, signal), signal),
    );
  }

  /**
   * Replaces the watched resources of a server. Applies once the server is declared, and with later hosts too. Starts
   * nothing.
   */
  async watchResources(id: string, uris: readonly string[]): Promise<void> {
    this.#desired.watch(id, uris);
    const rpc = await this.#attachment.current;
    if (rpc) await this.#desired.sendWatched(rpc, id);
  }

  /** The same for how much a server is to log; `undefined`: whatever it likes. */
  async setLogLevel(id: string, level: LogLevel | undefined): Promise<void> {
    this.#desired.setLogLevel(id, level);
    const rpc = await this.#attachment.current;
    if (rpc) await this.#desired.sendLogLevel(rpc, id);
  }

  /** Leaves the host; resolves when one in this window has stopped its servers. */
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
    this.#callsChanged.dispose();
    await this.#attachment.end();
  }

  async #withProgress<T extends ServerRequest>(
    { onProgress, ...call }: T,
    send: (request: Omit<T, 'onProgress'> & { callId: string }) => Promise<McpObject>,
  ): Promise<McpObject> {
    const { callId = randomUUID() } = call;
    if (onProgress) this.#progress.set(callId, onProgress);
    try {
      return await send({ ...call, callId });
    } finally {
      this.#progress.delete(callId);
    }
  }

  #listen(rpc: HostRpc, store: DisposableStore): void {
    const { resolveLaunch, questions = {}, signIn } = this.options;
    store.add(
      rpc.handle('resolveLaunch', ({ id, gesture }, abort) => resolveLaunch(id, gesture, abort)),
    );
    const nameOf = (id: string): string => this.#desired.servers.get(id)?.name ?? id;
    store.add(handleServerRequests(rpc, questions, nameOf));
    if (signIn) store.add(serveSignIn(rpc, signIn));
    store.add(rpc.on('resourceUpdated', (update) => this.#updates.fire(update)));
    store.add(rpc.on('changed', ({ servers }) => this.#changed(servers)));
    store.add(
      rpc.on('log', ({ entries }) => {
        for (const entry of entries) this.#log.fire(entry);
      }),
    );
    store.add(
      rpc.on('callProgress', ({ callId, ...progress }) => this.#progress.get(callId)?.(progress)),
    );
    store.add(rpc.on('callsChanged', () => this.#callsChanged.fire()));
    this.#callsChanged.fire();
  }

  async #attach(rpc: HostRpc): Promise<RequestResult<'attach'>> {
    const { kind, graceSeconds, questions = {}, signIn, place } = this.options;
    const attached = await rpc.send('attach', {
      contract: rpc.contractVersion,
      kind,
      pid: process.pid,
      graceSeconds: graceSeconds(),
      answers: handledMethods(questions),
      signsIn: signIn !== undefined,
      place: place?.(),
      gatewayToken: this.#attachment.gateway.peek()?.token,
    });
    await this.#desired.sendAll(rpc);
    return attached;
  }

  #sendFocus(rpc: HostRpc): void {
    if (this.options.focused?.value) rpc.send('focus', {}).catch(ignoreFailure);
  }

  #sendLimits(rpc: HostRpc): void {
    const limits = this.options.resultLimits?.value;
    if (limits) rpc.send('limitResults', limits).catch(ignoreFailure);
  }

  #sendExternalOffer(rpc: HostRpc): void {
    const offer = this.options.externalClients?.value;
    if (offer) rpc.send('welcome', offer).catch(ignoreFailure);
  }

  #resume(rpc: HostRpc): void {
    for (const id of this.#interrupted) {
      const forget = (): void => void this.#interrupted.delete(id);
      const resumed = rpc.send('start', { id, gesture: false, resume: true });
      resumed.then(forget, (error: unknown) => {
        ignoreFailure(error);
        // Where this host is lost as well, the next one gets the request.
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
    return this.send('catalog', { id }).catch((error: unknown) => {
      ignoreFailure(error);
      return undefined;
    });
  }
}

/** One server's catalog in a window. */
interface Mirrored {
  /** The host's version of what is shown or being fetched; -1 where that host is gone. */
  version: number;
  readonly value: Signal<Catalog | undefined>;
}

/** Mirrors the host's catalogs: fetches one whenever a snapshot has another version. */
class CatalogMirror {
  readonly #catalogs = new Map<string, Mirrored>();

  constructor(
    /** `undefined` where the server or the host is gone. */
    private readonly fetch: (id: string) => Promise<Catalog | undefined>,
  ) {}

  get(id: string): ReadonlySignal<Catalog | undefined> {
    return this.#of(id).value;
  }

  follow({ id, catalogVersion: version }: ServerSnapshot): void {
    const mirrored = this.#of(id);
    if (mirrored.version === version) return;
    mirrored.version = version;
    if (version === 0) mirrored.value.value = undefined;
    else void this.#refresh(id, mirrored);
  }

  /** Another host counts its versions anew. The shown catalog stays until that host has sent its own. */
  forgetVersions(): void {
    for (const mirrored of this.#catalogs.values()) mirrored.version = -1;
  }

  async #refresh(id: string, mirrored: Mirrored): Promise<void> {
    const { version } = mirrored;
    const catalog = await this.fetch(id);
    if (catalog && mirrored.version === version) mirrored.value.value = catalog;
  }

  #of(id: string): Mirrored {
    let mirrored = this.#catalogs.get(id);
    if (!mirrored) {
      mirrored = { version: 0, value: signal<Catalog | undefined>(undefined) };
      this.#catalogs.set(id, mirrored);
    }
    return mirrored;
  }
}
