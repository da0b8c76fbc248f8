import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { reasonOf, UserError, type Reason } from '../base/errors';
import { unlessAborted } from '../base/unlessAborted';
import type { Connection } from '../connection/connection';
import type { LaunchAnswer } from '../contract/launch';
import type { Declaration } from '../contract/requests';
import {
  isDesired,
  type Catalog,
  type Handshake,
  type ServerSnapshot,
  type ServerState,
} from '../contract/state';
import type { Fleet, Release } from './fleet';
import type { ServerLogEntry } from './serverLog';
import type { ServerNotification, Supervisor } from './supervisor';
import { isUp, transition, type ServerEvent } from './transition';

/** Asks the client whose server it is how to reach it. */
export type ResolveLaunch = (
  id: string,
  gesture: boolean,
  signal: AbortSignal,
) => Promise<LaunchAnswer>;

/** One start of a seat, from the question how to reach the server to its answer. */
interface Attempt {
  readonly gesture: boolean;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * One client's place at a server. Before the launch is known the seat has a state of its own; then it
 * shares a supervisor with every client whose launch is equal, and shows that one's state.
 */
export class Seat {
  readonly #own = signal<ServerState | undefined>({ kind: 'idle', cached: false });
  readonly #supervisor = signal<Supervisor | undefined>(undefined);
  readonly #log = new Emitter<ServerLogEntry>();
  readonly #notifications = new Emitter<ServerNotification>();
  readonly #store = new DisposableStore();
  #attempt: Attempt | undefined;

  readonly onLog: Event<ServerLogEntry> = this.#log.event;
  readonly onNotification: Event<ServerNotification> = this.#notifications.event;
  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.#supervisor.value?.catalog.value,
  );
  readonly handshake: ReadonlySignal<Handshake | undefined> = computed(
    () => this.#supervisor.value?.handshake.value,
  );
  readonly state: ReadonlySignal<ServerState> = computed(
    () => this.#own.value ?? this.#supervisor.value?.state.value ?? { kind: 'idle', cached: false },
  );
  readonly snapshot: ReadonlySignal<ServerSnapshot> = computed(() => this.#snapshot());

  constructor(
    readonly declaration: Declaration,
    private readonly fleet: Fleet,
    private readonly resolveLaunch: ResolveLaunch,
  ) {
    this.#store.add(
      effect(() => {
        const supervisor = this.#supervisor.value;
        if (!supervisor) return;
        const subscriptions = new DisposableStore();
        subscriptions.add(supervisor.log.onEntry((entry) => this.#log.fire(entry)));
        subscriptions.add(supervisor.onNotification((told) => this.#notifications.fire(told)));
        return () => subscriptions.dispose();
      }),
    );
  }

  get id(): string {
    return this.declaration.id;
  }
  get name(): string {
    return this.declaration.name;
  }

  /**
   * Wants the server to run; resolves when it is up or the state says why not. Without a gesture a
   * server that waits for its retry goes on waiting.
   */
  async start(gesture: boolean): Promise<void> {
    const state = this.state.peek();
    if (isUp(state) || (state.kind === 'backingOff' && !gesture)) return;
    const running = this.#attempt;
    await (running ?? this.#begin(gesture)).done;
    // A start that nobody stood behind may have put no question; this one may.
    const isBlocked = this.state.peek().kind === 'blocked';
    if (running && isBlocked && gesture && !running.gesture) await this.start(gesture);
  }

  /** Takes back every start; resolves when no process is left. */
  async stop(): Promise<void> {
    this.#giveUp();
    const supervisor = this.#supervisor.peek();
    this.#own.value = supervisor ? undefined : { kind: 'idle', cached: false };
    await supervisor?.stop();
  }

  /** Stops and starts; how the server is reached is asked anew. */
  async restart(gesture: boolean): Promise<void> {
    await this.stop();
    await this.start(gesture);
  }

  /**
   * Starts the server where needed; a start that is under way is waited for. It goes on when `signal`
   * aborts, because others may wait for it.
   * @throws UserError with the reason why it cannot run.
   */
  async connection(gesture: boolean, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted();
    if (!isUp(this.state.peek())) await unlessAborted(this.start(gesture), signal);
    const state = this.state.peek();
    const supervisor = this.#supervisor.peek();
    if (supervisor && isUp(state)) return supervisor.connection();
    throw whyNot(this.name, state);
  }

  logs(): ServerLogEntry[] {
    return this.#supervisor.peek()?.log.entries() ?? [];
  }

  /** Whether it is to come up again when its definition changes. */
  get wanted(): boolean {
    return isDesired(this.state.peek());
  }

  /** Leaves the server to its other users. */
  release(when: Release): void {
    this.#giveUp();
    const supervisor = this.#supervisor.peek();
    this.#store.dispose();
    this.#log.dispose();
    this.#notifications.dispose();
    if (supervisor) this.fleet.release(supervisor, this, when);
  }

  #apply(event: ServerEvent): void {
    this.#own.value = transition(this.state.peek(), event);
  }

  #begin(gesture: boolean): Attempt {
    const abort = new AbortController();
    const done = this.#start(gesture, abort.signal).finally(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    });
    const attempt: Attempt = { gesture, abort, done };
    this.#attempt = attempt;
    return attempt;
  }

  /** What the attempt still brings does not count any more, and another one may begin. */
  #giveUp(): void {
    this.#attempt?.abort.abort();
    this.#attempt = undefined;
  }

  async #start(gesture: boolean, signal: AbortSignal): Promise<void> {
    // Whatever a shared server does meanwhile: here it counts from its launch on.
    this.#own.value = { kind: 'starting', attempt: 1, step: 'resolving' };
    try {
      const answer = await this.resolveLaunch(this.id, gesture, signal);
      if (signal.aborted) return;
      if (answer.kind === 'blocked') {
        this.#apply({ kind: 'block', need: answer.need, reason: answer.reason });
      } else if (answer.kind === 'disabled') {
        this.#apply({ kind: 'disable', reason: answer.reason });
      } else if (answer.kind === 'failed') {
        this.#apply({ kind: 'fail', error: answer.reason });
      } else {
        await this.#board(answer, gesture);
      }
    } catch (error) {
      if (!signal.aborted) this.#apply({ kind: 'fail', error: reasonOf(error) });
    }
  }

  async #board(
    target: Extract<LaunchAnswer, { kind: 'resolved' }>,
    gesture: boolean,
  ): Promise<void> {
    const before = this.#supervisor.peek();
    const supervisor = this.fleet.acquire(target, this);
    if (before && before !== supervisor) this.fleet.release(before, this, 'now');
    this.#supervisor.value = supervisor;
    const started = supervisor.start(gesture);
    this.#own.value = undefined;
    await started;
  }

  #snapshot(): ServerSnapshot {
    const supervisor = this.#supervisor.value;
    const catalog = this.catalog.value;
    return {
      id: this.id,
      name: this.name,
      state: this.state.value,
      handshake: this.handshake.value,
      pid: supervisor?.pid.value,
      lastFailure: supervisor?.lastFailure.value,
      restarts: supervisor?.restarts.value ?? 0,
      catalogVersion: supervisor?.catalogVersion.value ?? 0,
      counts: {
        tools: catalog?.tools.length ?? 0,
        prompts: catalog?.prompts.length ?? 0,
        resources: catalog?.resources.length ?? 0,
      },
    };
  }
}

function whyNot(server: string, state: ServerState): UserError {
  switch (state.kind) {
    case 'blocked':
    case 'disabled':
      return UserError.from(withServer(state.reason, server));
    case 'failed':
      return UserError.from(withServer(state.error, server));
    case 'backingOff': {
      const seconds = Math.max(1, Math.ceil((state.retryAt - Date.now()) / 1_000));
      return new UserError('waitsForRetry', { server, seconds }, { because: state.error });
    }
    case 'idle':
    case 'starting':
    case 'running':
    case 'degraded':
    case 'stopping':
      return new UserError('notRunning', { server, state: state.kind });
  }
}

function withServer(reason: Reason, server: string): Reason {
  return { ...reason, args: { ...reason.args, server } };
}
