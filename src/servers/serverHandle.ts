import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Event } from '../base/emitter';
import { UserError, reasonOf } from '../base/errors';
import { raceAbort } from '../base/abort';
import type { Question, QuestionMethod } from '../ipc/questions';
import type { Declaration, ServerOptions } from '../ipc/requests';
import { isDesired, isUp } from '../ipc/serverStates';
import type { Catalog, Handshake, McpObject, ServerSnapshot, ServerState } from '../ipc/state';
import type { ToolUse } from '../ipc/toolUse';
import { type ServerPool, type SharedLaunch, SupervisorLease } from './serverPool';
import type { ServerNotification } from './liveConnection';
import { ModelCatalog, type ToolRefusal, OfferedCatalog } from './modelCatalog';
import type { SharedConnection } from './openCalls';
import { CatalogScan } from './catalogScan';
import type { ServerLog, ServerLogEntry } from './serverLog';
import type { StartPriority } from './startQueue';
import { unavailableError } from './callErrors';
import { EntryKnowledge } from './knownServers';
import { type HandleClient, type ServerListener, DeclaredClient } from './serverClients';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { LaunchAnswer } from '../ipc/launch';
import { transition, type ServerEvent } from './transition';

/** How somebody wants the server up. */
interface StartRequest {
  readonly gesture: boolean;
  readonly urgency: StartPriority;
  /** It was up when its host was lost. */
  readonly resumes?: boolean;
}

/**
 * One client's handle on a server. Before the launch is known it has a state of its own; then it
 * shares a supervisor with every client whose launch is equal, and shows that one's state.
 */
export class ServerHandle {
  readonly #user: DeclaredClient;
  readonly #lease: SupervisorLease;
  readonly #knowledge: EntryKnowledge;
  readonly #handleStart: HandleStart;
  readonly #attempts: Attempts;
  readonly #offered = new OfferedCatalog(computed(() => this.#knowledge.catalog.value));
  readonly scan: CatalogScan;
  /** Which tools models get, and how these stand. */
  readonly models: ModelCatalog;
  #declaration: Declaration;

  /** What the server offers but for the tools that the options hide; also while it does not run. */
  readonly catalog: ReadonlySignal<Catalog | undefined> = this.#offered.catalog;
  /** What of that models get, as they get it. */
  readonly modelCatalog: ReadonlySignal<Catalog | undefined>;
  readonly snapshot: ReadonlySignal<ServerSnapshot> = computed(() => this.#snapshot());

  constructor(declaration: Declaration, pool: ServerPool, client: HandleClient) {
    this.#declaration = declaration;
    this.#user = new DeclaredClient(declaration.id, client);
    this.#lease = new SupervisorLease(pool, this.#user);
    this.#knowledge = new EntryKnowledge(pool.known, this.#lease.supervisor);
    this.scan = new CatalogScan(this.#offered.catalog, this.#knowledge);
    this.models = new ModelCatalog(this.catalog, this.scan.held, this.scan.flagged);
    this.modelCatalog = this.models.catalog;
    this.#handleStart = new HandleStart(this.#lease, this.#knowledge, {
      ask: (gesture, signal) => client.resolveLaunch(this.id, gesture, signal),
      options: () => this.options,
      signIn: () => client.signIn?.(this.id),
      urgency: () => this.#attempts.urgency,
    });
    this.#attempts = new Attempts(
      (gesture, signal) => this.#handleStart.start(gesture, signal),
      () => this.state.peek().kind === 'blocked',
    );
    this.#adopt(declaration);
  }

  get id(): string {
    return this.#declaration.id;
  }
  get name(): string {
    return this.#declaration.name;
  }
  /** What the client wants of the server beyond its launch, as declared last. */
  get options(): ServerOptions {
    return this.#declaration.options ?? {};
  }
  get state(): ReadonlySignal<ServerState> {
    return this.#handleStart.state;
  }
  /** Whether the {@link catalog} is all there is: its list neither failed nor is still to come. */
  get knowsAll(): boolean {
    const isRead = !isUp(this.state.peek()) || this.#lease.supervisor.peek()?.lists.areWhole;
    return this.catalog.peek() !== undefined && isRead === true;
  }
  /** Who the server said it is, when it ran last. */
  get handshake(): ReadonlySignal<Handshake | undefined> {
    return this.#knowledge.handshake;
  }
  /** Aborted by {@link release}. */
  get released(): AbortSignal {
    return this.#user.gone;
  }
  get onLog(): Event<ServerLogEntry> {
    return this.#lease.onLog;
  }
  get onNotification(): Event<ServerNotification> {
    return this.#lease.onNotification;
  }

  /** What the client answers; folders where the server may know of any. */
  get answers(): ReadonlySet<QuestionMethod> {
    const { answers } = this.#user;
    return this.options.roots ? new Set([...answers, 'roots/list'] as const) : answers;
  }

  /** What models get of a catalog that was just read. */
  forModels(whole: Catalog): Catalog {
    return this.models.of(this.#offered.of(whole));
  }

  /** Why a tool, listed or not, is kept from a model; or from a person, who has what is only off or held back. */
  refusalFor(tool: string, asker: 'model' | 'person' = 'model'): ToolRefusal | undefined {
    if (this.#offered.hides(tool)) return { code: 'toolHidden' };
    return asker === 'model' ? this.models.refusalOf(tool) : this.models.denialOf(tool);
  }

  /**
   * Takes another declaration of the same id. Another fingerprint or key of sharing makes the server handle ask anew
   * how to reach what is wanted, as far as that needs nobody; what runs goes on meanwhile, and stays where its
   * launch is still the same. Else it ends, after its open calls unless others keep it, and whoever calls then
   * waits for the new launch. Other options restart nothing.
   */
  declare(declaration: Declaration): void {
    const isWanted = this.#attempts.isUnderWay || isDesired(this.state.peek());
    const { shareKey } = this.options;
    const isSame =
      declaration.fingerprint === this.#declaration.fingerprint &&
      declaration.options?.shareKey === shareKey;
    this.#adopt(declaration);
    if (isSame) return;
    this.#attempts.giveUp();
    if (!this.#handleStart.isServed) this.#handleStart.leave();
    if (isWanted) this.#attempts.begin(false);
  }

  /**
   * Wants the server to run; resolves when it is up or the state says why not. Without a gesture a server that waits
   * for its retry goes on waiting. `resumes`: it was up when its host was lost, so whoever may start it has done so.
   * @throws UserError `notStartedByItself` where only a person may start it, and none has.
   */
  start(gesture: boolean, resumes = false): Promise<void> {
    if (gesture) this.#lease.supervisor.peek()?.lists.forgetChange();
    return this.#wantUp({ gesture, resumes, urgency: urgencyOf(gesture) });
  }

  /** Starts the server and has a person sign in for it, also where it has not said how. */
  async signIn(signal: AbortSignal): Promise<void> {
    await this.start(true);
    await this.#handleStart.signIn(true, signal);
  }

  /** Takes back every start; resolves when no process is left. */
  async stop(): Promise<void> {
    this.#attempts.giveUp();
    this.#lease.supervisor.peek()?.lists.forgetChange();
    await this.#handleStart.stop();
  }

  /**
   * Stops and starts; how the server is reached is asked anew. A person's gesture cuts its open calls
   * off. Without one they are finished first, and a server that is on its way up is left alone.
   * @throws UserError `notStartedByItself` as {@link start} does.
   */
  async restart(gesture: boolean): Promise<void> {
    const state = this.state.peek();
    if (!gesture && isUp(state)) {
      this.#attempts.giveUp();
      this.#handleStart.settle();
    } else if (gesture || state.kind !== 'starting') {
      await this.stop();
    }
    if (isDesired(state)) await this.#bringUp(gesture, urgencyOf(gesture));
    else await this.start(gesture);
  }

  /**
   * The connection for a call. Starts the server where needed, unless only a person may; a start that is under
   * way is waited for, and where it is `asked` for goes before those that nobody waits for. It goes on when
   * `signal` aborts, because others may wait for it.
   * @throws UserError with the reason why it cannot run.
   */
  async connection(
    gesture: boolean,
    signal: AbortSignal,
    urgency: StartPriority = 'awaited',
  ): Promise<SharedConnection> {
    signal.throwIfAborted();
    const asks = gesture && !this.#byHandOnly;
    if (!isUp(this.state.peek()) && this.#mayBegin(asks)) {
      await raceAbort(this.#wantUp({ gesture: asks, urgency }), signal);
    }
    const state = this.state.peek();
    const supervisor = this.#lease.supervisor.peek();
    if (supervisor && isUp(state)) {
      return this.#knowledge.noting(supervisor.connection(this.name, this.#user));
    }
    throw unavailableError(this.name, state, this.#byHandOnly);
  }

  /** Somebody behind this handle listens to the server, until it disposes of that. */
  listen(): ServerListener {
    return this.#user.listen();
  }

  /**
   * Puts a question of the server to the client, as far as it can answer it. `callId`: the call of the
   * client that it belongs to.
   * @throws UserError `questionRefused`.
   */
  answer(question: Question, signal: AbortSignal, callId?: string): Promise<McpObject> {
    return this.#user.answer(question, signal, callId);
  }

  /** When its tools were called last; absent where that is not kept. */
  toolUse(): Promise<ToolUse | undefined> {
    return this.#knowledge.toolUse();
  }

  /** Of its launch, as long as there is one. */
  get log(): Pick<ServerLog, 'entries' | 'clean' | 'masked'> | undefined {
    return this.#lease.supervisor.peek()?.log;
  }

  /**
   * Leaves the server to its other users. Where there is none it ends: `later`, as the client may come back, or
   * `drained`, as soon as its open calls are finished.
   */
  release(when: 'later' | 'drained'): void {
    this.#attempts.giveUp();
    this.#knowledge.dispose();
    this.#user.dispose();
    this.#lease.release(when);
  }

  get #byHandOnly(): boolean {
    return this.options.autostart === 'never';
  }

  /** What has begun is waited for by everyone. */
  #mayBegin(gesture: boolean): boolean {
    if (gesture || !this.#byHandOnly || this.#attempts.isUnderWay) return true;
    return this.state.peek().kind === 'starting';
  }

  #adopt(declaration: Declaration): void {
    this.#declaration = declaration;
    this.#knowledge.declare(declaration);
    this.#offered.narrow(this.options.tools);
    this.models.declare(this.options.models);
    this.scan.declare(this.options.models?.pins);
    this.#user.declare(this.options);
  }

  async #wantUp({ gesture, urgency, resumes = false }: StartRequest): Promise<void> {
    const state = this.state.peek();
    const isLeftAlone = isUp(state) || (state.kind === 'backingOff' && !gesture);
    if (isLeftAlone && !this.#attempts.isUnderWay) return;
    if (!this.#mayBegin(gesture || resumes)) {
      throw new UserError('notStartedByItself', { server: this.name });
    }
    await this.#bringUp(gesture, urgency);
  }

  async #bringUp(gesture: boolean, urgency: StartPriority): Promise<void> {
    const up = this.#attempts.join(gesture, urgency);
    if (urgency === 'awaited' && this.#handleStart.hasSupervisor) {
      this.#lease.supervisor.peek()?.prioritize();
    }
    await up;
  }

  #snapshot(): ServerSnapshot {
    const change = this.#lease.supervisor.value?.lists.change.value;
    return {
      id: this.id,
      name: this.name,
      state: this.state.value,
      handshake: this.handshake.value,
      ...this.#lease.process(),
      ...this.#offered.summary(),
      vetted: this.scan.summary.value,
      catalogChange: this.#offered.changeOf(change),
    };
  }
}

/** A person waits for what they start. */
function urgencyOf(gesture: boolean): StartPriority {
  return gesture ? 'awaited' : 'background';
}

/** One start of a server handle, from the question how to reach the server to its answer. */
export class Attempt {
  readonly #abort = new AbortController();
  /** Resolves when the attempt has ended, well or not, or was given up. */
  readonly done: Promise<void>;

  constructor(
    /** Whether a person stands behind it. */
    readonly gesture: boolean,
    work: (signal: AbortSignal) => Promise<void>,
  ) {
    const { signal } = this.#abort;
    this.done = raceAbort(work(signal), signal).catch(() => undefined);
  }

  get isGivenUp(): boolean {
    return this.#abort.signal.aborted;
  }

  /** What it still brings does not count any more. */
  giveUp(): void {
    this.#abort.abort();
  }
}

/** How a server handle comes up; resolves when it is up or its state says why not. */
type Work = (gesture: boolean, signal: AbortSignal) => Promise<void>;

/** The starts of a server handle: one at a time, which everyone who wants it meanwhile waits for. */
class Attempts {
  #current: Attempt | undefined;
  #urgency: StartPriority = 'background';

  constructor(
    private readonly work: Work,
    /** Whether the last one has ended with a question that it could not put. */
    private readonly isBlocked: () => boolean,
  ) {}

  get isUnderWay(): boolean {
    return this.#current !== undefined;
  }

  /** Whether somebody waits for the one that is under way. */
  get urgency(): StartPriority {
    return this.#urgency;
  }

  /** Begins one that nobody waits for yet; the one before is given up. */
  begin(gesture: boolean): Attempt {
    this.giveUp();
    const attempt = new Attempt(gesture, (signal) => this.work(gesture, signal));
    this.#current = attempt;
    void attempt.done.then(() => {
      if (this.#current === attempt) this.#leave();
    });
    return attempt;
  }

  /** Another one may begin. */
  giveUp(): void {
    this.#current?.giveUp();
    this.#leave();
  }

  /** Begins one or joins the one that is under way; resolves when it has ended. */
  async join(gesture: boolean, urgency: StartPriority): Promise<void> {
    const joined = this.#current;
    const attempt = joined ?? this.begin(gesture);
    if (urgency === 'awaited') this.#urgency = urgency;
    await attempt.done;
    // Another launch took its place: that one is waited for.
    const isReplaced = attempt.isGivenUp && this.#current !== undefined;
    // A start that nobody stood behind may have put no question; this one may.
    const asksAgain = joined && this.isBlocked() && gesture && !joined.gesture;
    if (isReplaced || asksAgain) await this.join(gesture, urgency);
  }

  #leave(): void {
    this.#current = undefined;
    this.#urgency = 'background';
  }
}

type Resolved = Extract<LaunchAnswer, { kind: 'resolved' }>;

/** What a server handle says of itself while it starts. */
interface HandleStartPorts {
  readonly ask: (gesture: boolean, signal: AbortSignal) => Promise<LaunchAnswer>;
  /** As declared last. */
  readonly options: () => ServerOptions;
  /** Leads a person through a sign-in; absent where nobody does. */
  readonly signIn: () => SignInPrompt | undefined;
  /** Whether somebody waits. */
  readonly urgency: () => StartPriority;
}

const idle: ServerState = { kind: 'idle', cached: false };
const resolving: ServerState = { kind: 'starting', attempt: 1, step: 'resolving' };

/**
 * The start of a server handle: it asks how the server is reached, and acquires the supervisor of that
 * launch. Until then the state is its own, from then on the supervisor's.
 */
class HandleStart {
  readonly #own = signal<ServerState | undefined>(idle);
  readonly state: ReadonlySignal<ServerState> = computed(() => {
    const state = this.#own.value ?? this.lease.supervisor.value?.state.value ?? idle;
    if (state.kind !== 'idle') return state;
    return { kind: 'idle', cached: this.knowledge.catalog.value !== undefined };
  });

  constructor(
    private readonly lease: SupervisorLease,
    private readonly knowledge: EntryKnowledge,
    private readonly ports: HandleStartPorts,
  ) {}

  /** Whether the state is that of a supervisor. */
  get hasSupervisor(): boolean {
    return this.#own.peek() === undefined;
  }

  /** Whether the state is that of a server which is there, or comes up. */
  get isServed(): boolean {
    const state = this.state.peek();
    return this.hasSupervisor && (isUp(state) || state.kind === 'starting');
  }

  /** Lets go of the launch that was. */
  leave(): void {
    this.#own.value = idle;
    this.lease.leave();
  }

  /** Ends the process for everyone once its calls are finished; the next start waits for that. */
  settle(): void {
    this.#own.value = resolving;
    this.lease.settle();
  }

  /** Ends what is there without waiting for its calls; resolves when no process is left. */
  async stop(): Promise<void> {
    if (this.lease.left) return this.#hurry();
    const supervisor = this.lease.supervisor.peek();
    this.#own.value = supervisor ? undefined : idle;
    await supervisor?.stop();
  }

  /**
   * Asks how the server is reached and starts it there. What runs goes on meanwhile and stays where the
   * launch is still the same; else it ends, after its open calls unless others keep it. Resolves when
   * the server is up or the state says why not.
   */
  async start(gesture: boolean, signal: AbortSignal): Promise<void> {
    const goesOn = this.isServed;
    // Whatever a shared server does meanwhile: here it counts from its launch on.
    if (!goesOn) this.#own.value = resolving;
    // There is one process of a server: what is left of the launch before goes first, unless this
    // leads back to it.
    if (!this.lease.mayStay) await this.lease.left;
    signal.throwIfAborted();
    const answer = await this.#ask(gesture, signal);
    if (signal.aborted) return;
    const isSame = this.#leadsTo(answer);
    if (goesOn && !isSame) {
      this.#own.value = resolving;
      this.lease.leave();
    }
    switch (answer.kind) {
      case 'blocked':
        return this.#apply({ kind: 'block', need: answer.need, reason: answer.reason });
      case 'disabled':
        return this.#apply({ kind: 'disable', reason: answer.reason });
      case 'failed':
        return this.#apply({ kind: 'fail', error: answer.reason });
      case 'resolved':
        if (!isSame || !this.lease.mayStay) await this.lease.left;
        if (!signal.aborted) await this.#acquire(answer, gesture, signal);
    }
  }

  async #ask(gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer> {
    try {
      return await this.ports.ask(gesture, signal);
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }

  async #acquire(answer: Resolved, gesture: boolean, signal: AbortSignal): Promise<void> {
    const supervisor = this.lease.acquire(this.#shared(answer), this.knowledge.known);
    this.knowledge.learnFrom(supervisor);
    if (this.ports.urgency() === 'awaited') supervisor.prioritize();
    const started = supervisor.start(gesture, this.ports.options);
    this.#own.value = undefined;
    await started;
    if (gesture) await this.signIn(false, signal);
  }

  /** A person signs in where that is what the server waits for, or as they have `asked`; then it starts. */
  async signIn(asked: boolean, signal: AbortSignal): Promise<void> {
    const port = this.ports.signIn();
    const supervisor = this.lease.supervisor.peek();
    if (!port || !supervisor || !(await supervisor.admission.signIn(port, asked, signal))) return;
    await supervisor.start(true, this.ports.options);
  }

  /** Whether what serves is reached in just this way. */
  #leadsTo(answer: LaunchAnswer): boolean {
    return answer.kind === 'resolved' && this.lease.leadsTo(this.#shared(answer));
  }

  #shared(answer: Resolved): SharedLaunch {
    const { shareKey, roots } = this.ports.options();
    return { ...answer, shareKey, roots };
  }

  #apply(event: ServerEvent): void {
    this.#own.value = transition(this.state.peek(), event);
  }

  async #hurry(): Promise<void> {
    this.#own.value = { kind: 'stopping' };
    await this.lease.hurry();
    if (this.#own.peek()?.kind !== 'stopping') return;
    this.#own.value = this.lease.supervisor.peek() ? undefined : idle;
  }
}
