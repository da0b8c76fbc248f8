import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { raceAbort, type Abortable } from '../base/abort';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import { reasonOf, UserError } from '../base/errors';
import type { LaunchAnswer } from '../ipc/launch';
import type { ServerRequestMethod, ServerRequest } from '../ipc/serverRequest';
import type { Declaration, ModelTools, ServerOptions } from '../ipc/contract';
import { isDesired, isUp, quarantineReason } from '../ipc/serverStates';
import type {
  Catalog,
  Handshake,
  McpObject,
  ServerSnapshot,
  ServerState,
  StateChange,
} from '../ipc/state';
import { unavailableError } from './callErrors';
import type { Traffic } from './traffic';
import { CatalogScan } from './catalogScan';
import type { CrossServerChecks } from './crossServerChecks';
import { EntryKnowledge } from './knownServers';
import {
  ModelCatalog,
  OfferedCatalog,
  type ToolsForModels,
  type ToolRefusal,
} from './modelCatalog';
import type { ServerNotification, SharedConnection } from './openCalls';
import { DeclaredClient, type HandleClient, type Requirements } from './serverClients';
import type { ServerLog, ServerLogEntry } from './serverLog';
import type { ReleaseTime, ServerPool, SharedLaunch } from './serverPool';
import type { StartPriority } from './startQueue';
import { joinedHistory, StateHistory } from './stateHistory';
import { SupervisorLease } from './supervisorLease';
import { transition, type ServerEvent } from './transition';

type Resolved = Extract<LaunchAnswer, { kind: 'resolved' }>;

const idle: ServerState = { kind: 'idle', cached: false };
const resolving: ServerState = { kind: 'starting', attempt: 1, step: 'resolving' };

/**
 * One client's handle on a server. It asks the client for the launch, because only a window knows trust, approvals,
 * inputs and its environment. Secrets thus reach the host only for an approved launch, and windows may have different
 * environments. With a launch the handle shares a supervisor with all clients of an equal launch. Before that it has
 * a state of its own, and shows the lists of last time.
 */
export class ServerHandle implements ToolsForModels {
  readonly #declared: DeclaredClient;
  readonly #lease: SupervisorLease;
  readonly #offered: OfferedCatalog;
  readonly #history = new StateHistory();
  readonly #noting: () => void;
  readonly #ownState = signal<ServerState | undefined>(idle);
  readonly #declaration: Signal<Declaration>;
  #attempt: StartAttempt | undefined;
  /** The sign-in that a person has requested; aborted by {@link #cancelAttempt} and by the next one. */
  #signing: AbortController | undefined;

  /** The knowledge of its entry, with the figures of its days and the last calls of its tools. */
  readonly knowledge: EntryKnowledge;
  /** Pins and findings: tools that are held back, and suspicious texts in the catalog. */
  readonly scan: CatalogScan;
  /** The tools that models get, and the rules for calls of them. */
  readonly models: ModelCatalog;
  readonly state: ReadonlySignal<ServerState> = computed(() => {
    const state = this.#ownState.value ?? this.#lease.supervisor.value?.state.value ?? idle;
    if (state.kind !== 'idle') return state;
    return { kind: 'idle', cached: this.knowledge.catalog.value !== undefined };
  });
  readonly snapshot: ReadonlySignal<ServerSnapshot> = computed(() => this.#snapshot());

  constructor(
    declaration: Declaration,
    pool: ServerPool,
    private readonly client: HandleClient,
    checks: CrossServerChecks,
  ) {
    this.#declaration = signal(declaration);
    const options = computed((): ServerOptions => this.#declaration.value.options ?? {});
    const models = (): ModelTools | undefined => options.value.models;
    const { id, file } = declaration;
    const lastingId = JSON.stringify([client.place, id, file]);
    this.#declared = new DeclaredClient(id, lastingId, client, options);
    this.#lease = new SupervisorLease(pool, this.#declared);
    this.knowledge = new EntryKnowledge(pool.known, this.#lease.supervisor, this.#declaration);
    this.#offered = new OfferedCatalog(this.knowledge.catalog, () => options.value.tools);
    const crossServer = checks.checkFor(this);
    this.scan = new CatalogScan(this.catalog, this.knowledge, () => models()?.pins, crossServer);
    this.models = new ModelCatalog(this.catalog, this.scan.held, this.scan.flagged, models);
    this.#noting = effect(() => this.#note());
  }

  get id(): string {
    return this.#declaration.peek().id;
  }
  get name(): string {
    return this.#declaration.peek().name;
  }
  /** The options beyond the launch, as the client has declared them last. */
  get options(): ServerOptions {
    return this.#declaration.peek().options ?? {};
  }
  /** The server's catalog without the tools that the options hide; also while it does not run. */
  get catalog(): ReadonlySignal<Catalog | undefined> {
    return this.#offered.catalog;
  }
  /** The {@link catalog} as models see it. */
  get modelCatalog(): ReadonlySignal<Catalog | undefined> {
    return this.models.catalog;
  }
  /** True if the {@link catalog} is complete: its last read neither failed nor is still to come. */
  get knowsAll(): boolean {
    const isRead = !isUp(this.state.peek()) || this.#lease.supervisor.peek()?.lists.areWhole;
    return this.catalog.peek() !== undefined && isRead === true;
  }
  /** The server's introduction of itself, when it ran last. */
  get handshake(): ReadonlySignal<Handshake | undefined> {
    return this.knowledge.handshake;
  }
  /** Aborted by {@link release}. */
  get released(): AbortSignal {
    return this.#declared.gone;
  }
  get onLog(): Event<ServerLogEntry> {
    return this.#lease.onLog;
  }
  get onNotification(): Event<ServerNotification> {
    return this.#lease.onNotification;
  }
  /** The log of its launch, as long as there is one. */
  get log(): Pick<ServerLog, 'clean' | 'masked'> | undefined {
    return this.#lease.supervisor.peek()?.log;
  }
  /** The lines of its log, see {@link SupervisorLease.readLog}. */
  readLog(): ServerLogEntry[] {
    return this.#lease.readLog();
  }
  /** The last states of the server as the client saw them, oldest first. */
  get history(): readonly StateChange[] {
    return joinedHistory(this.#lease.supervisor.peek()?.history ?? [], this.#history.changes);
  }
  /** The traffic of its launch, as long as there is one. A signal to be read. */
  get traffic(): Traffic | undefined {
    return this.#lease.supervisor.value?.traffic;
  }
  /** The requests that the client answers, including requests for folders if the server may know of any. */
  get answers(): ReadonlySet<ServerRequestMethod> {
    const { answers } = this.#declared;
    return this.options.roots ? new Set([...answers, 'roots/list'] as const) : answers;
  }

  forModels(whole: Catalog): Catalog {
    return this.models.of(this.#offered.of(whole));
  }

  /**
   * The reason why a model, or a person, does not get a tool, listed or not. People get tools that are only switched
   * off or held back.
   */
  refusalFor(tool: string, caller: 'model' | 'person' = 'model'): ToolRefusal | undefined {
    if (this.#offered.hides(tool)) return { code: 'toolHidden' };
    return caller === 'model' ? this.models.refusalOf(tool) : this.models.denialOf(tool);
  }

  /**
   * Its tools for models of other clients, which have a set of their own: globs over the names of tools, `undefined`
   * for all.
   */
  toolsWithSet(set: ReadonlySignal<readonly string[] | undefined>): ToolsForModels {
    const models = this.models.withSet(set);
    const isOffered = ({ name }: { readonly name: string }): boolean =>
      this.refusalFor(name, 'person') === undefined;
    return {
      modelCatalog: models.catalog,
      forModels: (whole) => models.of({ ...whole, tools: whole.tools.filter(isOffered) }),
      refusalFor: (tool) => this.refusalFor(tool, 'person') ?? models.refusalOf(tool),
    };
  }

  /**
   * Takes another declaration of the same id. Another launch version, place or sharing key makes the handle request the
   * launch anew, if that needs no person. A running server goes on meanwhile, and stays if its launch is still the same.
   * Otherwise it ends, after its open calls unless others use it. Later calls wait for the new launch. Other options
   * restart nothing.
   */
  declare(declaration: Declaration): void {
    const isWanted = this.#attempt !== undefined || isDesired(this.state.peek());
    const isSame = launchIdentity(declaration) === launchIdentity(this.#declaration.peek());
    this.#declaration.value = declaration;
    if (isSame) return;
    this.#cancelAttempt();
    if (!this.#isServed) {
      this.#ownState.value = idle;
      this.#lease.drain('released');
    }
    if (isWanted) this.#newAttempt({ gesture: false, lifts: false });
  }

  /**
   * Wants the server to run; resolves when it is up or the state has the reason why not. Without a gesture a server
   * that waits for its retry goes on waiting. `resumes`: the server was up when its host was lost, so that a person
   * has started it.
   * @throws UserError `notStartedByItself` where only a person may start it, and none has.
   */
  start(
    gesture: boolean,
    { resumes = false, lifts = gesture, signsIn = false } = {},
  ): Promise<void> {
    if (gesture) this.#lease.supervisor.peek()?.lists.forgetChange();
    return this.#startIfDown({ gesture, lifts, signsIn }, priorityOf(gesture), resumes);
  }

  /** Starts the server and has a person sign in, even if the server has not asked for that. */
  async signIn(signal: AbortSignal): Promise<void> {
    const state = this.state.peek();
    // The page of an earlier sign-in may be closed; an attempt of such a server waits for one.
    if (state.kind === 'blocked' || state.kind === 'failed') this.#cancelAttempt();
    this.#signing?.abort();
    if (!isUp(state)) return this.start(true, { signsIn: true });
    const signing = new AbortController();
    this.#signing = signing;
    await this.#signIn(true, AbortSignal.any([signal, signing.signal])).catch((error: unknown) => {
      if (!signing.signal.aborted) throw error;
    });
  }

  /** Takes back every start and sign-in; resolves when no process is left. */
  async stop(): Promise<void> {
    this.#cancelAttempt();
    const supervisor = this.#lease.supervisor.peek();
    supervisor?.lists.forgetChange();
    if (this.#lease.ended) {
      this.#ownState.value = { kind: 'stopping' };
      await this.#lease.cutCalls();
      if (this.#ownState.peek()?.kind !== 'stopping') return;
      this.#ownState.value = this.#lease.supervisor.peek() ? undefined : idle;
    } else {
      this.#ownState.value = supervisor ? undefined : idle;
      await supervisor?.stop();
    }
  }

  /**
   * Stops and starts the server, with a new launch. A person's gesture cuts its open calls off. Without one they are
   * finished first, and a server that is starting is left alone.
   * @throws UserError `notStartedByItself` as {@link start} does.
   */
  async restart(gesture: boolean): Promise<void> {
    const state = this.state.peek();
    if (!gesture && isUp(state)) {
      this.#cancelAttempt();
      this.#ownState.value = resolving;
      this.#lease.drain('stopped');
    } else if (gesture || state.kind !== 'starting') {
      await this.stop();
    }
    if (isDesired(state))
      await this.#attemptStart({ gesture, lifts: gesture }, priorityOf(gesture));
    else await this.start(gesture);
  }

  /**
   * The connection for a call. Starts the server where needed, unless only a person may. No call ends a quarantine. A
   * start in progress is waited for, and precedes starts in the background if it is `awaited`. It continues when
   * `signal` aborts, because others may wait for it.
   * @throws UserError with the reason why it cannot run.
   */
  async connection(
    gesture: boolean,
    signal: Abortable,
    priority: StartPriority = 'awaited',
  ): Promise<SharedConnection> {
    signal.throwIfAborted();
    const mayStart = gesture && !this.#byHandOnly;
    if (!isUp(this.state.peek()) && this.#mayBegin(mayStart)) {
      const wish = { gesture: mayStart, lifts: false };
      await raceAbort(this.#startIfDown(wish, priority), signal);
    }
    const state = this.state.peek();
    const supervisor = this.#lease.supervisor.peek();
    this.#refuseReleased();
    if (supervisor && isUp(state)) {
      return this.knowledge.recording(supervisor.connection(this.name, this.#declared));
    }
    throw unavailableError(this.name, state, this.#byHandOnly);
  }

  /** Adds requirements to those of the client, until disposed of. Starts nothing. */
  listen(requirements: ReadonlySignal<Requirements>): Disposable {
    return this.#declared.listen(requirements);
  }

  /**
   * Puts a request of the server to the client, as far as it can answer it. `callId`: the call of the
   * client that it belongs to.
   * @throws UserError `questionRefused`.
   */
  answer(question: ServerRequest, signal: AbortSignal, callId?: string): Promise<McpObject> {
    return this.#declared.answer(question, signal, callId);
  }

  /** Leaves the server to its other clients; without any it ends. */
  release(when: ReleaseTime): void {
    this.#cancelAttempt();
    this.#noting();
    this.knowledge.dispose();
    this.#declared.dispose();
    this.#lease.release(when);
  }

  get #byHandOnly(): boolean {
    return this.options.autostart === 'never';
  }

  /** True if the state is that of a supervisor whose server is up or comes up. */
  get #isServed(): boolean {
    const state = this.state.peek();
    return this.#ownState.peek() === undefined && (isUp(state) || state.kind === 'starting');
  }

  /** True if a start may begin. Everyone may wait for a start that has begun. */
  #mayBegin(gesture: boolean): boolean {
    if (gesture || !this.#byHandOnly || this.#attempt) return true;
    return this.state.peek().kind === 'starting';
  }

  async #startIfDown(wish: StartWish, priority: StartPriority, resumes = false): Promise<void> {
    const { gesture } = wish;
    const state = this.state.peek();
    const isLeftAlone = isUp(state) || (state.kind === 'backingOff' && !gesture);
    if (isLeftAlone && !this.#attempt) return;
    if (!this.#mayBegin(gesture || resumes)) {
      throw new UserError('notStartedByItself', { server: this.name });
    }
    await this.#attemptStart(wish, priority);
  }

  /** Joins the attempt in progress, or makes one; resolves when it has ended. */
  async #attemptStart(wish: StartWish, priority: StartPriority): Promise<void> {
    const joined = this.#attempt;
    const attempt = joined ?? this.#newAttempt(wish);
    if (priority === 'awaited') {
      attempt.priority = priority;
      if (this.#ownState.peek() === undefined) this.#lease.supervisor.peek()?.prioritize();
    }
    await attempt.done;
    // Another launch took its place, and is waited for instead.
    const isReplaced = attempt.signal.aborted && this.#attempt !== undefined;
    const isQuarantined = quarantineReason(this.state.peek()) !== undefined;
    const what = isQuarantined ? 'lifts' : 'gesture';
    const adds = joined !== undefined && wish[what] && !joined.wish[what];
    const asksAgain = adds && (isQuarantined || needsGesture(this.state.peek(), joined.hasFailed));
    if (isReplaced || asksAgain) await this.#attemptStart(wish, priority);
  }

  /** A call that waited for a person may come after the release, whose start nothing would end. */
  #refuseReleased(): void {
    if (this.released.aborted) throw unavailableError(this.name, idle, this.#byHandOnly);
  }

  /** Begins an attempt, where none is in progress. */
  #newAttempt(wish: StartWish): StartAttempt {
    this.#refuseReleased();
    const attempt = new StartAttempt(wish, (one) => this.#resolveAndLaunch(one));
    this.#attempt = attempt;
    void attempt.done.then(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    });
    return attempt;
  }

  #cancelAttempt(): void {
    this.#signing?.abort();
    this.#attempt?.cancel();
    this.#attempt = undefined;
  }

  /**
   * Requests the launch and starts it. A running server goes on meanwhile, and stays if the launch is still the same.
   * Otherwise it ends, after its open calls unless others use it. Resolves when the server is up or the state has the
   * reason why not.
   */
  async #resolveAndLaunch(attempt: StartAttempt): Promise<void> {
    const { signal } = attempt;
    const { gesture } = attempt.wish;
    const goesOn = this.#isServed;
    // A shared server does not count here before this launch.
    if (!goesOn) this.#ownState.value = resolving;
    // There is one process of a server: what is left of the launch before goes first, unless this
    // leads back to it.
    if (!this.#lease.canReturn) await this.#lease.ended;
    signal.throwIfAborted();
    const answer = await this.#requestLaunch(gesture, signal);
    if (signal.aborted) return;
    const isSame = answer.kind === 'resolved' && this.#lease.serves(this.#shared(answer));
    if (goesOn && !isSame) {
      this.#ownState.value = resolving;
      this.#lease.drain('released');
    }
    switch (answer.kind) {
      case 'blocked':
        return this.#apply({ kind: 'block', need: answer.need, reason: answer.reason });
      case 'disabled':
        return this.#apply({ kind: 'disable', reason: answer.reason });
      case 'failed':
        return this.#apply({ kind: 'fail', error: answer.reason });
      case 'resolved':
        if (!isSame || !this.#lease.canReturn) await this.#lease.ended;
        if (!signal.aborted) await this.#startSupervisor(answer, attempt);
    }
  }

  async #requestLaunch(gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer> {
    try {
      return await this.client.resolveLaunch(this.id, gesture, signal);
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }

  async #startSupervisor(answer: Resolved, attempt: StartAttempt): Promise<void> {
    const { priority, signal } = attempt;
    const { gesture, lifts, signsIn = false } = attempt.wish;
    const shared = this.#shared(answer);
    // A window that comes back with another launch has left a process that may hold its port or its lock.
    const left = this.#lease.endLeft(shared);
    if (left) await left;
    if (signal.aborted) return;
    const supervisor = this.#lease.acquire(shared, this.knowledge.known);
    this.knowledge.learnFrom(supervisor);
    if (priority === 'awaited') supervisor.prioritize();
    const { failures } = supervisor;
    const started = supervisor.start(gesture, () => this.options, lifts);
    this.#ownState.value = undefined;
    await started;
    attempt.hasFailed = supervisor.failures > failures;
    if (gesture) await this.#signIn(signsIn, signal);
  }

  /** Has a person sign in if the server waits for that or they have `requested` it. Then starts the server. */
  async #signIn(requested: boolean, signal: AbortSignal): Promise<void> {
    const prompt = this.client.signIn?.(this.id);
    const supervisor = this.#lease.supervisor.peek();
    if (!prompt || !(await supervisor?.signIn(prompt, requested, signal))) return;
    // Another launch may have taken its place, and nothing would end it then.
    if (supervisor !== this.#lease.supervisor.peek()) return;
    await supervisor?.start(true, () => this.options);
  }

  #shared(answer: Resolved): SharedLaunch {
    const { shareKey, exclusive, roots } = this.options;
    return { ...answer, shareKey, exclusive, roots };
  }

  /** Notes the state in the history. */
  #note(): void {
    const state = this.state.value;
    if (this.#ownState.value) return this.#history.note(state);
    const begun = this.#lease.supervisor.value?.history.at(-1)?.at;
    // A supervisor without a history is about to start its server.
    if (begun !== undefined) this.#history.note(state, begun);
  }

  #apply(event: ServerEvent): void {
    this.#ownState.value = transition(this.state.peek(), event);
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

/** The wishes behind a start. */
interface StartWish {
  /** A person stands behind it. */
  readonly gesture: boolean;
  /** They want this very server, so that its quarantine ends. */
  readonly lifts: boolean;
  /** They want to sign in, even if the server has not asked for that or a sign-in is under way. */
  readonly signsIn?: boolean;
}

/**
 * One start, from the request for the launch to its outcome. Everyone who wants the server meanwhile waits for it.
 */
class StartAttempt {
  readonly #abort = new AbortController();
  priority: StartPriority = 'background';
  /** True once its launch of the server has failed. */
  hasFailed = false;
  /** Resolves when the attempt has ended, well or not, or was cancelled. */
  readonly done: Promise<void>;

  constructor(
    readonly wish: StartWish,
    run: (attempt: StartAttempt) => Promise<void>,
  ) {
    this.done = raceAbort(run(this), this.signal).catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  cancel(): void {
    this.#abort.abort();
  }
}

/** Equal for declarations of the same launch. Equal entries of two folders are launched in different folders. */
function launchIdentity({ launchVersion, file, folder, options }: Declaration): string {
  return JSON.stringify([launchVersion, file, folder, options?.shareKey]);
}

/**
 * True if a start without a gesture did nothing: it must not open a dialog, nor overrule the policy. `hasFailed`: it
 * launched the server, which counts for all.
 */
function needsGesture(state: ServerState, hasFailed: boolean): boolean {
  if (state.kind === 'blocked') return true;
  if (hasFailed) return false;
  if (state.kind === 'failed') return state.error.code === 'crashLoop';
  return state.kind === 'backingOff';
}

/** A gesture makes a start awaited, because a person waits for it. */
function priorityOf(gesture: boolean): StartPriority {
  return gesture ? 'awaited' : 'background';
}
