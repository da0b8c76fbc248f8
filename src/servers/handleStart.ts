import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { reasonOf } from '../base/errors';
import type { SignInPort } from '../connection/authorization/codeGrant';
import type { LaunchAnswer } from '../ipc/launch';
import type { ServerOptions } from '../ipc/requests';
import { isUp } from '../ipc/serverStates';
import type { ServerState } from '../ipc/state';
import type { SharedLaunch } from './serverPool';
import type { SupervisorLease } from './supervisorLease';
import type { HandleKnowledge } from './handleKnowledge';
import type { Urgency } from './startQueue';
import { transition, type ServerEvent } from './transition';

type Resolved = Extract<LaunchAnswer, { kind: 'resolved' }>;

/** What a server handle says of itself while it starts. */
export interface HandleStartPorts {
  readonly ask: (gesture: boolean, signal: AbortSignal) => Promise<LaunchAnswer>;
  /** As declared last. */
  readonly options: () => ServerOptions;
  /** Leads a person through a sign-in; absent where nobody does. */
  readonly signIn: () => SignInPort | undefined;
  /** Whether somebody waits. */
  readonly urgency: () => Urgency;
}

const idle: ServerState = { kind: 'idle', cached: false };
const resolving: ServerState = { kind: 'starting', attempt: 1, step: 'resolving' };

/**
 * The start of a server handle: it asks how the server is reached, and acquires the supervisor of that
 * launch. Until then the state is its own, from then on the supervisor's.
 */
export class HandleStart {
  readonly #own = signal<ServerState | undefined>(idle);
  readonly state: ReadonlySignal<ServerState> = computed(() => {
    const state = this.#own.value ?? this.lease.supervisor.value?.state.value ?? idle;
    if (state.kind !== 'idle') return state;
    return { kind: 'idle', cached: this.knowledge.catalog.value !== undefined };
  });

  constructor(
    private readonly lease: SupervisorLease,
    private readonly knowledge: HandleKnowledge,
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
    if (this.ports.urgency() === 'asked') supervisor.hasten();
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
