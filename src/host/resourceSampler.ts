import type { ResourceSample } from '../ipc/requests';
import { readProcesses, type ProcessFacts } from '../processes/processFacts';
import { treeOf } from '../processes/processTree';

/** Milliseconds after which a sample is too old to compare with. */
const maxAge = 60_000;

/** The last measurement of a server's process tree. */
interface Measurement {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  /** Processor time so far in ms, by pid and birth. */
  readonly spent: ReadonlyMap<string, number>;
}

/** Measures the memory and processor time of servers' process trees, only on request. */
export class ResourceSampler {
  readonly #measurements = new Map<string, Measurement>();

  constructor(
    private readonly read: () => Promise<readonly ProcessFacts[]> = readProcesses,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Samples these servers by one reading of the machine's processes. The share of the processor is measured since the
   * server's former sample of the last minute. Omits servers that have ended.
   */
  async sample(
    servers: readonly { readonly id: string; readonly pid: number }[],
  ): Promise<ResourceSample[]> {
    if (servers.length === 0) return [];
    const all = await this.read();
    const at = this.clock();
    for (const [id, last] of this.#measurements) {
      if (at - last.at > maxAge) this.#measurements.delete(id);
    }
    return servers.flatMap(({ id, pid }) => {
      const tree = treeOf({ pid }, all);
      return tree.length > 0 ? [this.#sampleOf(id, tree, at)] : [];
    });
  }

  #sampleOf(id: string, tree: readonly ProcessFacts[], at: number): ResourceSample {
    const before = this.#measurements.get(id);
    const spent = new Map(tree.map((one) => [`${one.pid} ${one.birth}`, one.cpuTime]));
    this.#measurements.set(id, { at, spent });
    const memory = tree.reduce((sum, one) => sum + one.memory, 0);
    const sample = { id, processes: tree.length, memory };
    if (!before || at <= before.at) return sample;
    let busy = 0;
    // A new process has spent all its time since.
    for (const [process, time] of spent) busy += time - (before.spent.get(process) ?? 0);
    return { ...sample, cpu: Math.max(0, busy) / (at - before.at) };
  }
}
