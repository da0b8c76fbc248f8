import { createHmac, randomBytes } from 'node:crypto';
import { computed, signal, type Signal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { canonicalJson } from '../base/json';
import { raceAbort, settlesWithin } from '../base/abort';
import type { Root } from '../ipc/questions';
import { endWhenIdle, longestOf } from './idleShutdown';
import type { ServerKnowledge } from './knownFiles';
import { KnownServers } from './knownServers';
import type { ServerUser } from './serverUser';
import { Supervisor } from './supervisor';
import type { SecretLaunch, SupervisorOptions } from './supervisorOptions';
import { joinedRoots, rootsKey } from './mergeRequirements';

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
  readonly users: Signal<ReadonlySet<ServerUser>>;
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
  acquire(target: SharedLaunch, user: ServerUser, known: ServerKnowledge = {}): Supervisor {
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
  release(supervisor: Supervisor, user: ServerUser, when: Release): void {
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
  async drain(supervisor: Supervisor, user: ServerUser, hurry: AbortSignal): Promise<void> {
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
  async settle(supervisor: Supervisor, hurry: AbortSignal): Promise<void> {
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
    const users = signal<ReadonlySet<ServerUser>>(new Set());
    const conduct = this.options.conductOf?.(textOf(target));
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
  #leave(supervisor: Supervisor, user: ServerUser): PoolEntry | undefined {
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
  return all.length > 0 ? rootsKey(joinedRoots(all)) : lastRoots;
}

/** Windows spells it `Path`. */
function pathOf(env: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}
