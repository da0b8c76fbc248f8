import { createHmac, randomBytes } from 'node:crypto';
import { computed, signal, type Signal } from '@preact/signals-core';
import { longestTimer, raceAbort, settlesWithin } from '../base/abort';
import type { Disposable } from '../base/disposable';
import { canonicalJson } from '../base/json';
import { unionOfRoots, type Root } from '../ipc/serverRequest';
import type { Grace } from './grace';
import type { ServerKnowledge } from './knownFiles';
import { endWhenIdle, longestOf } from './idleShutdown';
import { KnownServers } from './knownServers';
import { rootsKey, type ServerClient } from './serverClients';
import { Supervisor, type SecretLaunch, type SupervisorOptions } from './supervisor';

/** A launch, and the conditions for sharing its process. */
export interface SharedLaunch extends SecretLaunch {
  /** Only clients with the same key share a process; an absent key is a key, too. */
  readonly shareKey?: string | undefined;
  /** Only a process without another client is shared. */
  readonly exclusive?: boolean | undefined;
  /**
   * The folders of the client. A server that has ever requested folders is shared only by clients with the same ones.
   */
  readonly roots?: readonly Root[] | undefined;
}

/** The lives of unused servers. */
export interface PoolTimes {
  /** The time for which a server outlives the client that used it last. */
  readonly grace: Pick<Grace, 'start'>;
  /** Milliseconds for which a server that is to end may go on with the calls that are open. */
  readonly drain: number;
}

/** A supervisor with the clients that use it. */
export interface PoolEntry {
  readonly key: string;
  readonly supervisor: Supervisor;
  readonly clients: Signal<ReadonlySet<ServerClient>>;
  /** The `rootsKey` of the clients that left last. */
  lastRoots?: string | undefined;
  readonly idleShutdown: Disposable;
  /** The wait for its last client; set since that left for the first time. */
  grace?: Disposable | undefined;
  /** Set while the server drains; aborted when a client uses it again. */
  draining?: AbortController | undefined;
}

/**
 * When a server without clients ends: `later`, because a reloaded window comes back and must find its process;
 * `drained`, when its open calls are finished, within a time limit.
 */
export type ReleaseTime = 'now' | 'later' | 'drained';

/**
 * All servers of the host, one supervisor for each distinct resolved launch. Clients with equal launches share a
 * process. Equal means command, arguments, working folder, environment and `PATH`; or URL, headers and network. A
 * server without clients ends, at once or after a grace.
 */
export class ServerPool {
  /** More than one entry of a key only where their clients have other folders. */
  readonly #entries = new Map<string, Set<PoolEntry>>();
  /** The entries that wait for clients that left, by those clients' `lastingId`. */
  readonly #left = new Map<string, PoolEntry>();
  readonly #ending = new Set<Promise<void>>();
  /** The key of a launch is an HMAC with this value, because launches hold secrets. It never leaves the host. */
  readonly #hashKey = randomBytes(32);

  constructor(
    private readonly options: SupervisorOptions,
    private readonly times: PoolTimes,
    /** Knowledge of servers, for the clients that declare them. */
    readonly known = new KnownServers(),
  ) {}

  /** The entry of a launch, a new one beginning with what is `known`. `client` uses it until {@link release}. */
  acquire(target: SharedLaunch, client: ServerClient, known: ServerKnowledge): PoolEntry {
    const fitting = this.#fitting(target, client);
    const mine = fitting.find(({ clients }) => clients.peek().has(client));
    const entry = mine ?? fitting[0] ?? this.#add(target, known);
    // It has come back.
    this.#left.delete(client.lastingId);
    entry.grace?.dispose();
    entry.draining?.abort();
    entry.clients.value = new Set([...entry.clients.peek(), client]);
    // A secret of one client may be plain text of another.
    entry.supervisor.hide(target.secrets);
    return entry;
  }

  /** True if {@link acquire} would give this entry for the launch. */
  isLaunchOf(entry: PoolEntry, target: SharedLaunch, client: ServerClient): boolean {
    return this.#fitting(target, client).includes(entry);
  }

  /**
   * Ends the process that the client has left behind before it came back, unless the launch leads to it, or others use
   * it. Resolves when it is gone; `undefined` where there is none.
   */
  endLeft(target: SharedLaunch, client: ServerClient): Promise<void> | undefined {
    const entry = this.#left.get(client.lastingId);
    if (!entry || entry.clients.peek().size > 0) return undefined;
    return this.#fitting(target, client).includes(entry) ? undefined : this.#end(entry);
  }

  /**
   * Lets go of a server, which ends unless others use it. Resolves when its process is gone or others have it, and at
   * once if it ends `later`. Aborting `cut` ends the draining.
   */
  async release(
    entry: PoolEntry,
    client: ServerClient,
    when: ReleaseTime,
    cut?: AbortSignal,
  ): Promise<void> {
    if (!entry.clients.peek().has(client)) return;
    entry.lastRoots = rootsOf(entry);
    const others = [...entry.clients.peek()].filter((other) => other !== client);
    entry.clients.value = new Set(others);
    if (others.length > 0) return;
    if (when === 'later') {
      entry.grace = this.times.grace.start(() => void this.#end(entry));
      this.#left.set(client.lastingId, entry);
      return;
    }
    if (when === 'drained') {
      const draining = new AbortController();
      entry.draining = draining;
      await this.#drain(
        entry.supervisor,
        AbortSignal.any([draining.signal, ...(cut ? [cut] : [])]),
      );
      if (draining.signal.aborted) return;
    }
    await this.#end(entry);
  }

  /**
   * Drains and stops a server for all of its clients, which keep it. Resolves when its process is gone, or left to the
   * others because `client` went meanwhile.
   */
  async stop(
    { supervisor, clients }: PoolEntry,
    client: ServerClient,
    cut: AbortSignal,
  ): Promise<void> {
    await this.#drain(supervisor, cut);
    const users = clients.peek();
    if (users.has(client) || users.size === 0) await supervisor.stop();
  }

  /** True if a text has a secret of any server. */
  holdsSecret(text: string): boolean {
    for (const equals of this.#entries.values())
      for (const { supervisor } of equals) if (supervisor.log.holdsSecret(text)) return true;
    return false;
  }

  /** Stops every server; resolves when no process of ours is left. */
  async stopAll(): Promise<void> {
    for (const entries of this.#entries.values())
      for (const entry of entries) void this.#end(entry);
    await Promise.all(this.#ending);
  }

  #add(target: SharedLaunch, known: ServerKnowledge): PoolEntry {
    const key = this.#keyOf(target);
    const clients = signal<ReadonlySet<ServerClient>>(new Set());
    const quarantine = this.options.quarantineOf?.(textOf(target));
    const supervisor = new Supervisor(target, this.options, clients, { known, quarantine });
    const agreed = computed(() =>
      longestOf(Array.from(clients.value, ({ idleMinutes }) => idleMinutes.value)),
    );
    const isWatched = computed(() =>
      [...clients.value].some(({ requirements }) => requirements.value.watched?.length),
    );
    const idleShutdown = endWhenIdle(supervisor, agreed, isWatched);
    const entry = { key, supervisor, clients, idleShutdown };
    this.#entries.set(key, (this.#entries.get(key) ?? new Set()).add(entry));
    return entry;
  }

  /** The entries of the launch that a client with its folders may share. */
  #fitting(target: SharedLaunch, client: ServerClient): PoolEntry[] {
    const wanted = rootsKey(target.roots);
    return [...(this.#entries.get(this.#keyOf(target)) ?? [])].filter((entry) => {
      const { supervisor, clients } = entry;
      const isFree = clients.peek().size === 0 || clients.peek().has(client);
      const hasFolders = !supervisor.asksRoots.peek() || rootsOf(entry) === wanted;
      return hasFolders && (isFree || !target.exclusive);
    });
  }

  /** Waits for the open calls until `cut` aborts, within a time limit unless somebody may stand at a breakpoint. */
  async #drain({ calls, log, isDebugged }: Supervisor, cut: AbortSignal): Promise<void> {
    if (calls.count === 0) return;
    const limit = isDebugged ? longestTimer : this.times.drain;
    const seconds = Math.ceil(limit / 1_000);
    const args = { calls: calls.count, ...(!isDebugged && { seconds }) };
    log.note('info', { code: 'finishesCalls', args });
    const settled = await settlesWithin(limit, raceAbort(calls.finished(), cut));
    if (settled) return;
    log.note('warning', { code: 'callsCutOff', args: { calls: calls.count, seconds } });
  }

  /** Stops a server. A client that acquires it meanwhile waits for that end, so that there are never two. */
  #end(entry: PoolEntry): Promise<void> {
    entry.grace?.dispose();
    for (const [id, left] of this.#left) if (left === entry) this.#left.delete(id);
    const { key, supervisor, clients, idleShutdown } = entry;
    const end = supervisor.stop().then(() => {
      this.#ending.delete(end);
      const equals = this.#entries.get(key);
      if (clients.peek().size > 0 || !equals?.delete(entry)) return;
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

/** Equal for clients that may share a process. */
function textOf({ launch, shareKey }: SharedLaunch): string {
  const same =
    launch.type === 'stdio'
      ? { ...launch, baseEnv: undefined, path: pathOf(launch.baseEnv) }
      : launch;
  return canonicalJson({ launch: same, shareKey });
}

/** The folders of its clients, or of the last ones. */
function rootsOf({ clients, lastRoots }: PoolEntry): string | undefined {
  const all = Array.from(clients.peek(), ({ roots }) => roots.peek());
  return all.length > 0 ? rootsKey(unionOfRoots(all)) : lastRoots;
}

/** Windows spells it `Path`. */
function pathOf(env: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}
