import { setTimeout as delay } from 'node:timers/promises';
import { memo } from '../base/lazy';
import { isRunning, reaches } from '../base/processIdentity';
import { keyOf, readProcesses, type ProcessFacts } from './processFacts';
import { isUserApp } from './userApps';
import { terminateWindowsProcesses } from './windowsProcesses';

/** Milliseconds between checks, because the end of a process that is not a child is not reported. */
const pollInterval = 20;
/** Milliseconds after which the processes are listed again while they are killed, because they may start others. */
const killInterval = 200;

/** The processes to end. */
export interface Selection {
  readonly selected: readonly ProcessFacts[];
  /** False: for some process it could not be found out in time if it is one of them. */
  readonly complete: boolean;
}

/**
 * A termination in progress. A process that was found once remains part of it, wherever it moves. It looks before the
 * first signal, because later the parents are gone, and again until nothing is left.
 */
export abstract class Termination {
  readonly #seen = new Map<string, ProcessFacts>();
  #complete = true;

  /** Signals the group of `leader` as a whole. */
  constructor(private readonly leader?: number) {}

  /** All processes found so far. */
  get seen(): readonly ProcessFacts[] {
    return [...this.#seen.values()];
  }

  /** False: the last look may have missed some. */
  get complete(): boolean {
    return this.#complete;
  }

  /** The processes that still run. Rejects if the system does not list its processes. */
  async look(): Promise<readonly ProcessFacts[]> {
    // On Windows `taskkill` ends a tree also where nobody can look.
    this.#complete = process.platform === 'win32';
    const all = await readProcesses();
    const { selected, complete } = await this.select(all);
    const own = new Set(selected);
    this.#complete = complete;
    const left = descendantsOf(
      all,
      (facts) => own.has(facts) || this.#seen.has(keyOf(facts)),
      (facts) => own.has(facts),
    );
    for (const facts of left) this.#seen.set(keyOf(facts), facts);
    return left;
  }

  /**
   * Signals the processes and waits until none is left, at most for some milliseconds. SIGTERM is sent once.
   * Processes started because of it clean up, and a second one makes some servers give that up. SIGKILL is sent to
   * all that appear.
   * @returns the processes that are left.
   */
  async end(signal: EndSignal, milliseconds: number): Promise<readonly ProcessFacts[]> {
    const deadline = performance.now() + milliseconds;
    const interval = signal === 'SIGKILL' ? killInterval : milliseconds;
    let left = await this.look();
    await sendSignal(left, signal, this.leader);
    while (left.length > 0) {
      await untilGone(left, Math.min(deadline, performance.now() + interval));
      left = await this.look();
      if (performance.now() >= deadline) break;
      if (signal === 'SIGKILL') await sendSignal(left, signal, this.leader);
    }
    return left;
  }

  /** Selects among the current processes. */
  protected abstract select(all: readonly ProcessFacts[]): Promise<Selection>;
}

/** Waits until none of them runs, or until `deadline` (of `performance.now`). */
async function untilGone(processes: readonly ProcessFacts[], deadline: number): Promise<void> {
  do await delay(pollInterval);
  while (performance.now() < deadline && processes.some(stillRuns));
}

/** The signals of a termination; Windows has only the second. */
type EndSignal = 'SIGTERM' | 'SIGKILL';

/** True if a process still runs, as far as is known without waiting. */
function stillRuns({ pid, birth }: ProcessFacts): boolean {
  return isRunning(process.platform === 'linux' ? { pid, birth } : { pid });
}

/**
 * Signals processes, the group of `leader` as a whole, so that none of its members can start another one meanwhile.
 */
async function sendSignal(
  processes: readonly ProcessFacts[],
  signal: EndSignal,
  leader?: number,
): Promise<void> {
  if (process.platform === 'win32') {
    await terminateWindowsProcesses(processes);
    return;
  }
  if (leader !== undefined && processes.some(({ group }) => group === leader))
    reaches(-leader, signal);
  for (const facts of processes)
    if (facts.group !== leader && stillRuns(facts)) reaches(facts.pid, signal);
}

/** True if the group of `leader` has members; false on systems without groups. */
export function hasGroup(leader: number): boolean {
  return process.platform !== 'win32' && reaches(-leader, 0);
}

type Test = (facts: ProcessFacts) => boolean;

/**
 * The processes that pass `isFirst`, and their descendants; never the first processes of the system nor this one. A
 * browser or an editor that one of them opened for the user is left out, descendants included. A browser would take
 * all its tabs along, and an editor on Linux keeps our mark for ever. Processes that pass `isOwn` stay in.
 */
export function descendantsOf(
  all: readonly ProcessFacts[],
  isFirst: Test,
  isOwn: Test,
): readonly ProcessFacts[] {
  const children = childrenOf(all);
  const family = withDescendants(all.filter(isFirst), children);
  const opened = [...family].filter((facts) => isUserApp(facts) && !isOwn(facts));
  const spared = withDescendants(opened, children);
  return [...family].filter((facts) => !spared.has(facts));
}

type Children = ReadonlyMap<number, readonly ProcessFacts[]>;

function withDescendants(first: readonly ProcessFacts[], children: Children): Set<ProcessFacts> {
  const found = new Set<ProcessFacts>();
  const waiting = [...first];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next) || next.pid <= 1 || next.pid === process.pid) continue;
    found.add(next);
    waiting.push(...(children.get(next.pid) ?? []));
  }
  return found;
}

/** The children by their parents, once for a reading, because all servers that end at once look at the same one. */
const childrenOf = memo((all: readonly ProcessFacts[]): Children => {
  const children = new Map<number, ProcessFacts[]>();
  for (const facts of all) {
    const known = children.get(facts.parent);
    if (known) known.push(facts);
    else children.set(facts.parent, [facts]);
  }
  return children;
});
