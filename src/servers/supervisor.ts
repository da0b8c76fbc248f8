import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { reasonOf, UserError, type Reason } from '../base/errors';
import type { RestartLimits } from '../base/restartPolicy';
import { Sequencer } from '../base/sequencer';
import type { Authorizers } from '../connection/authorization/authorizers';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { OAuthAuthorizer } from '../connection/authorization/oauthAuthorizer';
import type { ClientFeatures, Connect, Connection, ConnectOptions } from '../connection/connection';
import type { ResolvedLaunch } from '../ipc/launch';
import type { Catalog, Handshake, ServerState, StateChange } from '../ipc/state';
import { defaultTrafficLimits, type TrafficLimits } from '../ipc/traffic';
import { isUp } from '../ipc/serverStates';
import { interruptedCall } from './callErrors';
import { CatalogReader, changeReason } from './catalogReader';
import { HealthCheck, type HealthLimits } from './healthCheck';
import type { ServerKnowledge } from './knownFiles';
import { OpenCalls, type ServerNotification, type SharedConnection } from './openCalls';
import { OutputCheck } from './outputCheck';
import type { ServerQuarantine } from './quarantine';
import { Restarts, type StartOptions } from './restarts';
import { ServerClients, type ServerClient } from './serverClients';
import { ServerLog } from './serverLog';
import { ServerStarts, type StartQueue } from './startQueue';
import { StateHistory } from './stateHistory';
import { Traffic } from './traffic';
import { transition, type ServerEvent } from './transition';

/** A launch with the values that must not show up anywhere. */
export interface SecretLaunch {
  readonly launch: ResolvedLaunch;
  readonly secrets: readonly string[];
}

/** Options that all supervisors of a host share. Times in milliseconds. */
export interface SupervisorOptions extends Pick<
  ConnectOptions,
  'initializeTimeout' | 'longestStart' | 'cancelGrace'
> {
  readonly connect: Connect;
  readonly restart: RestartLimits;
  readonly health: HealthLimits;
  /** The bounds of each server's traffic; absent: the default ones. */
  readonly trafficLimits?: (() => TrafficLimits) | undefined;
  readonly listTimeout: number;
  /** Bounds the starts of processes. */
  readonly starts: StartQueue;
  /** Authorizes requests to remote servers; absent: by their headers alone. */
  readonly authorizers?: Pick<Authorizers, 'of'> | undefined;
  /** The quarantine of the server with this launch, as a text; absent where there is none. */
  readonly quarantineOf?: ((launch: string) => ServerQuarantine | undefined) | undefined;
}

/**
 * A connection that is up, with everything that listens to it and watches it. The listeners let go at the first sign
 * of a loss, because later messages are not the successor's.
 */
interface LiveConnection {
  readonly connection: Connection;
  readonly store: DisposableStore;
  /** Aborts when it is closed. */
  readonly closed: AbortSignal;
  /** Gives the connection up for this reason, even where it has not ended. */
  readonly lose: (reason: Reason) => void;
}

/**
 * Keeps one server as desired, for all clients with an equal launch. It starts the server, watches it, restarts it by
 * policy and stops it cleanly. `transition` decides about states, and {@link Restarts} about further tries. Starts,
 * stops and renewals run one after another, because there is one process of a server.
 */
export class Supervisor implements Disposable {
  readonly log: ServerLog;
  readonly traffic: Traffic;
  readonly calls = new OpenCalls({
    successor: (lost) => this.#successorOf(lost),
    explain: (failure, server) =>
      interruptedCall(failure, server, this.#state.peek(), (reason) => this.log.clean(reason)),
    answered: (method, params, result) => {
      if (method === 'tools/call') this.#catalog.wake();
      return this.#outputs.take(method, params, result);
    },
    requested: (question) => this.#clients.noteRequest(question),
  });
  readonly #state = signal<ServerState>({ kind: 'idle', cached: false });
  readonly #handshake = signal<Handshake | undefined>(undefined);
  readonly #pid = signal<number | undefined>(undefined);
  readonly #lastFailure = signal<{ at: number; reason: Reason } | undefined>(undefined);
  readonly #notifications = new Emitter<ServerNotification>();
  readonly #commands = new Sequencer();
  readonly #outputs = new OutputCheck(this);
  readonly #clients: ServerClients;
  readonly #restarts: Restarts;
  readonly #catalog: CatalogReader;
  readonly #serverStarts: ServerStarts;
  readonly #quarantine: ServerQuarantine | undefined;
  readonly #authorizer: OAuthAuthorizer | undefined;
  readonly #store = new DisposableStore();
  readonly #history = new StateHistory();
  #live: LiveConnection | undefined;
  /** Aborted by a stop, which ends every start that was requested before it. */
  #starts = new AbortController();

  constructor(
    private readonly target: SecretLaunch,
    private readonly options: SupervisorOptions,
    clients: ReadonlySignal<ReadonlySet<ServerClient>>,
    {
      known = {},
      quarantine,
    }: { known?: ServerKnowledge; quarantine?: ServerQuarantine | undefined } = {},
  ) {
    this.#quarantine = quarantine;
    this.log = new ServerLog(target.secrets);
    const limits = options.trafficLimits ?? (() => defaultTrafficLimits);
    this.traffic = new Traffic(target.secrets, limits);
    this.#clients = new ServerClients(clients, known.asksRoots === true, this);
    const isRemote = target.launch.type !== 'stdio';
    const hasRun = known.handshake !== undefined;
    this.#restarts = new Restarts(options.restart, { isRemote, hasRun });
    this.#catalog = new CatalogReader(
      () => (this.isDebugged ? Infinity : options.listTimeout),
      known.catalog,
      (event) =>
        this.#apply(
          event.kind === 'degraded' ? { ...event, what: this.log.clean(event.what) } : event,
        ),
      () => this.noteWork(),
    );
    this.#serverStarts = new ServerStarts(options.starts, target.launch, known.startTook);
    this.#handshake.value = known.handshake;
    this.#state.value = { kind: 'idle', cached: known.catalog !== undefined };
    const authorizer = options.authorizers?.of(target.launch);
    this.#authorizer = authorizer;
    if (!authorizer) return;
    this.#store.add(authorizer);
    this.hide(authorizer.secrets, true);
    this.#store.add(authorizer.onSecrets((secrets) => this.hide(secrets, true)));
    this.#store.add(authorizer.onDenied((reason) => this.#live?.lose(reason)));
  }

  get state(): ReadonlySignal<ServerState> {
    return this.#state;
  }
  get handshake(): ReadonlySignal<Handshake | undefined> {
    return this.#handshake;
  }
  get pid(): ReadonlySignal<number | undefined> {
    return this.#pid;
  }
  get lastFailure(): ReadonlySignal<{ at: number; reason: Reason } | undefined> {
    return this.#lastFailure;
  }
  get restarts(): ReadonlySignal<number> {
    return this.#restarts.count;
  }
  /** Failed starts and crashes so far. */
  get failures(): number {
    return this.#restarts.failures;
  }
  get catalog(): ReadonlySignal<Catalog | undefined> {
    return this.#catalog.catalog;
  }
  /** Its last states, oldest first. */
  get history(): readonly StateChange[] {
    return this.#history.changes;
  }
  /** True if the client whose start launched it last has a debugger for it: no timeout counts. */
  get isDebugged(): boolean {
    return this.#restarts.options.isDebugged === true;
  }
  /** True once it has requested the folders of its clients. */
  get asksRoots(): ReadonlySignal<boolean> {
    return this.#clients.asksRoots;
  }
  get onNotification(): Event<ServerNotification> {
    return this.#notifications.event;
  }
  /** The facts that outlive its process. */
  readonly knowledge: ReadonlySignal<ServerKnowledge> = computed(() => ({
    handshake: this.#handshake.value,
    catalog: this.catalog.value,
    startTook: this.#serverStarts.took.value,
    ...(this.asksRoots.value && { asksRoots: true }),
  }));
  /** The state of its lists, and their difference from the lists known before this start. */
  get lists(): Pick<CatalogReader, 'areWhole' | 'change' | 'forgetChange'> {
    return this.#catalog;
  }

  /** Masks these secrets, too, in all that is kept of the server; `isReplaced`: they are tokens, of which more come. */
  hide(secrets: readonly string[], isReplaced = false): void {
    this.log.hide(secrets, isReplaced);
    this.traffic.hide(secrets, isReplaced);
  }

  /** Notes that the host is about to work on what it knows of this server. */
  noteWork(): void {
    this.#quarantine?.noteWork(0);
  }

  /** Puts the start before those in the background, because a person or a call waits for it. */
  prioritize(): void {
    this.#serverStarts.prioritize();
  }

  /**
   * Starts the server unless it is up; resolves when the attempt has ended. A start that fails before this one's turn
   * counts for all who waited for it. Only a person's `gesture` overrules the policy. Without it a server that waits
   * for its retry goes on waiting, and one that was given up stays so. One in quarantine fails unless it `lifts` that,
   * because somebody wants this very server. The last start's `options` bound duration and crashes; their changes count
   * from the next start or crash.
   */
  start(gesture: boolean, options: () => StartOptions, lifts = gesture): Promise<void> {
    const { signal } = this.#starts;
    const { failures } = this.#restarts;
    return this.#commands.run(async () => {
      const state = this.#state.peek();
      if (signal.aborted || isUp(state) || this.#restarts.failures > failures) return;
      const isFresh = gesture || state.kind === 'idle';
      const waits = state.kind === 'backingOff' || this.#restarts.isExhausted(options());
      if (!isFresh && waits) return;
      if (lifts) this.#quarantine?.lift();
      const error = this.#quarantine?.reason;
      if (error) {
        this.log.note('error', error);
        this.#apply({ kind: 'start', attempt: 1 });
        this.#apply({ kind: 'fail', error });
        return;
      }
      this.#restarts.want(options, isFresh);
      await this.#launch(1, signal);
    });
  }

  /** Ends an attempt in progress, then the server. Resolves when no process is left. */
  stop(): Promise<void> {
    this.#starts.abort();
    this.#starts = new AbortController();
    this.#restarts.cancel();
    this.#apply({ kind: 'stop' });
    return this.#commands.run(async () => {
      if (this.#live) this.log.note('info', { code: 'serverStopped' });
      await this.#disconnect();
      this.#apply({ kind: 'stopped', cached: this.catalog.peek() !== undefined });
    });
  }

  /**
   * Has a person sign in, if the server waits for that or the person has `requested` it. True if they did. Otherwise
   * the state has the reason. A server that is up stays up, because only some calls need more rights.
   * @throws UserError why that failed at a server that is up, or that it needs none, unless the person cancelled it;
   * the reason of an aborted `signal`.
   */
  async signIn(prompt: SignInPrompt, requested: boolean, signal: AbortSignal): Promise<boolean> {
    const authorizer = this.#authorizer;
    if (!authorizer) return false;
    const state = this.#state.peek();
    const waits = state.kind === 'blocked' && state.need === 'authorization';
    const isRefused = state.kind === 'failed' && state.error.code === 'unauthorized';
    const mayHaveMore = isUp(state) && authorizer.wantsMoreRights;
    if (requested && isUp(state) && !mayHaveMore) throw UserError.from(authorizer.whySatisfied);
    if (!waits && !(requested && (isRefused || mayHaveMore))) return false;
    try {
      await authorizer.signIn(prompt, signal, requested);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      const reason = this.log.clean(reasonOf(error));
      this.log.note('error', reason);
      if (!isUp(state)) this.#apply({ kind: 'block', need: 'authorization', reason });
      else if (reason.code !== 'signInCancelled') throw UserError.from(reason);
      return false;
    }
  }

  /**
   * The connection for a client that calls the server by this name.
   * @throws UserError with the reason why the server is not up.
   */
  connection(server: string, client: ServerClient): SharedConnection {
    const state = this.#state.peek();
    if (this.#live && isUp(state)) {
      return this.calls.over(this.#live.connection, server, client);
    }
    throw new UserError('notRunning', { state: state.kind });
  }

  /** Stops the server without waiting; use {@link stop} first where the end matters. */
  dispose(): void {
    this.#store.dispose();
    void this.stop().then(() => this.log.dispose());
  }

  #apply(event: ServerEvent): void {
    const next = transition(this.#state.peek(), event);
    if (next === this.#state.peek()) return;
    this.#history.note(next);
    this.#state.value = next;
    if (next.kind === 'backingOff') {
      const { attempt, retryAt } = next;
      const { signal } = this.#starts;
      const retry = (): Promise<void> => this.#retry(attempt, signal);
      this.#restarts.schedule(retryAt, () => void this.#commands.run(retry));
    }
    if (next.kind === 'backingOff' || next.kind === 'failed') {
      this.#lastFailure.value = { at: Date.now(), reason: next.error };
    }
  }

  async #launch(attempt: number, signal: AbortSignal): Promise<void> {
    this.#apply({ kind: 'start', attempt });
    if (this.#state.peek().kind !== 'starting') return;
    // The process of a lost connection goes first: there is one process of a server.
    await this.#disconnect();
    const { startupTimeoutSeconds: seconds } = this.#restarts.options;
    const timeout =
      seconds === undefined
        ? this.#serverStarts.limit(this.options.initializeTimeout)
        : seconds * 1_000;
    try {
      const queued = (): void => this.#apply({ kind: 'step', step: 'queued' });
      const start = async (): Promise<{ connection: Connection; client: ClientFeatures }> => {
        this.#restarts.launching();
        // Not before its turn: clients that come while it waits count.
        const client = this.#clients.features();
        return { connection: await this.#connect(client, timeout, signal), client };
      };
      const starts = this.#serverStarts;
      const { connection, client } = await starts.run(signal, queued, start, this.isDebugged);
      const { lost } = connection;
      // Nothing has listened to it since it came up.
      if (lost) {
        await connection.close();
        throw UserError.from(lost);
      }
      const { closed } = this.#adopt(connection, client);
      this.#apply({ kind: 'step', step: 'listing' });
      const change = await this.#catalog.attach(connection, AbortSignal.any([signal, closed]));
      if (change) this.log.note('info', changeReason(change));
    } catch (error) {
      if (!signal.aborted) this.#crashed(reasonOf(error), 0);
    }
  }

  #connect(client: ClientFeatures, timeout: number, signal: AbortSignal): Promise<Connection> {
    const { connect, longestStart, cancelGrace } = this.options;
    return connect(this.target.launch, {
      signal,
      onStep: (step) => this.#apply({ kind: 'step', step }),
      onLog: (entry) => this.log.add(entry),
      noteWork: this.#quarantine?.noteWork,
      traffic: this.traffic,
      initializeTimeout: timeout,
      longestStart,
      startsOnce: this.isDebugged,
      cancelGrace,
      client,
      authorizer: this.#authorizer,
      known: this.#handshake.peek(),
    });
  }

  #adopt(connection: Connection, client: ClientFeatures): LiveConnection {
    const since = performance.now();
    const store = new DisposableStore();
    const closed = new AbortController();
    const lose = (reason: Reason): void => {
      // Later messages, or their absence, must not pass for the state of its successor.
      store.dispose();
      // Never 0, because 0 means that the server did not come up.
      void this.#lost(live, reason, performance.now() - since + 1);
    };
    const live = { connection, store, closed: closed.signal, lose };
    const apply = (event: ServerEvent): void => this.#apply(event);
    const listener = { apply, lost: lose };
    store.add(() => closed.abort());
    store.add(connection.onLost(lose));
    store.add(connection.onNotification((one) => this.#notifications.fire(one)));
    store.add(this.#clients.follow(connection, client));
    if (!this.isDebugged) {
      store.add(new HealthCheck(connection, this.calls, this.options.health, listener));
    }
    this.#live = live;
    this.#restarts.up();
    batch(() => {
      this.#handshake.value = connection.handshake;
      this.#pid.value = connection.pid;
    });
    this.log.note('info', readyReason(connection.handshake));
    this.#mayBeUpdated();
    return live;
  }

  /** Tells of the watched resources, because nobody could tell of their updates before. */
  #mayBeUpdated(): void {
    const method = 'notifications/resources/updated';
    for (const uri of this.#clients.watched) this.#notifications.fire({ method, params: { uri } });
  }

  /** Takes a lost connection apart before its successor begins. */
  async #lost(live: LiveConnection, reason: Reason, uptime: number): Promise<void> {
    if (this.#live !== live) return;
    if (isUp(this.#state.peek()) && this.#restarts.renews(reason, uptime)) this.#renew(reason);
    else this.#crashed(reason, uptime);
    await this.#commands.run(async () => {
      if (this.#live === live) await this.#disconnect();
    });
  }

  #renew(reason: Reason): void {
    const { signal } = this.#starts;
    this.log.note('warning', reason);
    this.#apply({ kind: 'renew' });
    void this.#commands.run(async () => {
      if (!signal.aborted) await this.#launch(1, signal);
    });
  }

  #crashed(raw: Reason, uptime: number): void {
    const error = this.log.clean(raw);
    this.log.note('error', error);
    this.#apply(this.#restarts.crashed(error, uptime));
  }

  async #retry(attempt: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#state.peek().kind !== 'backingOff') return;
    this.#restarts.counted();
    await this.#launch(attempt, signal);
  }

  /** The connection after a lost one: the command in progress brings it up, or fails to. */
  async #successorOf(lost: Connection): Promise<Connection | undefined> {
    await this.#commands.idle();
    const next = this.#live?.connection;
    return next !== lost && isUp(this.#state.peek()) ? next : undefined;
  }

  async #disconnect(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    this.#pid.value = undefined;
    live?.store.dispose();
    await live?.connection.close();
    this.traffic.disconnected();
  }
}

/** The log entry of a server that is up: its name and version. */
function readyReason({ serverInfo, protocolVersion }: Handshake): Reason {
  const { name, version } = serverInfo;
  const args = { name: String(name), version: String(version), protocol: protocolVersion };
  return { code: 'serverReady', args };
}
