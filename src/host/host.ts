import { effect } from '@preact/signals-core';
import { longestTimer, settlesWithin } from '../base/abort';
import { DisposableStore, type Disposable } from '../base/disposable';
import { reasonOf, type Reason } from '../base/errors';
import { defaultRestartLimits, type RestartLimits } from '../base/restartPolicy';
import { ResultFiles } from '../tools/results/resultFiles';
import { ResultReader } from '../tools/results/resultReader';
import type { ResultStore } from '../tools/results/storedResults';
import { Authorizers } from '../connection/authorization/authorizers';
import type { Connect } from '../connection/connection';
import { lazyFetchFor } from '../connection/transports/http/lazyFetch';
import type { Channel } from '../ipc/channel';
import { defaultTrafficLimits } from '../ipc/traffic';
import { mergedPath } from '../ipc/externalClients';
import type { Gateway, GatewayOptions } from '../gateway/gateway';
import type { GatewayServer } from '../gateway/gatewayServer';
import { handleServer } from '../gateway/handleServer';
import { Tokens } from '../gateway/tokens';
import { AuditLog } from '../tools/audit/auditLog';
import { Grace, type WatchSuccessor } from '../servers/grace';
import { ServerPool } from '../servers/serverPool';
import type { ToolsForModels } from '../servers/modelCatalog';
import { defaultHealthLimits, type HealthLimits } from '../servers/healthCheck';
import type { KnownServers } from '../servers/knownServers';
import type { ServerHandle } from '../servers/serverHandle';
import { defaultStartLimits, StartQueue, type StartLimits } from '../servers/startQueue';
import type { SupervisorOptions } from '../servers/supervisor';
import { defaultCallLimits, type CallLimits } from '../tools/callLimits';
import { ClientSession, type Admission } from './clientSession';
import type { FreezeWatch } from './freezeWatch';
import { ExternalClients } from './externalClients';
import { ExternalAccess } from './externalAccess';
import { InterruptedServers } from './interruptedServers';
import { MetricsExport } from './metricsExport';
import { WindowCredentials } from './windowCredentials';

/** Times in milliseconds. */
export interface HostOptions {
  readonly connect: Connect;
  /** Hash of the host bundle. */
  readonly build: string;
  /** Called when the grace is over in which no client came, or came back; never for a host in a window. */
  readonly onDeserted?: () => void;
  /** Tells of a host to which windows come back in place of this one; absent where there can be none. */
  readonly watchSuccessor?: WatchSuccessor;
  readonly restart?: RestartLimits;
  /** When a server is asked whether it lives. */
  readonly health?: Partial<HealthLimits>;
  /** Limits of starts, lists and cancelled calls. */
  readonly timeouts?: Partial<
    Pick<SupervisorOptions, 'initializeTimeout' | 'listTimeout' | 'longestStart' | 'cancelGrace'>
  >;
  /** The longest time for open calls when their server is to end or to be launched anew. */
  readonly drain?: number;
  /** Bounds of starts at once. */
  readonly starts?: Partial<StartLimits>;
  /** Detects freezes and the server that caused them; absent where nothing is stored. */
  readonly watch?: FreezeWatch | undefined;
  /** Knowledge of servers from earlier hosts; absent where nothing is stored. */
  readonly known?: KnownServers;
  /** The folder of payloads too large for a message; absent where clients are in this process. */
  readonly results?: string;
  /** The folder of results too long for a model; absent: none is stored. */
  readonly storedResults?: string;
  /** Gives the program that reads results. */
  readonly resultReader: () => Promise<string>;
  /** A reason as an English sentence, for models. */
  readonly describe: (reason: Reason) => string;
  /** Writes into the host's log; absent where there is none. */
  readonly warn?: (reason: Reason) => void;
  /** Files of tool calls and of requests that the gateway refused; absent: both stay in memory. */
  readonly calls?: { readonly calls: string; readonly refusals: string };
  /** The folder in which hosts of one secret store lock accounts; absent where there is no other host. */
  readonly locks?: string;
  /** Starts the gateway; absent where no chat can reach it (the terminal). */
  readonly startGateway?: (
    access: Tokens,
    limits: CallLimits,
    onRefused: GatewayOptions['onRefused'],
  ) => Promise<Gateway>;
}

const defaultDrain = 30_000;

/** Milliseconds that the end of a host waits for the last export. */
const lastExport = 1_000;

/** The stores of a channel. */
interface Accepted {
  /** Ends with the channel, or when that turns out to be an external client's. */
  readonly store: DisposableStore;
  /** Ends with the channel. */
  readonly channelStore: DisposableStore;
}

/**
 * The servers, the clients that use them, and the gateway: everything but the socket. Attached clients keep the host
 * alive. Clients at the gateway belong to a window and end with it.
 */
export class Host {
  readonly pool: ServerPool;
  readonly build: string;
  readonly limits = defaultCallLimits;
  readonly results: string | undefined;
  /** Compares results with the expectations of tests, which no model waits for. */
  readonly testReader: ResultReader;
  readonly resultStore: (ResultStore & { readonly reader: ResultReader }) | undefined;
  readonly describe: (reason: Reason) => string;
  readonly #sessions = new Map<ClientSession, Accepted>();
  readonly #externalClients = new ExternalClients();
  /** The stores of external clients, which keep no host alive. */
  readonly #externalStores = new Set<DisposableStore>();
  readonly #tokens = new Tokens();
  readonly credentials: WindowCredentials;
  readonly authorizers: Authorizers;
  readonly audit: AuditLog;
  readonly metrics: MetricsExport;
  readonly interrupted: InterruptedServers;
  /** The bounds of each server's traffic; the latest client decides. */
  trafficLimits = defaultTrafficLimits;
  #gateway: Gateway | undefined;
  readonly #grace: Grace;
  #desertion: Disposable | undefined;
  /** When the host was deserted, by `performance.now()`; `undefined` while a window is attached. */
  #desertedSince: number | undefined;
  #lastArrival: number | undefined;
  #stopping: Promise<void> | undefined;

  constructor(private readonly options: HostOptions) {
    this.#grace = new Grace(options.watchSuccessor);
    this.interrupted = new InterruptedServers(this.#grace);
    this.build = options.build;
    this.results = options.results;
    this.describe = options.describe;
    this.audit = new AuditLog(options.calls);
    this.metrics = new MetricsExport(options.build, () => this.audit.exportChanged());
    options.known?.figures?.onRequest((request) => this.metrics.add(request));
    const { storedResults, resultReader } = options;
    this.testReader = new ResultReader(resultReader);
    this.resultStore =
      storedResults === undefined
        ? undefined
        : { files: new ResultFiles(storedResults), reader: new ResultReader(resultReader) };
    this.credentials = new WindowCredentials({
      locks: options.locks,
      grace: () => this.#grace.time,
    });
    this.authorizers = new Authorizers(this.credentials, lazyFetchFor);
    this.pool = new ServerPool(
      {
        connect: options.connect,
        restart: options.restart ?? defaultRestartLimits,
        health: { ...defaultHealthLimits, ...options.health },
        initializeTimeout: 60_000,
        listTimeout: 60_000,
        ...options.timeouts,
        authorizers: this.authorizers,
        quarantineOf: (launch) => options.watch?.quarantineOf(launch),
        trafficLimits: () => this.trafficLimits,
        starts: new StartQueue({ ...defaultStartLimits, ...options.starts }),
      },
      { grace: this.#grace, drain: options.drain ?? defaultDrain },
      options.known,
    );
  }

  /** True while no client is attached. */
  get isDeserted(): boolean {
    return this.#sessions.size === 0;
  }

  /** When the last window attached, in epoch milliseconds; `undefined` before the first. */
  get lastArrival(): number | undefined {
    return this.#lastArrival;
  }

  /** Opens the gateway; the host works without it where that fails. */
  async open(): Promise<void> {
    this.#gateway = await this.options
      .startGateway?.(this.#tokens, this.limits, (kind, detail) =>
        this.audit.refusedAtGateway(kind, detail),
      )
      .catch((error: unknown) => {
        this.options.warn?.({ code: 'chatNoGateway', cause: reasonOf(error) });
        return undefined;
      });
  }

  /** Waits for the first client, no longer than the grace. Call it once clients can come. */
  awaitClients(): void {
    this.#watchDesertion();
  }

  /** Serves a client until its channel closes; none while the host stops. */
  accept(channel: Channel): void {
    if (this.#stopping) return channel.dispose();
    this.#desertion?.dispose();
    const session = new ClientSession(channel, this);
    const store = new DisposableStore();
    store.add(session);
    const channelStore = new DisposableStore();
    channelStore.add(channel);
    this.#sessions.set(session, { store, channelStore });
    const becomeExternal = (): void => {
      if (!this.#sessions.delete(session)) return;
      store.dispose();
      this.#externalStores.add(channelStore);
      this.#watchDesertion();
    };
    channelStore.add(this.#externalClients.serve(channel, () => this.#mergedUrl, becomeExternal));
    channel.onClose(() => {
      const wasClient = this.#sessions.delete(session);
      this.#externalStores.delete(channelStore);
      store.dispose();
      channelStore.dispose();
      if (wasClient) this.#watchDesertion();
    });
    channel.listen();
  }

  get #mergedUrl(): string | undefined {
    return this.#gateway && this.#gateway.origin + mergedPath;
  }

  #serverOf(
    { results, calls }: ClientSession,
    handle: ServerHandle,
    models?: ToolsForModels,
  ): GatewayServer {
    return handleServer(handle, { results, describe: this.describe, guardOptions: calls }, models);
  }

  /** Admits a client to the gateway until its session ends, by the `wanted` token if that is free. */
  admit(session: ClientSession, wanted?: string): Admission {
    const { store } = this.#sessions.get(session) ?? {};
    if (!store) throw new Error('the session has ended');
    this.#lastArrival = Date.now();
    this.#desertedSince = undefined;
    const access = store.add(
      new ExternalAccess({
        tokens: this.#tokens,
        handles: session.declared,
        serverOf: (handle, models) => this.#serverOf(session, handle, models),
        guardOptions: session.calls,
        lastUsed: () => performance.timeOrigin + session.lastUsed,
      }),
    );
    store.add(this.#externalClients.add(access));
    const welcome: Admission['welcome'] = (offer) => access.welcome(offer);
    if (!this.#gateway) return { address: undefined, chat: undefined, welcome };
    const token = this.#tokens.issue((id) => {
      // One that is not compared with the others yet is in its handles alone.
      const handle = session.declared.peek().find((declared) => declared.id === id);
      return handle && this.#serverOf(session, handle);
    }, wanted);
    store.add(() => this.#tokens.revoke(token));
    store.add(
      effect(() => {
        if (session.declared.value.length > 0) this.#tokens.announce();
      }),
    );
    const { origin, lastingOrigin } = this.#gateway;
    const address = { origin, lastingOrigin, token };
    return { address, chat: this.#tokens.open(token)?.chat, welcome };
  }

  /** The servers that a window had before it was reloaded, also where it comes back before it was seen to leave. */
  interruptedAt(place: string): string[] {
    const there = [...this.#sessions.keys()].filter((session) => session.place === place);
    return [...this.interrupted.take(place), ...there.flatMap((one) => one.wantedByHand(true))];
  }

  /** Sets how long the host outlives its last client. */
  setGrace(seconds: number): void {
    this.#grace.time = Math.min(seconds * 1_000, longestTimer);
  }

  /** Ends clients, gateway and every server; resolves when nothing of ours runs any more. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#desertion?.dispose();
    for (const { store, channelStore } of this.#sessions.values()) {
      store.dispose();
      channelStore.dispose();
    }
    this.#sessions.clear();
    this.interrupted.dispose();
    for (const store of this.#externalStores) store.dispose();
    await this.#gateway?.stop();
    // First, so that no clean-up can keep it from happening.
    const stopped = this.pool.stopAll();
    this.testReader.dispose();
    this.resultStore?.reader.dispose();
    this.resultStore?.files.dispose();
    await stopped;
    this.options.watch?.dispose();
    await this.pool.known.flush();
    await this.audit.flush();
    await settlesWithin(lastExport, this.metrics.flush());
    this.audit.dispose();
  }

  #watchDesertion(): void {
    const { onDeserted } = this.options;
    this.#desertion?.dispose();
    if (!this.isDeserted || !onDeserted) return;
    const now = performance.now();
    // The grace goes on where only external clients have dialled meanwhile.
    this.#desertedSince ??= now;
    const spent = now - this.#desertedSince;
    this.#desertion = this.#grace.start(onDeserted, this.#lastArrival !== undefined, spent);
  }
}
