import type { ResourceSample } from '../ipc/requests';
import { readProcesses, type ProcessFacts } from '../processes/processFacts';
import { treeOf } from '../processes/processTree';

/** Milliseconds after which a sample is too old to tell what is going on now. */
const comparable = 60_000;

/** A server's tree as it was last looked at. */
interface Look {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  /** Processor time so far in ms, by pid and birth. */
  readonly spent: ReadonlyMap<string, number>;
}

/** Measures what the process trees of servers take. It reads nothing by itself, only when asked. */
export class ResourceSampler {
  readonly #looks = new Map<string, Look>();

  constructor(
    private readonly read: () => Promise<readonly ProcessFacts[]> = readProcesses,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * What each of these servers takes, by one reading of the machine's processes. The share of the
   * processor is that since the server's sample before, if there is one of the last minute. Servers
   * that have ended meanwhile are left out.
   */
  async sample(
    servers: readonly { readonly id: string; readonly pid: number }[],
  ): Promise<ResourceSample[]> {
    if (servers.length === 0) return [];
    const all = await this.read();
    const at = this.clock();
    for (const [id, look] of this.#looks) {
      if (at - look.at > comparable) this.#looks.delete(id);
    }
    return servers.flatMap(({ id, pid }) => {
      const tree = treeOf({ pid }, all);
      return tree.length > 0 ? [this.#sampleOf(id, tree, at)] : [];
    });
  }

  #sampleOf(id: string, tree: readonly ProcessFacts[], at: number): ResourceSample {
    const before = this.#looks.get(id);
    const spent = new Map(tree.map((one) => [`${one.pid} ${one.birth}`, one.cpuTime]));
    this.#looks.set(id, { at, spent });
    const memory = tree.reduce((sum, one) => sum + one.memory, 0);
    const sample = { id, processes: tree.length, memory };
    if (!before || at <= before.at) return sample;
    let busy = 0;
    // What was not there before has spent all its time since.
    for (const [process, time] of spent) busy += time - (before.spent.get(process) ?? 0);
    return { ...sample, cpu: Math.max(0, busy) / (at - before.at) };
  }
}
