import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { reasonOf, UserError } from '../base/errors';
import type { Connection } from '../connection/connection';
import type { LaunchAnswer } from '../contract/launch';
import type { Declaration } from '../contract/requests';
import type { Catalog, Handshake, ServerSnapshot, ServerState } from '../contract/state';
import type { Fleet, Release } from './fleet';
import type { ServerLogEntry } from './serverLog';
import type { ServerNotification, Supervisor } from './supervisor';
import { isUp, isWanted, transition, type ServerEvent } from './transition';

/** Asks the client whose server it is how to reach it. */
export type ResolveLaunch = (
  id: string,
  gesture: boolean,
  signal: AbortSignal,
) => Promise<LaunchAnswer>;

/**
 * One client's place at a server. Before the launch is known the seat has a state of its own; then it
 * shares a supervisor with every client whose launch is equal, and shows that one's state.
 */
export class Seat implements Disposable {
  readonly #own = signal<ServerState | undefined>({ kind: 'idle', cached: false });
  readonly #supervisor = signal<Supervisor | undefined>(undefined);
  readonly #log = new Emitter<ServerLogEntry>();
  readonly #notifications = new Emitter<ServerNotification>();
  readonly #store = new DisposableStore();
  #resolving: AbortController | undefined;
  #starting: Promise<void> | undefined;
  #catalogVersion = 0;

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
  readonly #version = computed(() => (this.catalog.value ? ++this.#catalogVersion : 0));
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

  /** Wants the server to run; resolves when it is up or the state says why not. */
  start(gesture: boolean): Promise<void> {
    const state = this.state.peek();
    if (isUp(state)) return Promise.resolve();
    this.#starting ??= this.#start(gesture).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#resolving?.abort();
    const supervisor = this.#supervisor.peek();
    this.#own.value = supervisor ? undefined : { kind: 'idle', cached: false };
    await supervisor?.stop();
  }

  async restart(gesture: boolean): Promise<void> {
    await this.stop();
    await this.start(gesture);
  }

  /** Starts the server where needed. @throws UserError with the reason why it cannot run. */
  async connection(gesture: boolean): Promise<Connection> {
    if (!isUp(this.state.peek())) await this.start(gesture);
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
    return isWanted(this.state.peek()) || this.state.peek().kind === 'blocked';
  }

  release(when: Release): void {
    this.#resolving?.abort();
    const supervisor = this.#supervisor.peek();
    this.#store.dispose();
    this.#log.dispose();
    this.#notifications.dispose();
    if (supervisor) this.fleet.release(supervisor, this, when);
  }

  dispose(): void {
    this.release('now');
  }

  #apply(event: ServerEvent): void {
    this.#own.value = transition(this.#own.peek() ?? this.state.peek(), event);
  }

  async #start(gesture: boolean): Promise<void> {
    const abort = new AbortController();
    this.#resolving = abort;
    this.#apply({ kind: 'start', attempt: 1 });
    try {
      const answer = await this.resolveLaunch(this.id, gesture, abort.signal);
      if (abort.signal.aborted) return;
      if (answer.kind === 'blocked') {
        this.#apply({ kind: 'block', need: answer.need, reason: answer.reason });
      } else if (answer.kind === 'disabled') {
        this.#apply({ kind: 'disable', reason: answer.reason });
      } else if (answer.kind === 'failed') {
        this.#apply({ kind: 'fail', error: answer.reason });
      } else {
        await this.#board(answer);
      }
    } catch (error) {
      if (!abort.signal.aborted) this.#apply({ kind: 'fail', error: reasonOf(error) });
    } finally {
      if (this.#resolving === abort) this.#resolving = undefined;
    }
  }

  async #board(target: Extract<LaunchAnswer, { kind: 'resolved' }>): Promise<void> {
    const before = this.#supervisor.peek();
    const supervisor = this.fleet.acquire(target, this);
    if (before && before !== supervisor) this.fleet.release(before, this, 'now');
    this.#supervisor.value = supervisor;
    const started = supervisor.start();
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
      catalogVersion: this.#version.value,
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
      return new UserError(state.reason.code, { ...state.reason.args, server });
    case 'failed':
    case 'backingOff':
      return new UserError(state.error.code, { ...state.error.args, server });
    case 'idle':
    case 'starting':
    case 'running':
    case 'degraded':
    case 'stopping':
      return new UserError('notRunning', { server, state: state.kind });
  }
}
