import { createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '../base/json';
import type { ResolvedLaunch } from '../contract/launch';
import {
  Supervisor,
  type SecretLaunch,
  type ServerKnowledge,
  type SupervisorOptions,
} from './supervisor';

/** How a user lets go of a server: `now`, or `later`, because it may come back (a window reload). */
export type Release = 'now' | 'later';

interface Berth {
  readonly supervisor: Supervisor;
  readonly users: Set<object>;
  timer?: NodeJS.Timeout | undefined;
}

/** Definitions whose last known lists are kept after their supervisor is gone. */
const keptKnowledge = 128;

/**
 * All servers of the host, one supervisor for each distinct resolved launch: who asks for an equal
 * launch gets the same process. A server nobody uses any more ends, at once or after the grace.
 */
export class Fleet {
  readonly #berths = new Map<string, Berth>();
  readonly #known = new Map<string, ServerKnowledge>();
  readonly #ending = new Set<Promise<void>>();
  /** Launches hold secrets, so their key is a keyed hash that means nothing outside this process. */
  readonly #hashKey = randomBytes(32);

  constructor(
    private readonly options: SupervisorOptions,
    /** Milliseconds that a server outlives the client that used it last. */
    private readonly grace: () => number,
  ) {}

  /** The supervisor of a launch; `user` keeps it until {@link release}. */
  acquire(target: SecretLaunch, user: object): Supervisor {
    const key = this.#keyOf(target.launch);
    let berth = this.#berths.get(key);
    if (!berth) {
      const supervisor = new Supervisor(target, this.options, this.#known.get(key));
      berth = { supervisor, users: new Set() };
      this.#berths.set(key, berth);
    }
    clearTimeout(berth.timer);
    berth.users.add(user);
    return berth.supervisor;
  }

  /** Lets go of a server; the last user's leaving ends it. */
  release(supervisor: Supervisor, user: object, when: Release): void {
    for (const [key, berth] of this.#berths) {
      if (berth.supervisor !== supervisor || !berth.users.delete(user)) continue;
      if (berth.users.size > 0) return;
      if (when === 'now') this.#end(key, berth);
      else berth.timer = setTimeout(() => this.#end(key, berth), this.grace());
    }
  }

  /** Stops every server; resolves when no process of ours is left. */
  async stopAll(): Promise<void> {
    for (const [key, berth] of this.#berths) this.#end(key, berth);
    await Promise.all(this.#ending);
  }

  /** Kills every process group without waiting: the last act of a host that is going down. */
  killAll(): void {
    for (const { supervisor } of this.#berths.values()) {
      const pid = supervisor.pid.peek();
      if (pid === undefined) continue;
      try {
        process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Stops a server. Who asks for it meanwhile waits for that end: there are never two of it. */
  #end(key: string, berth: Berth): void {
    clearTimeout(berth.timer);
    const { supervisor, users } = berth;
    const end = supervisor.stop().then(() => {
      this.#ending.delete(end);
      if (users.size > 0 || this.#berths.get(key) !== berth) return;
      this.#berths.delete(key);
      this.#remember(key, supervisor.knowledge);
      supervisor.dispose();
    });
    this.#ending.add(end);
  }

  #remember(key: string, knowledge: ServerKnowledge): void {
    this.#known.delete(key);
    this.#known.set(key, knowledge);
    const [oldest] = this.#known.keys();
    if (this.#known.size > keptKnowledge && oldest !== undefined) this.#known.delete(oldest);
  }

  #keyOf(launch: ResolvedLaunch): string {
    const shared =
      launch.type === 'stdio'
        ? { ...launch, baseEnv: undefined, path: pathOf(launch.baseEnv) }
        : launch;
    return createHmac('sha256', this.#hashKey).update(canonicalJson(shared)).digest('hex');
  }
}

/** Windows spells it `Path`. */
function pathOf(env: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}
