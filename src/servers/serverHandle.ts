import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Event } from '../base/emitter';
import { UserError } from '../base/errors';
import { raceAbort } from '../base/abort';
import type { Question, QuestionMethod } from '../ipc/questions';
import type { Declaration, ServerOptions } from '../ipc/requests';
import { isDesired, isUp } from '../ipc/serverStates';
import type { Catalog, Handshake, McpObject, ServerSnapshot, ServerState } from '../ipc/state';
import type { ToolUse } from '../ipc/toolUse';
import { Attempts } from './attempts';
import { HandleStart } from './handleStart';
import type { ServerPool } from './serverPool';
import type { ServerNotification } from './liveConnection';
import { ModelCatalog, type ToolRefusal } from './modelCatalog';
import { SupervisorLease } from './supervisorLease';
import { OfferedCatalog } from './offeredCatalog';
import type { SharedConnection } from './openCalls';
import { HandleKnowledge } from './handleKnowledge';
import { HandleUser } from './handleUser';
import { HandleVetting } from './handleVetting';
import type { ServerLog, ServerLogEntry } from './serverLog';
import type { HandleClient, ServerListener } from './serverUser';
import type { Urgency } from './startQueue';
import { whyNot } from './whyNot';

/** How somebody wants the server up. */
interface StartRequest {
  readonly gesture: boolean;
  readonly urgency: Urgency;
  /** It was up when its host was lost. */
  readonly resumes?: boolean;
}

/**
 * One client's handle on a server. Before the launch is known it has a state of its own; then it
 * shares a supervisor with every client whose launch is equal, and shows that one's state.
 */
export class ServerHandle {
  readonly #user: HandleUser;
  readonly #lease: SupervisorLease;
  readonly #knowledge: HandleKnowledge;
  readonly #handleStart: HandleStart;
  readonly #attempts: Attempts;
  readonly #offered = new OfferedCatalog(computed(() => this.#knowledge.catalog.value));
  readonly vetting: HandleVetting;
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
    this.#user = new HandleUser(declaration.id, client);
    this.#lease = new SupervisorLease(pool, this.#user);
    this.#knowledge = new HandleKnowledge(pool.known, this.#lease.supervisor);
    this.vetting = new HandleVetting(this.#offered.catalog, this.#knowledge);
    this.models = new ModelCatalog(this.catalog, this.vetting.held, this.vetting.flagged);
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
    urgency: Urgency = 'asked',
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
    throw whyNot(this.name, state, this.#byHandOnly);
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
    this.vetting.declare(this.options.models?.pins);
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

  async #bringUp(gesture: boolean, urgency: Urgency): Promise<void> {
    const up = this.#attempts.join(gesture, urgency);
    if (urgency === 'asked' && this.#handleStart.hasSupervisor) {
      this.#lease.supervisor.peek()?.hasten();
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
      vetted: this.vetting.names.value,
      catalogChange: this.#offered.changeOf(change),
    };
  }
}

/** A person waits for what they start. */
function urgencyOf(gesture: boolean): Urgency {
  return gesture ? 'asked' : 'background';
}
