import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { reasonOf, UserError, type Reason } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import type { ClientFeatures, Connection, Connect, ConnectOptions } from '../connection/connection';
import { isUp } from '../ipc/serverStates';
import type { Catalog, Handshake, ServerState, StartStep } from '../ipc/state';
import { Admission } from './admission';
import { ServerClients, type ServerClient } from './serverClients';
import { CatalogReader, changeReason } from './catalogReader';
import { interruptedCall } from './callErrors';
import type { ServerKnowledge } from './knownFiles';
import { LiveConnection, type ServerNotification } from './liveConnection';
import { OpenCalls, type SharedConnection } from './openCalls';
import { OutputCheck } from './outputCheck';
import type { ServerQuarantine } from './quarantine';
import { Restarts, type StartOptions } from './restarts';
import { ServerLog } from './serverLog';
import { transition, type ServerEvent } from './transition';
import type { RestartLimits } from '../base/restartPolicy';
import type { Authorizers } from '../connection/authorization/authorizers';
import type { ResolvedLaunch } from '../ipc/launch';
import type { HealthLimits } from './healthCheck';
import { type StartQueue, ServerStarts } from './startQueue';

/** Keeps one server as desired: starts it, watches it, restarts it by policy, stops it cleanly. */
export class Supervisor implements Disposable {
  readonly log: ServerLog;
  readonly admission: Admission;
  readonly calls = new OpenCalls({
    successor: (lost) => this.#successorOf(lost),
    explain: (failure, server) =>
      interruptedCall(failure, server, this.#state.peek(), (reason) => this.log.clean(reason)),
    answered: (method, params, result) => this.#outputs.take(method, params, result),
    asked: (question) => this.#clients.asked(question),
  });
  readonly #clients: ServerClients;
  readonly #state = signal<ServerState>({ kind: 'idle', cached: false });
  readonly #handshake = signal<Handshake | undefined>(undefined);
  readonly #pid = signal<number | undefined>(undefined);
  readonly #lastFailure = signal<{ at: number; reason: Reason } | undefined>(undefined);
  readonly #restarts: Restarts;
  readonly #catalog: CatalogReader;
  readonly #outputs = new OutputCheck(this);
  readonly #notifications = new Emitter<ServerNotification>();
  readonly #commands = new Sequencer();
  readonly #turn: ServerStarts;
  readonly #conduct: ServerQuarantine | undefined;
  #live: LiveConnection | undefined;
  /** Aborted by a stop: ends every start that was asked for before it. */
  #starts = new AbortController();

  constructor(
    private readonly target: SecretLaunch,
    private readonly options: SupervisorOptions,
    users: ReadonlySignal<ReadonlySet<ServerClient>>,
    {
      known = {},
      conduct,
    }: { known?: ServerKnowledge; conduct?: ServerQuarantine | undefined } = {},
  ) {
    this.#conduct = conduct;
    this.log = new ServerLog(target.secrets);
    this.#clients = new ServerClients(users, known.asksRoots === true, {
      caller: () => this.calls.caller,
      failed: (error) => this.log.note('warning', this.log.clean(reasonOf(error))),
    });
    this.admission = new Admission(options.authorizers?.of(target.launch), {
      log: this.log,
      state: () => this.#state.peek(),
      apply: (event) => this.#apply(event),
      denied: (reason) => this.#live?.lose(reason),
    });
    this.#restarts = new Restarts(options.restart);
    this.#catalog = new CatalogReader(
      options.listTimeout,
      known.catalog,
      (event) =>
        this.#apply(
          event.kind === 'degraded' ? { ...event, what: this.log.clean(event.what) } : event,
        ),
      () => this.noteWork(),
    );
    this.#turn = new ServerStarts(options.starts, target.launch, known.startTook);
    this.#handshake.value = known.handshake;
    this.#state.value = { kind: 'idle', cached: known.catalog !== undefined };
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
  get catalog(): ReadonlySignal<Catalog | undefined> {
    return this.#catalog.catalog;
  }
  /** Whether it has ever asked for the folders of its users. */
  get asksRoots(): ReadonlySignal<boolean> {
    return this.#clients.asksRoots;
  }
  get onNotification(): Event<ServerNotification> {
    return this.#notifications.event;
  }
  /** What there is to remember of it. */
  readonly knowledge: ReadonlySignal<ServerKnowledge> = computed(() => ({
    handshake: this.#handshake.value,
    catalog: this.catalog.value,
    startTook: this.#turn.took.value,
    ...(this.asksRoots.value && { asksRoots: true }),
  }));
  /** How its lists stand, and by what they differ from those that were known before this start. */
  get lists(): Pick<CatalogReader, 'areWhole' | 'change' | 'forgetChange'> {
    return this.#catalog;
  }

  /** What is known of it is about to be worked on. */
  noteWork(): void {
    this.#conduct?.noteWork(0);
  }

  /** Somebody waits for its start: that goes before those that nobody waits for. */
  prioritize(): void {
    this.#turn.hasten();
  }

  /**
   * Starts the server unless it is up; resolves when the attempt has ended. One that fails before this
   * start's turn counts for all who waited for it. Only a person's `gesture` overrules the policy: without it a
   * server that waits for its retry goes on waiting, one that was given up stays so, and one that took a host down
   * fails. The user whose
   * start launched a shared server last says by its `options` how long a start may take and how many crashes
   * are too many; what they say later counts from the next start or crash on.
   */
  start(gesture: boolean, options: () => StartOptions): Promise<void> {
    const { signal } = this.#starts;
    const { failures } = this.#restarts;
    return this.#commands.run(async () => {
      const state = this.#state.peek();
      if (signal.aborted || isUp(state) || this.#restarts.failures > failures) return;
      const isFresh = gesture || state.kind === 'idle';
      const waits = state.kind === 'backingOff' || this.#restarts.isExhausted(options());
      if (!isFresh && waits) return;
      if (gesture) this.#conduct?.lift();
      const { reason: offence } = this.#conduct ?? {};
      if (offence) {
        this.#fail(offence);
        return;
      }
      this.#restarts.want(options, isFresh);
      await this.#launch(1, signal);
    });
  }

  /** Ends an attempt that is under way, then the server; resolves when no process is left. */
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
   * The connection for a user who calls the server by this name.
   * @throws UserError with the reason why the server is not up.
   */
  connection(server: string, user: ServerClient): SharedConnection {
    const state = this.#state.peek();
    if (this.#live && isUp(state)) {
      return this.calls.over(this.#live.connection, server, user);
    }
    throw new UserError('notRunning', { state: state.kind });
  }

  /** Stops what runs without being waited for; use {@link stop} first where the end matters. */
  dispose(): void {
    this.admission.dispose();
    void this.stop().then(() => this.log.dispose());
  }

  #apply(event: ServerEvent): void {
    const next = transition(this.#state.peek(), event);
    if (next === this.#state.peek()) return;
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
    // What a lost connection left behind goes first: a server is there once.
    await this.#disconnect();
    const { startupTimeoutSeconds: seconds } = this.#restarts.options;
    const { connect, initializeTimeout, longestStart, cancelGrace } = this.options;
    try {
      const onStep = (step: StartStep): void => this.#apply({ kind: 'step', step });
      const usual = this.#turn.limit(initializeTimeout);
      const { connection, client } = await this.#turn.run(
        signal,
        () => onStep('queued'),
        async () => {
          this.#restarts.launching();
          // Not before its turn: who comes while it waits belongs to them.
          const client = this.#clients.features();
          const connection = await connect(this.target.launch, {
            signal,
            onStep,
            onLog: (entry) => this.log.add(entry),
            onWork: this.#conduct?.noteWork,
            initializeTimeout: seconds === undefined ? usual : seconds * 1_000,
            longestStart,
            cancelGrace,
            client,
            authorizer: this.admission.authorizer,
            known: this.#handshake.peek(),
          });
          return { connection, client };
        },
      );
      const { lost } = connection;
      // Nobody has listened since it came up.
      if (lost) {
        await connection.close();
        throw UserError.from(lost);
      }
      const { closed } = this.#adopt(connection, client);
      onStep('listing');
      const change = await this.#catalog.attach(connection, AbortSignal.any([signal, closed]));
      if (change) this.log.note('info', this.log.clean(changeReason(change)));
    } catch (error) {
      if (!signal.aborted) this.#crashed(reasonOf(error), 0);
    }
  }

  #adopt(connection: Connection, client: ClientFeatures): LiveConnection {
    const live = new LiveConnection(connection, this.calls, this.options.health, {
      lost: (reason, uptime) => void this.#lost(live, reason, uptime),
      told: (notification) => this.#notifications.fire(notification),
      follow: () => this.#clients.follow(connection, client),
      apply: (event) => this.#apply(event),
    });
    this.#live = live;
    this.#restarts.up();
    batch(() => {
      this.#handshake.value = connection.handshake;
      this.#pid.value = connection.pid;
    });
    this.log.note('info', readyReason(connection.handshake));
    return live;
  }

  /** A connection is no more: it is taken apart before what follows begins. */
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
    this.log.note('warning', this.log.clean(reason));
    this.#apply({ kind: 'renew' });
    void this.#commands.run(async () => {
      if (!signal.aborted) await this.#launch(1, signal);
    });
  }

  #fail(error: Reason): void {
    this.log.note('error', error);
    this.#apply({ kind: 'start', attempt: 1 });
    this.#apply({ kind: 'fail', error });
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

  /** What is under way when a connection is lost brings up the next one, or fails to. */
  async #successorOf(lost: Connection): Promise<Connection | undefined> {
    await this.#commands.idle();
    const next = this.#live?.connection;
    return next !== lost && isUp(this.#state.peek()) ? next : undefined;
  }

  async #disconnect(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    this.#pid.value = undefined;
    await live?.close();
  }
}

/** A launch with the values that must not show up anywhere. */
export interface SecretLaunch {
  readonly launch: ResolvedLaunch;
  readonly secrets: readonly string[];
}

/** What every supervisor of a host shares. Times in milliseconds. */
export interface SupervisorOptions extends Pick<
  ConnectOptions,
  'initializeTimeout' | 'longestStart' | 'cancelGrace'
> {
  readonly connect: Connect;
  readonly restart: RestartLimits;
  readonly health: HealthLimits;
  readonly listTimeout: number;
  /** Where starts of processes wait for their turn. */
  readonly starts: StartQueue;
  /** How requests to remote servers are let in; absent: by their headers alone. */
  readonly authorizers?: Pick<Authorizers, 'of'> | undefined;
  /** What the server with this launch, as a text, is answerable for; absent where nothing is kept. */
  readonly quarantineOf?: ((launch: string) => ServerQuarantine | undefined) | undefined;
}

/** A server that is up as its log tells it: who it says it is. */
function readyReason({ serverInfo, protocolVersion }: Handshake): Reason {
  const { name, version } = serverInfo;
  const args = { name: String(name), version: String(version), protocol: protocolVersion };
  return { code: 'serverReady', args };
}
