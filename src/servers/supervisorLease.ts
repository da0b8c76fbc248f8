import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import type { ServerSnapshot } from '../ipc/state';
import type { ServerKnowledge } from './knownFiles';
import type { ServerNotification } from './openCalls';
import type { ServerClient } from './serverClients';
import type { ServerLogEntry } from './serverLog';
import type { PoolEntry, ReleaseTime, ServerPool, SharedLaunch } from './serverPool';
import type { Supervisor } from './supervisor';

/** A draining and its end. */
interface Ending {
  /** Aborting cuts open calls off. */
  readonly cut: AbortController;
  /** Resolves when the process is gone or left to others. */
  readonly ended: Promise<void>;
  /** True if acquiring the same launch again takes it back. */
  readonly canReturn: boolean;
}

/**
 * One client's use of the pool: the supervisor that it acquired last, until its process is gone or left to others.
 */
export class SupervisorLease {
  readonly #entry = signal<PoolEntry | undefined>(undefined);
  readonly #log = new Emitter<ServerLogEntry>();
  readonly #notifications = new Emitter<ServerNotification>();
  readonly #store = new DisposableStore();
  #ending: Ending | undefined;
  /** The time of the last line that the client has; absent until it reads the log. */
  #readUntil: number | undefined;

  /** The supervisor that was acquired last; its log and lists stay until its process is gone. */
  readonly supervisor: ReadonlySignal<Supervisor | undefined> = computed(
    () => this.#entry.value?.supervisor,
  );
  readonly onLog: Event<ServerLogEntry> = this.#log.event;
  readonly onNotification: Event<ServerNotification> = this.#notifications.event;

  constructor(
    private readonly pool: ServerPool,
    private readonly client: ServerClient,
  ) {
    this.#store.add(this.#log);
    this.#store.add(this.#notifications);
    this.#store.add(
      effect(() => {
        const supervisor = this.supervisor.value;
        if (!supervisor) return;
        const { log } = supervisor;
        const until = this.#readUntil ?? Infinity;
        for (const entry of log.entries()) if (entry.time > until) this.#fire(entry);
        const subscriptions = new DisposableStore();
        subscriptions.add(log.onEntry((entry) => this.#fire(entry)));
        subscriptions.add(supervisor.onNotification((one) => this.#notifications.fire(one)));
        return () => subscriptions.dispose();
      }),
    );
  }

  /** The lines of the log. Once it is read, {@link onLog} brings earlier lines of a supervisor acquired later, too. */
  readLog(): ServerLogEntry[] {
    const entries = this.supervisor.peek()?.log.entries() ?? [];
    this.#readUntil = entries.at(-1)?.time ?? this.#readUntil ?? 0;
    return entries;
  }

  /** The part of a snapshot about its process. Reads signals. */
  process(): Pick<ServerSnapshot, 'pid' | 'lastFailure' | 'restarts'> {
    const { pid, lastFailure, restarts } = this.supervisor.value ?? {};
    return { pid: pid?.value, lastFailure: lastFailure?.value, restarts: restarts?.value ?? 0 };
  }

  /** Resolves when the ending launch is gone; `undefined` if none is ending. */
  get ended(): Promise<void> | undefined {
    return this.#ending?.ended;
  }

  /** True if the ending launch continues when it is acquired again. */
  get canReturn(): boolean {
    return this.#ending?.canReturn === true;
  }

  /** True if this launch leads to the current supervisor. */
  serves(target: SharedLaunch): boolean {
    const entry = this.#entry.peek();
    return entry !== undefined && this.pool.isLaunchOf(entry, target, this.client);
  }

  /** Ends what the client has left behind, see `ServerPool.endLeft`. */
  endLeft(target: SharedLaunch): Promise<void> | undefined {
    return this.pool.endLeft(target, this.client);
  }

  /** Changes to the supervisor of a launch; a new supervisor begins with `known`. */
  acquire(target: SharedLaunch, known: ServerKnowledge): Supervisor {
    const before = this.#entry.peek();
    const entry = this.pool.acquire(target, this.client, known);
    if (before && before !== entry) void this.pool.release(before, this.client, 'now');
    else if (this.canReturn) this.#ending = undefined;
    if (before !== entry) entry.supervisor.traffic.renew();
    this.#entry.value = entry;
    return entry.supervisor;
  }

  /**
   * Drains the server, then lets go of it, or has it `stopped` for all of its clients. Only what is let go of can be
   * acquired again meanwhile.
   */
  drain(then: 'released' | 'stopped'): void {
    const entry = this.#entry.peek();
    if (!entry || this.#ending) return;
    const cut = new AbortController();
    const canReturn = then === 'released';
    const drained = canReturn
      ? this.pool.release(entry, this.client, 'drained', cut.signal)
      : this.pool.stop(entry, this.client, cut.signal);
    const ended = drained.then(() => {
      if (this.#ending !== ending) return;
      this.#ending = undefined;
      if (canReturn) this.#entry.value = undefined;
    });
    const ending: Ending = { cut, ended, canReturn };
    this.#ending = ending;
  }

  /** Ends a draining without waiting for calls; resolves when the process is gone. */
  async cutCalls(): Promise<void> {
    this.#ending?.cut.abort();
    await this.#ending?.ended;
  }

  /** Lets go for good, see `ServerHandle.release`. */
  release(when: ReleaseTime): void {
    const entry = this.#entry.peek();
    this.#store.dispose();
    if (entry) void this.pool.release(entry, this.client, when);
  }

  #fire(entry: ServerLogEntry): void {
    if (this.#readUntil !== undefined) this.#readUntil = entry.time;
    this.#log.fire(entry);
  }
}
