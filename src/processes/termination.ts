import { setTimeout as delay } from 'node:timers/promises';
import { keyOf, readProcesses, type ProcessFacts } from './processFacts';
import { isRunning, reaches } from '../base/processIdentity';
import { terminateWindowsProcesses } from './windowsProcesses';
import { isUserApp } from './userApps';

/** Nobody is told of the end of a process that is not its child. */
const pollInterval = 20;
/** What grows while it is killed is looked through again after so many milliseconds. */
const killInterval = 200;

/** What among all processes is to end. */
export interface Selection {
  readonly selected: readonly ProcessFacts[];
  /** False: some process did not tell in time whether it is one of them. */
  readonly complete: boolean;
}

/** Processes that are being ended: who was seen among them stays one of them, wherever it goes. */
export abstract class Termination {
  readonly #seen = new Map<string, ProcessFacts>();
  #complete = true;

  /** Those in the group of `leader` are signalled together. */
  constructor(private readonly leader?: number) {}

  /** Everything that was to end so far. */
  get seen(): readonly ProcessFacts[] {
    return [...this.#seen.values()];
  }

  /** False: there may be more than was found when it was last looked at. */
  get complete(): boolean {
    return this.#complete;
  }

  /** What of it lives. Rejects when the system does not tell its processes. */
  async look(): Promise<readonly ProcessFacts[]> {
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
   * Signals what is to end and waits until nothing is left of it, at most for some milliseconds; gives
   * what is left. SIGTERM is sent once: what is started because of it cleans up, and a second one makes
   * some servers give that up. SIGKILL goes on for all that appears.
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

  /** Selects as things are now. */
  protected abstract select(all: readonly ProcessFacts[]): Promise<Selection>;
}

/** Waits until none of them runs, or the time (of `performance.now`) has come. */
async function untilGone(processes: readonly ProcessFacts[], deadline: number): Promise<void> {
  do await delay(pollInterval);
  while (performance.now() < deadline && processes.some(stillRuns));
}

/** The signals by which processes are ended; Windows knows only the second. */
type EndSignal = 'SIGTERM' | 'SIGKILL';

/** Whether a process that was seen runs, as far as that can be told at once. */
function stillRuns({ pid, birth }: ProcessFacts): boolean {
  return isRunning(process.platform === 'linux' ? { pid, birth } : { pid });
}

/**
 * Signals processes that were just seen, those of the group of `leader` together, so that none of
 * them can start another one meanwhile.
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

/** Whether there is somebody left in the group of `leader`; false where there are no groups. */
export function hasGroup(leader: number): boolean {
  return process.platform !== 'win32' && reaches(-leader, 0);
}

type Test = (facts: ProcessFacts) => boolean;

/**
 * Those that pass `isFirst`, and their descendants. Never the first processes of the system nor this
 * one, whatever they say. A browser or an editor that one of them opened for the person goes on with
 * everything below it, unless it passes `isOwn`: it would take all its tabs along.
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

function childrenOf(all: readonly ProcessFacts[]): Children {
  const children = new Map<number, ProcessFacts[]>();
  for (const facts of all) {
    const known = children.get(facts.parent);
    if (known) known.push(facts);
    else children.set(facts.parent, [facts]);
  }
  return children;
}
