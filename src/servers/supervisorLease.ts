import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import type { ServerSnapshot } from '../ipc/state';
import type { ServerPool, SharedLaunch } from './serverPool';
import type { ServerKnowledge } from './knownFiles';
import type { ServerNotification } from './liveConnection';
import type { ServerLogEntry } from './serverLog';
import type { ServerUser } from './serverUser';
import type { Supervisor } from './supervisor';

/** The way out of a launch. */
interface Departure {
  /** Aborting cuts open calls off. */
  readonly hurry: AbortController;
  /** Resolves when the process is gone or left to others. */
  readonly left: Promise<void>;
  /** Whether acquiring the same launch again takes it back. */
  readonly mayStay: boolean;
}

/** The supervisor that a server handle uses, from its acquisition until it is gone or left to others. */
export class SupervisorLease implements Disposable {
  readonly #supervisor = signal<Supervisor | undefined>(undefined);
  readonly #log = new Emitter<ServerLogEntry>();
  readonly #notifications = new Emitter<ServerNotification>();
  readonly #store = new DisposableStore();
  #departure: Departure | undefined;

  readonly onLog: Event<ServerLogEntry> = this.#log.event;
  readonly onNotification: Event<ServerNotification> = this.#notifications.event;

  constructor(
    private readonly pool: ServerPool,
    private readonly user: ServerUser,
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

  /** The supervisor that was acquired last; its log and lists stay until its process is gone. */
  get supervisor(): ReadonlySignal<Supervisor | undefined> {
    return this.#supervisor;
  }

  /** What snapshots tell of its process; to be read where signals are. */
  process(): Pick<ServerSnapshot, 'pid' | 'lastFailure' | 'restarts'> {
    const { pid, lastFailure, restarts } = this.#supervisor.value ?? {};
    return { pid: pid?.value, lastFailure: lastFailure?.value, restarts: restarts?.value ?? 0 };
  }

  /** Set while the launch that was is on its way out; resolves when that is over. */
  get left(): Promise<void> | undefined {
    return this.#departure?.left;
  }

  /** Whether what is on its way out goes on if its launch is acquired again. */
  get mayStay(): boolean {
    return this.#departure?.mayStay === true;
  }

  /** Whether acquiring this launch leads to the supervisor that is there. */
  leadsTo(target: SharedLaunch): boolean {
    const supervisor = this.#supervisor.peek();
    return supervisor !== undefined && this.pool.isLaunchOf(supervisor, target);
  }

  /** Goes over to the supervisor of a launch; where that is a new one it begins with what is `known`. */
  acquire(target: SharedLaunch, known: ServerKnowledge): Supervisor {
    const before = this.#supervisor.peek();
    const supervisor = this.pool.acquire(target, this.user, known);
    if (before && before !== supervisor) this.pool.release(before, this.user, 'now');
    else if (this.mayStay) this.#departure = undefined;
    this.#supervisor.value = supervisor;
    return supervisor;
  }

  /** Lets go of the launch, after its open calls unless others keep it. */
  leave(): void {
    const supervisor = this.#supervisor.peek();
    if (!supervisor || this.#departure) return;
    const left = (): void => {
      this.#supervisor.value = undefined;
    };
    this.#depart((hurry) => this.pool.drain(supervisor, this.user, hurry), left);
  }

  /** Ends the process for everyone who uses it, after its open calls; the supervisor stays. */
  settle(): void {
    const supervisor = this.#supervisor.peek();
    if (!supervisor || this.#departure) return;
    this.#depart((hurry) => this.pool.settle(supervisor, hurry));
  }

  /** Has what is on its way out wait for no call; resolves when it is gone. */
  async hurry(): Promise<void> {
    this.#departure?.hurry.abort();
    await this.#departure?.left;
  }

  /** Lets go for good; see `ServerHandle.release`. */
  release(when: 'later' | 'drained'): void {
    const supervisor = this.#supervisor.peek();
    this.dispose();
    if (!supervisor) return;
    if (when === 'later') this.pool.release(supervisor, this.user, 'later');
    else void this.pool.drain(supervisor, this.user, new AbortController().signal);
  }

  /** Listens no more; the supervisor is told nothing. */
  dispose(): void {
    this.#store.dispose();
    this.#log.dispose();
    this.#notifications.dispose();
  }

  /** `onLeft`: what follows unless that was taken back; a departure without is not taken back. */
  #depart(leave: (hurry: AbortSignal) => Promise<void>, onLeft?: () => void): void {
    const hurry = new AbortController();
    const left = leave(hurry.signal).then(() => {
      if (this.#departure !== departure) return;
      this.#departure = undefined;
      onLeft?.();
    });
    const departure: Departure = { hurry, left, mayStay: onLeft !== undefined };
    this.#departure = departure;
  }
}
