import { createHmac, randomBytes } from 'node:crypto';
import { computed, signal, type Signal, effect, type ReadonlySignal } from '@preact/signals-core';
import { type Disposable, DisposableStore } from '../base/disposable';
import { canonicalJson } from '../base/json';
import { raceAbort, settlesWithin } from '../base/abort';
import type { Root } from '../ipc/questions';
import type { ServerKnowledge } from './knownFiles';
import { KnownServers } from './knownServers';
import { Supervisor, type SecretLaunch, type SupervisorOptions } from './supervisor';
import { longestTimer } from '../connection/timeouts';
import { type ServerClient, unionOfRoots, rootsKey } from './serverClients';
import { Emitter, type Event } from '../base/emitter';
import type { ServerSnapshot } from '../ipc/state';
import type { ServerNotification } from './liveConnection';
import type { ServerLogEntry } from './serverLog';

/** How a user lets go of a server: `now`, or `later`, because it may come back (a window reload). */
type Release = 'now' | 'later';

/** A launch, and who may share its process. */
export interface SharedLaunch extends SecretLaunch {
  /** Only who has the same key gets the same process; absent is a key, too. */
  readonly shareKey?: string | undefined;
  /** A server that asks for the folders of its users is shared only by those with the same ones. */
  readonly roots?: readonly Root[] | undefined;
}

/** How long servers live that nobody uses; times in milliseconds. */
export interface PoolTimes {
  /** How long a server outlives the client that used it last. */
  readonly grace: () => number;
  /** How long a server that is to end may go on with the calls that are open. */
  readonly drain: number;
}

interface PoolEntry {
  readonly key: string;
  readonly supervisor: Supervisor;
  readonly users: Signal<ReadonlySet<ServerClient>>;
  /** Of those who left it last, see `rootsKey`. */
  lastRoots?: string | undefined;
  readonly idleShutdown: Disposable;
  timer?: NodeJS.Timeout | undefined;
  /** Set while the last calls are finished; aborted when somebody uses the server again. */
  draining?: AbortController | undefined;
}

/**
 * All servers of the host, one supervisor for each distinct resolved launch: who asks for an equal
 * launch gets the same process. A server nobody uses any more ends, at once or after the grace.
 */
export class ServerPool {
  /** More than one of a key only where their users have other folders. */
  readonly #entries = new Map<string, Set<PoolEntry>>();
  readonly #entryOf = new WeakMap<Supervisor, PoolEntry>();
  readonly #ending = new Set<Promise<void>>();
  /** Launches hold secrets, so their key is a keyed hash that means nothing outside this process. */
  readonly #hashKey = randomBytes(32);

  constructor(
    private readonly options: SupervisorOptions,
    private readonly times: PoolTimes,
    /** What was learned of servers, for those who declare them. */
    readonly known = new KnownServers(),
  ) {}

  /**
   * The supervisor of a launch, a new one beginning with what is `known`; `user` keeps it until
   * {@link release} or {@link drain}.
   */
  acquire(target: SharedLaunch, user: ServerClient, known: ServerKnowledge = {}): Supervisor {
    const fitting = this.#fitting(target);
    const mine = fitting.find(({ users }) => users.peek().has(user));
    const entry = mine ?? fitting[0] ?? this.#add(target, known);
    clearTimeout(entry.timer);
    entry.draining?.abort();
    entry.users.value = new Set([...entry.users.peek(), user]);
    // What is a secret of one user may be plain text of another.
    entry.supervisor.log.hide(target.secrets);
    return entry.supervisor;
  }

  /** Whether {@link acquire} would give this supervisor for the launch. */
  isLaunchOf(supervisor: Supervisor, target: SharedLaunch): boolean {
    return this.#fitting(target).some((entry) => entry.supervisor === supervisor);
  }

  /** Lets go of a server; the last user's leaving ends it. */
  release(supervisor: Supervisor, user: ServerClient, when: Release): void {
    const entry = this.#leave(supervisor, user);
    if (!entry) return;
    if (when === 'now') void this.#end(entry);
    else entry.timer = setTimeout(() => void this.#end(entry), this.times.grace());
  }

  /**
   * Lets go of a server that is to end: unless others use it, it finishes its open calls first, as far
   * as the time for that reaches and `hurry` is not aborted. Resolves when its process is gone or
   * others have it.
   */
  async drain(supervisor: Supervisor, user: ServerClient, hurry: AbortSignal): Promise<void> {
    const entry = this.#leave(supervisor, user);
    if (!entry) return;
    const draining = new AbortController();
    entry.draining = draining;
    await this.#finishCalls(supervisor, AbortSignal.any([draining.signal, hurry]));
    if (!draining.signal.aborted) await this.#end(entry);
  }

  /**
   * Stops a server for all who use it and keep it: once its open calls are finished, as far as the time
   * for that reaches and `hurry` is not aborted. Resolves when its process is gone.
   */
  async stopAfterCalls(supervisor: Supervisor, hurry: AbortSignal): Promise<void> {
    await this.#finishCalls(supervisor, hurry);
    await supervisor.stop();
  }

  /** Stops every server; resolves when no process of ours is left. */
  async stopAll(): Promise<void> {
    for (const entries of this.#entries.values())
      for (const entry of entries) void this.#end(entry);
    await Promise.all(this.#ending);
  }

  #add(target: SharedLaunch, known: ServerKnowledge): PoolEntry {
    const key = this.#keyOf(target);
    const users = signal<ReadonlySet<ServerClient>>(new Set());
    const conduct = this.options.quarantineOf?.(textOf(target));
    const supervisor = new Supervisor(target, this.options, users, { known, conduct });
    const agreed = computed(() =>
      longestOf(Array.from(users.value, ({ idleMinutes }) => idleMinutes.value)),
    );
    const isWatched = computed(() =>
      [...users.value].some(({ watched }) => watched.value.size > 0),
    );
    const idleShutdown = endWhenIdle(supervisor, agreed, isWatched);
    const entry = { key, supervisor, users, idleShutdown };
    this.#entries.set(key, (this.#entries.get(key) ?? new Set()).add(entry));
    this.#entryOf.set(supervisor, entry);
    return entry;
  }

  /** Those of the launch that a user with its folders may share. */
  #fitting(target: SharedLaunch): PoolEntry[] {
    const wanted = rootsKey(target.roots);
    return [...(this.#entries.get(this.#keyOf(target)) ?? [])].filter(
      (entry) => !entry.supervisor.asksRoots.peek() || rootsOf(entry) === wanted,
    );
  }

  /** The entry that the user left, where nobody else uses it. */
  #leave(supervisor: Supervisor, user: ServerClient): PoolEntry | undefined {
    const entry = this.#entryOf.get(supervisor);
    if (!entry?.users.peek().has(user)) return undefined;
    entry.lastRoots = rootsOf(entry);
    const others = [...entry.users.peek()].filter((other) => other !== user);
    entry.users.value = new Set(others);
    return others.length === 0 ? entry : undefined;
  }

  async #finishCalls({ calls, log }: Supervisor, cut: AbortSignal): Promise<void> {
    if (calls.count === 0) return;
    const seconds = Math.ceil(this.times.drain / 1_000);
    log.note('info', { code: 'finishesCalls', args: { calls: calls.count, seconds } });
    const settled = await settlesWithin(this.times.drain, raceAbort(calls.finished(), cut));
    if (settled) return;
    log.note('warning', { code: 'callsCutOff', args: { calls: calls.count, seconds } });
  }

  /** Stops a server. Who asks for it meanwhile waits for that end: there are never two of it. */
  #end(entry: PoolEntry): Promise<void> {
    clearTimeout(entry.timer);
    const { key, supervisor, users, idleShutdown } = entry;
    const end = supervisor.stop().then(() => {
      this.#ending.delete(end);
      const equals = this.#entries.get(key);
      if (users.peek().size > 0 || !equals?.delete(entry)) return;
      if (equals.size === 0) this.#entries.delete(key);
      idleShutdown.dispose();
      supervisor.dispose();
    });
    this.#ending.add(end);
    return end;
  }

  #keyOf(target: SharedLaunch): string {
    return createHmac('sha256', this.#hashKey).update(textOf(target)).digest('hex');
  }
}

/** Equal for those who may share a process. */
function textOf({ launch, shareKey }: SharedLaunch): string {
  const same =
    launch.type === 'stdio'
      ? { ...launch, baseEnv: undefined, path: pathOf(launch.baseEnv) }
      : launch;
  return canonicalJson({ launch: same, shareKey });
}

/** The folders of its users, or of those who were the last. */
function rootsOf({ users, lastRoots }: PoolEntry): string | undefined {
  const all = Array.from(users.peek(), ({ roots }) => roots.peek());
  return all.length > 0 ? rootsKey(unionOfRoots(all)) : lastRoots;
}

/** Windows spells it `Path`. */
function pathOf(env: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}

/** What is to be seen of a server that may be ended. */
type Ending = Pick<Supervisor, 'state' | 'log' | 'stop'> & {
  readonly calls: Pick<Supervisor['calls'], 'idleSince'>;
};

/**
 * Ends a server that is up once it had no open call, and nobody watched its resources, for `minutes`; absent:
 * never. The next call starts it again.
 */
export function endWhenIdle(
  supervisor: Ending,
  minutes: ReadonlySignal<number | undefined>,
  isWatched: ReadonlySignal<boolean>,
): Disposable {
  let watchedUntil = 0;
  const idleSince = computed(() => {
    const state = supervisor.state.value;
    const since = supervisor.calls.idleSince.value;
    return 'since' in state && since !== undefined ? Math.max(since, state.since) : undefined;
  });
  const stop = effect(() => {
    const [after, since] = [minutes.value, idleSince.value];
    if (isWatched.value) return () => (watchedUntil = Date.now());
    if (after === undefined || since === undefined) return undefined;
    const end = (): void => {
      supervisor.log.note('info', { code: 'idleShutdown', args: { minutes: after } });
      void supervisor.stop();
    };
    const time = Math.max(since, watchedUntil) + after * 60_000 - Date.now();
    const timer = setTimeout(end, Math.min(Math.max(time, 0), longestTimer));
    return () => clearTimeout(timer);
  });
  return { dispose: stop };
}

/** What those who share a server agree on: the longest time, none where one of them names none. */
export function longestOf(times: Iterable<number | undefined>): number | undefined {
  let longest = 0;
  for (const time of times) {
    if (time === undefined) return undefined;
    longest = Math.max(longest, time);
  }
  return longest > 0 ? longest : undefined;
}

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
    private readonly user: ServerClient,
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
    this.#depart((hurry) => this.pool.stopAfterCalls(supervisor, hurry));
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
