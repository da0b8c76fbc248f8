import { setTimeout as delay } from 'node:timers/promises';
import { familyOf } from './familyOf';
import { keyOf, readProcesses, type ProcessFacts } from './processFacts';
import { sendSignal, stillRuns, type EndSignal } from './signals';

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
export abstract class Ending {
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
    const left = familyOf(
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
