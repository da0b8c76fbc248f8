import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { hasCode, reasonOf, UserError, type Reason } from '../../base/errors';
import { isObject } from '../../base/json';
import { RestartPolicy, type RestartLimits } from '../../base/restartPolicy';
import type { CallRoute, EditorQuestion } from '../../ipc/calls';
import type { Channel } from '../../ipc/channel';
import type { ExternalOffer } from '../../ipc/externalClients';
import type { ResultLimits } from '../../ipc/largeResults';
import type { TrafficLimits } from '../../ipc/traffic';
import type { LaunchAnswer } from '../../ipc/launch';
import type { Declaration, LogEntry, LogLevel, ReadResult } from '../../ipc/contract';
import { isDesired } from '../../ipc/serverStates';
import type { Catalog, McpObject, ServerSnapshot } from '../../ipc/state';
import {
  type ServerRequestHandlers,
  handledMethods,
  requestHandlers,
} from '../serverRequestHandlers';
import { serveSignIn, type SignInContext } from '../signIn';
import type { HostRpc, RequestName, RequestParams, RequestResult } from './hostRpc';
import type { ReachedHost } from './reachHost';

/** The handlers that a client offers to its host, and its route to one. */
export interface HostClientOptions {
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
  readonly workspaceKey?: () => string | undefined;
  /** True while a person uses this client. */
  readonly focused?: ReadonlySignal<boolean>;
  /** The part of a result that its models get at once; absent: as much as they take. */
  readonly resultLimits?: ReadonlySignal<ResultLimits>;
  /** Bounds of the servers' traffic that the host keeps. */
  readonly trafficLimits?: ReadonlySignal<TrafficLimits>;
  /** The OTLP collector of its host; empty: none. */
  readonly otlpEndpoint?: ReadonlySignal<string>;
  /** The terms on which it takes external clients, for each host anew; absent: it takes none. */
  readonly externalClients?: (() => Promise<ReadonlySignal<ExternalOffer>>) | undefined;
}

/** The common fields of requests to a server. */
interface ClientRequest {
  /** Its id, or its name where only one has it. */
  readonly server: string;
  /** A person started it, so they may be asked for trust and inputs. */
  readonly gesture: boolean;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /** Identifies requests of the server that belong to it; generated unless given. */
  readonly callId?: string;
}

/** A request for one tool call. */
export interface ToolCall extends ClientRequest {
  readonly tool: string;
  readonly arguments: McpObject;
  /** `person` unless given. Results for models are cut: what is too long, or what none takes, is stored in the host. */
  readonly route?: Exclude<CallRoute, 'chat' | 'agent'>;
  /** The id of the chat's turn that makes it. */
  readonly turn?: string | undefined;
  /** The editor was given a question for exactly this call. */
  readonly confirmed?: EditorQuestion | undefined;
  /** Calls it as a task where tool and server can. */
  readonly asTask?: boolean | undefined;
}

/** A request that reads from a server. */
export interface Reading extends ClientRequest {
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

/** The host that a window is attached to, by the process in which it runs. */
export type HostMode =
  /** Nothing has needed a host yet. */
  | { readonly kind: 'unattached' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'shared'; readonly pid: number; readonly build: string }
  /** In this window; `reason` says why, unless the setting asked for it. */
  | { readonly kind: 'window'; readonly reason?: Reason | undefined }
  /** There is none; the next command tries again. */
  | { readonly kind: 'failed'; readonly reason: Reason };

/** The gateway of the host, with the token that opens this window's servers. */
export type GatewayAddress = NonNullable<RequestResult<'attach'>['gateway']>;

/** Results of the requests that do not start a host, where none is attached. */
const resultsWithoutHost: { readonly [N in RequestName]?: RequestResult<N> } = {
  stop: null,
  logs: [],
  toolUsage: null,
  figures: null,
  resources: [],
  stateHistory: [],
  traffic: { revision: 0, records: [] },
  trafficMessages: null,
  calls: { calls: [], refusals: [] },
  carryKnowledge: null,
};

/** Limits for replacing a lost host. */
const replacementLimits: RestartLimits = {
  firstDelay: 250,
  maxDelay: 10_000,
  maxCrashes: 5,
  window: 180_000,
  stableAfter: 60_000,
};

/**
 * A client's side of the host: the host's state as signals, and its requests. The first declared server makes it
 * attach. After the loss of a host it attaches to another one, which gets the declarations, watched resources and log
 * levels anew, and starts the servers that were wanted. Where that fails, {@link mode} says why and the next command
 * tries again.
 */
export class HostClient implements Disposable {
  readonly #mode = signal<HostMode>({ kind: 'unattached' });
  readonly #gateway = signal<GatewayAddress | undefined>(undefined);
  readonly #servers = signal<ReadonlyMap<string, ServerSnapshot>>(new Map());
  readonly #catalogs = new Map<string, MirroredCatalog>();
  readonly #log = new Emitter<LogEntry>();
  readonly #updates = new Emitter<ResourceUpdate>();
  readonly #callsChanged = new Emitter<void>();
  /** Progress listeners of open calls, by the id of the call. */
  readonly #progress = new Map<string, NonNullable<ClientRequest['onProgress']>>();
  /** By id, in the order of declaration. */
  #declared: ReadonlyMap<string, Declaration> = new Map();
  /** By server. An undeclared server keeps its resources and level, because it may come back. */
  readonly #watched = new Map<string, readonly string[]>();
  readonly #levels = new Map<string, LogLevel>();
  /** Servers that were wanted when their host was lost, or the window was reloaded, and are not started anew yet. */
  readonly #interrupted = new Set<string>();
  readonly #ending = new AbortController();
  #replacements = new RestartPolicy(replacementLimits);
  /** Absent until something needs a host. */
  #attached: Promise<HostRpc> | undefined;
  #current: { readonly reached: ReachedHost; readonly store: DisposableStore } | undefined;
  #ended: Promise<void> | undefined;

  readonly mode: ReadonlySignal<HostMode> = this.#mode;
  /** By server id, in the order of declaration. */
  readonly servers: ReadonlySignal<ReadonlyMap<string, ServerSnapshot>> = this.#servers;
  /** Changes when the host was replaced: publish anew then. */
  readonly gateway: ReadonlySignal<GatewayAddress | undefined> = this.#gateway;
  readonly onLog: Event<LogEntry> = this.#log.event;
  /** Fired for the resources of {@link watchResources}, while their server runs. */
  readonly onResourceUpdated: Event<ResourceUpdate> = this.#updates.event;
  /** Fired when the result of `calls` has changed, also with another host. */
  readonly onCallsChanged: Event<void> = this.#callsChanged.event;

  constructor(private readonly options: HostClientOptions) {}

  /** A server's catalog, kept up to date; `undefined` until first known. */
  catalog(id: string): ReadonlySignal<Catalog | undefined> {
    return this.#mirrored(id).value;
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
    if (idle === undefined) return (await this.#rpc()).send(name, params, signal);
    const rpc = await this.#attached;
    return rpc ? rpc.send(name, params, signal) : idle;
  }

  async declare(servers: readonly Declaration[]): Promise<void> {
    const before = this.#declared;
    this.#declared = new Map(servers.map((server) => [server.id, server]));
    for (const id of before.keys()) if (!this.#declared.has(id)) this.#interrupted.delete(id);
    const shown = [...this.#servers.peek()].filter(([id]) => this.#declared.has(id));
    this.#servers.value = new Map(shown);
    if (!this.#attached && servers.length === 0) return;
    const added = [...this.#declared.keys()].filter((id) => !before.has(id));
    const rpc = await this.#rpc();
    await rpc.send('declare', { servers: [...servers] });
    await this.#sendRequirements(rpc, added);
    this.#resume(rpc, added);
  }

  async start(id: string, gesture: boolean, keepsQuarantine?: boolean): Promise<void> {
    try {
      await this.send('start', { id, gesture, keepsQuarantine });
    } catch (error) {
      this.#noteLostStart(id, error);
      throw error;
    }
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

  /** Reads from a server; the result is the server's own, large contents as `bytes` ({@link readLargePayload}). */
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
    if (uris.length > 0) this.#watched.set(id, uris);
    else this.#watched.delete(id);
    const rpc = await this.#attached;
    if (rpc) await this.#sendWatched(rpc, id);
  }

  /** Sets the log level of a server, for as long as {@link watchResources}; `undefined`: the server decides. */
  async setLogLevel(id: string, level: LogLevel | undefined): Promise<void> {
    if (level) this.#levels.set(id, level);
    else this.#levels.delete(id);
    const rpc = await this.#attached;
    if (rpc) await this.#sendLogLevel(rpc, id);
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
    this.#ending.abort();
    await this.#leave();
    await this.#attached?.catch(() => undefined);
  }

  async #withProgress<T extends ClientRequest>(
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

  /** The host; reaches one where there is none. @throws UserError why there is none. */
  #rpc(): Promise<HostRpc> {
    this.#attached ??= this.#attach();
    return this.#attached;
  }

  /** Attaches, again and again by the policy; `uptime`: milliseconds of the host that was lost. */
  async #attach(uptime?: number): Promise<HostRpc> {
    const { signal } = this.#ending;
    this.#mode.value = { kind: 'connecting' };
    try {
      for (let lost = uptime; ; lost = 0) {
        if (lost !== undefined) await this.#pause(lost, signal);
        const rpc = await this.#reach(signal);
        if (rpc) return rpc;
      }
    } catch (error) {
      // All that fails was awaited, so that the promise which is let go is this one.
      this.#attached = undefined;
      const reason = signal.aborted ? { code: 'hostGone' } : reasonOf(error);
      batch(() => {
        this.#mode.value = { kind: 'failed', reason };
        this.#gateway.value = undefined;
        this.#servers.value = new Map();
      });
      throw UserError.from(reason, { cause: error });
    }
  }

  /**
   * Waits before a lost host is replaced. Rejects with an AbortError when the signal aborts.
   * @throws UserError `hostLostOften` where hosts are lost too often; the count begins anew then.
   */
  async #pause(uptime: number, signal: AbortSignal): Promise<void> {
    this.#replacements = this.#replacements.crashed(Date.now(), uptime);
    const decision = this.#replacements.decide(Math.random());
    if (decision.kind === 'retry') return delay(decision.delay, undefined, { signal });
    this.#replacements = new RestartPolicy(replacementLimits);
    throw new UserError('hostLostOften', { count: decision.crashes });
  }

  /** Reaches a host and attaches to it; `undefined` where it was lost again. */
  async #reach(signal: AbortSignal): Promise<HostRpc | undefined> {
    signal.throwIfAborted();
    const reached = await this.options.reach(signal);
    const { channel } = reached;
    const store = new DisposableStore();
    this.#current = { reached, store };
    store.add(channel);
    let onLost = (): void => store.dispose();
    store.add(channel.onClose(() => onLost()));
    let rpc: HostRpc;
    try {
      rpc = await rpcOver(channel);
      signal.throwIfAborted();
      this.#listen(rpc, store);
      channel.listen();
      await this.#introduce(rpc, reached);
    } catch (error) {
      await this.#leave();
      if (hasCode(error, 'hostGone')) return undefined;
      throw error;
    }
    const since = Date.now();
    onLost = () => this.#lost(Date.now() - since);
    this.#resume(rpc, this.#declared.keys());
    this.#sendSettings(rpc, store);
    return rpc;
  }

  #lost(uptime: number): void {
    if (this.#ending.signal.aborted) return;
    void this.#leave();
    for (const { id, state } of this.#servers.peek().values()) {
      if (isDesired(state)) this.#interrupted.add(id);
    }
    // The next host mostly has the gateway at the same address, so its clients need not notice.
    this.#attached = this.#attach(uptime);
    this.#attached.catch(ignoreFailure);
  }

  /** Leaves the host at once; resolves when one in this window has stopped. */
  async #leave(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    current?.store.dispose();
    // Another host counts its versions anew. The shown catalog stays until that host has sent its own.
    for (const mirrored of this.#catalogs.values()) mirrored.version = -1;
    await current?.reached.stop();
  }

  /** Handles the host's requests and events until the connection ends. */
  #listen(rpc: HostRpc, store: DisposableStore): void {
    const { resolveLaunch, questions = {}, signIn } = this.options;
    const nameOf = (id: string): string => this.#declared.get(id)?.name ?? id;
    const subscriptions = [
      rpc.serve({
        resolveLaunch: ({ id, gesture }, abort) => resolveLaunch(id, gesture, abort),
        ...requestHandlers(questions, nameOf),
      }),
      rpc.on('resourceUpdated', (update) => this.#updates.fire(update)),
      rpc.on('changed', ({ servers }) => this.#changed(rpc, servers)),
      rpc.on('log', ({ entries }) => entries.forEach((entry) => this.#log.fire(entry))),
      rpc.on('callProgress', ({ callId, ...progress }) => this.#progress.get(callId)?.(progress)),
      rpc.on('callsChanged', () => this.#callsChanged.fire()),
    ];
    for (const subscription of subscriptions) store.add(subscription);
    if (signIn) store.add(serveSignIn(rpc, signIn));
    this.#callsChanged.fire();
  }

  /** Attaches to the host, declares all servers and publishes the host's mode and gateway. */
  async #introduce(rpc: HostRpc, { mode, reason }: ReachedHost): Promise<void> {
    const { graceSeconds, questions = {}, signIn, workspaceKey } = this.options;
    const { pid, build, gateway, interrupted } = await rpc.send('attach', {
      contract: rpc.contractVersion,
      graceSeconds: graceSeconds(),
      answers: handledMethods(questions),
      signsIn: signIn !== undefined,
      place: workspaceKey?.(),
      gatewayToken: this.#gateway.peek()?.token,
    });
    for (const id of interrupted) this.#interrupted.add(id);
    const servers = [...this.#declared.values()];
    await rpc.send('declare', { servers });
    await this.#sendRequirements(
      rpc,
      servers.map(({ id }) => id),
    );
    batch(() => {
      this.#mode.value =
        mode === 'shared' ? { kind: 'shared', pid, build } : { kind: 'window', reason };
      this.#gateway.value = gateway;
    });
  }

  /** Starts those of the declared servers that were interrupted. */
  #resume(rpc: HostRpc, declared: Iterable<string>): void {
    for (const id of declared) {
      if (!this.#interrupted.delete(id)) continue;
      rpc.send('start', { id, gesture: false, resume: true }).catch((error: unknown) => {
        ignoreFailure(error);
        this.#noteLostStart(id, error);
      });
    }
  }

  /** Has the next host get a start that was lost with its host, which may not have told yet that it is wanted. */
  #noteLostStart(id: string, error: unknown): void {
    if (hasCode(error, 'hostGone') && this.#declared.has(id)) this.#interrupted.add(id);
  }

  /** Sends focus, limits and offer now, and whenever they change. */
  #sendSettings(rpc: HostRpc, store: DisposableStore): void {
    const { focused, resultLimits, trafficLimits, otlpEndpoint, externalClients } = this.options;
    const follow = (send: () => Promise<unknown> | false | undefined): void => {
      store.add(effect(() => void (send() || undefined)?.catch(ignoreFailure)));
    };
    follow(() => focused?.value && rpc.send('focus', {}));
    follow(() => resultLimits && rpc.send('limitResults', resultLimits.value));
    follow(() => trafficLimits && rpc.send('limitTraffic', trafficLimits.value));
    follow(() => otlpEndpoint && rpc.send('exportMetrics', { endpoint: otlpEndpoint.value }));
    void externalClients?.().then((offer) => follow(() => rpc.send('welcome', offer.value)));
  }

  /** Sends the watched resources and log levels of declared servers. @throws UserError `hostGone`. */
  async #sendRequirements(rpc: HostRpc, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#watched.has(id)) await this.#sendWatched(rpc, id);
      if (this.#levels.has(id)) await this.#sendLogLevel(rpc, id);
    }
  }

  async #sendWatched(rpc: HostRpc, id: string): Promise<void> {
    const uris = [...(this.#watched.get(id) ?? [])];
    await rpc.send('watchResources', { id, uris }).catch(ignoreUnknown);
  }

  async #sendLogLevel(rpc: HostRpc, id: string): Promise<void> {
    await rpc.send('setLogLevel', { id, level: this.#levels.get(id) }).catch(ignoreUnknown);
  }

  #changed(rpc: HostRpc, changed: readonly ServerSnapshot[]): void {
    const next = new Map(this.#servers.peek());
    for (const snapshot of changed)
      if (this.#declared.has(snapshot.id)) next.set(snapshot.id, snapshot);
    this.#servers.value = next;
    for (const { id, catalogVersion } of changed) void this.#fetchCatalog(rpc, id, catalogVersion);
  }

  /** Fetches the catalog if its version is another one; version 0 has none. */
  async #fetchCatalog(rpc: HostRpc, id: string, version: number): Promise<void> {
    const mirrored = this.#mirrored(id);
    if (mirrored.version === version) return;
    mirrored.version = version;
    if (version === 0) return void (mirrored.value.value = undefined);
    // `undefined` where the server or the host is gone.
    const catalog = await rpc.send('catalog', { id }).catch((error: unknown) => {
      ignoreFailure(error);
      return undefined;
    });
    if (catalog && mirrored.version === version) mirrored.value.value = catalog;
  }

  #mirrored(id: string): MirroredCatalog {
    let mirrored = this.#catalogs.get(id);
    if (!mirrored) {
      mirrored = { version: 0, value: signal<Catalog | undefined>(undefined) };
      this.#catalogs.set(id, mirrored);
    }
    return mirrored;
  }
}

/** A server's catalog, fetched whenever a snapshot has another version. */
interface MirroredCatalog {
  /** The host's version of what is shown or being fetched; -1 where that host is gone. */
  version: number;
  readonly value: Signal<Catalog | undefined>;
}

/** Imports the schemas only where there is a host, because every window evaluates this file when it opens. */
async function rpcOver(channel: Channel): Promise<HostRpc> {
  const { HostRpc } = await import('./hostRpc');
  return new HostRpc(channel);
}

/** Ignores a failure with a reason, which shows as the mode or as the state of its server. */
function ignoreFailure(error: unknown): asserts error is UserError {
  if (!(error instanceof UserError)) throw error;
}

/** A server that the host does not know is not declared yet, or not any more. */
function ignoreUnknown(error: unknown): void {
  if (!hasCode(error, 'unknownServer')) throw error;
}

/** Puts a large payload back into the result of a read, as `bytes` instead of text or base64. Removes the file. */
export async function readLargePayload(
  { result, apart }: ReadResult,
  signal?: AbortSignal,
): Promise<McpObject> {
  const { contents } = result;
  if (!apart || !Array.isArray(contents)) return result;
  try {
    const all = await readFile(apart.file, { signal });
    let at = 0;
    const whole = contents.map((part: unknown, index) => {
      const bytes = all.subarray(at, at + (apart.lengths[index] ?? 0));
      at += bytes.length;
      return isObject(part) && bytes.length > 0 ? { ...part, bytes } : part;
    });
    return { ...result, contents: whole };
  } finally {
    await rm(apart.file, { force: true }).catch(() => undefined);
  }
}
