import type { ProcessSample, ProcessUsage } from '../ipc/processUsage';
import { commandLinesOf, keyOf, readProcesses, type ProcessFacts } from '../processes/processFacts';
import { treeOf } from '../processes/processTree';

/** Milliseconds after which a sample is too old to compare with. */
const maxAge = 60_000;

/** Processes of one server that are described; all of them count in its sums. */
const mostProcesses = 100;

/** Characters of a command line. */
const longestCommand = 500;

/** The command lines of processes; none on Windows, where looking takes a second. */
const quickCommandLinesOf: typeof commandLinesOf = async (processes) =>
  process.platform === 'win32' ? new Map() : commandLinesOf(processes);

/** A server to be measured by its process. */
export interface MeasuredServer {
  readonly id: string;
  readonly pid: number;
  /** A command line without secrets. */
  readonly masked: (text: string) => string;
}

/** The last measurement of a server's process tree. */
interface Measurement {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  /** Processor time so far in ms, by the key of the process. */
  readonly spent: ReadonlyMap<string, number>;
}

/** Measures the memory and processor time of servers' process trees, only on request. */
export class ProcessUsageSampler {
  readonly #measurements = new Map<string, Measurement>();
  /** Command lines as they were read once, by process and name, because a process may become another program. */
  #commands: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly read: () => Promise<readonly ProcessFacts[]> = readProcesses,
    private readonly clock: () => number = () => performance.now(),
    private readonly readCommands: typeof commandLinesOf = quickCommandLinesOf,
  ) {}

  /**
   * Samples these servers by one reading of the machine's processes. The share of the processor is measured since the
   * server's former sample of the last minute. Omits servers that have ended. With `tree` it describes each process.
   */
  async sample(servers: readonly MeasuredServer[], tree = false): Promise<ProcessUsage[]> {
    if (servers.length === 0) return [];
    const all = await this.read();
    const at = this.clock();
    for (const [id, last] of this.#measurements) {
      if (at - last.at > maxAge) this.#measurements.delete(id);
    }
    const measured = servers
      .map(({ id, pid, masked }) => ({ id, masked, processes: treeOf({ pid }, all) }))
      .filter(({ processes }) => processes.length > 0)
      .map((one) => ({ ...one, rows: tree ? inOrder(one.processes).slice(0, mostProcesses) : [] }));
    if (tree) await this.#readCommands(measured.flatMap(({ rows }) => rows.map(({ of }) => of)));
    return measured.map(({ id, masked, processes, rows }) => {
      const shareOf = this.#measure(id, processes, at);
      const sum = sumOf(processes, shareOf);
      if (!tree) return { id, ...sum };
      return { id, ...sum, tree: rows.map((row) => this.#rowOf(row, masked, shareOf(row.of))) };
    });
  }

  /** Notes the time that processes have spent. Returns the share of a process since the former time, if there is one. */
  #measure(
    id: string,
    tree: readonly ProcessFacts[],
    at: number,
  ): (process: ProcessFacts) => number | undefined {
    const before = this.#measurements.get(id);
    const spent = new Map(tree.map((one) => [keyOf(one), one.cpuTime]));
    this.#measurements.set(id, { at, spent });
    return (process) => {
      if (!before || at <= before.at) return undefined;
      // A new process has spent all its time since.
      const busy = process.cpuTime - (before.spent.get(keyOf(process)) ?? 0);
      return Math.max(0, busy) / (at - before.at);
    };
  }

  /** Reads the command lines that are not known yet, and forgets those of processes that are not shown any more. */
  async #readCommands(processes: readonly ProcessFacts[]): Promise<void> {
    const known = this.#commands;
    const read = await this.readCommands(processes.filter((one) => !known.has(commandKey(one))));
    const commands = processes.map((one) => {
      const key = commandKey(one);
      return [key, known.get(key) ?? read.get(one.pid)] as const;
    });
    this.#commands = new Map(
      commands.filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  #rowOf(
    { of, depth }: ProcessRow,
    masked: MeasuredServer['masked'],
    cpu: number | undefined,
  ): ProcessSample {
    const { pid, birth, name, memory } = of;
    const parent = depth > 0 ? of.parent : undefined;
    const command = masked(this.#commands.get(commandKey(of)) ?? name).slice(0, longestCommand);
    return {
      pid,
      birth,
      ...(parent !== undefined && { parent }),
      depth,
      command,
      memory,
      ...(cpu !== undefined && { cpu }),
    };
  }
}

function sumOf(
  tree: readonly ProcessFacts[],
  shareOf: (process: ProcessFacts) => number | undefined,
): Omit<ProcessUsage, 'id'> {
  const shares = tree.map(shareOf).filter((share) => share !== undefined);
  return {
    processes: tree.length,
    memory: tree.reduce((sum, one) => sum + one.memory, 0),
    ...(shares.length > 0 && { cpu: shares.reduce((sum, share) => sum + share, 0) }),
  };
}

interface ProcessRow {
  readonly of: ProcessFacts;
  readonly depth: number;
}

/** The processes by their ids, each followed by those below it. */
function inOrder(tree: readonly ProcessFacts[]): readonly ProcessRow[] {
  const ids = new Set(tree.map(({ pid }) => pid));
  const children = new Map<number, ProcessFacts[]>();
  for (const one of tree.toSorted((a, b) => a.pid - b.pid)) {
    // A process whose parent has ended, or is not of the tree, stands at its top.
    const parent = ids.has(one.parent) && one.parent !== one.pid ? one.parent : 0;
    const others = children.get(parent);
    if (others) others.push(one);
    else children.set(parent, [one]);
  }
  const rows = (parent: number, depth: number): readonly ProcessRow[] =>
    (children.get(parent) ?? []).flatMap((of) => [{ of, depth }, ...rows(of.pid, depth + 1)]);
  return rows(0, 0);
}

function commandKey(process: ProcessFacts): string {
  return `${keyOf(process)} ${process.name}`;
}
