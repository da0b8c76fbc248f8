import { bornBefore } from './bornBefore';
import { Ending, type Selection } from './ending';
import type { LedgerContents } from './ledgerFile';
import { leftoversOf } from './leftovers';
import { marksOf, type ProcessFacts } from './processFacts';
import { afterKill } from './processTree';

/** In milliseconds. A server has heard of its end already: its stdin ended with its host. */
const afterTerminate = 1_000;

/** What became of processes that were to end. */
export interface Ended {
  readonly ended: readonly ProcessFacts[];
  /** What could not be ended: it belongs to another user or hangs in the system. */
  readonly left: readonly ProcessFacts[];
  /** False: some process did not tell in time whether it was to end. */
  readonly complete: boolean;
}

/**
 * Ends what `leftoversOf` finds: SIGTERM, because that is what `docker run` hands on, and SIGKILL for
 * what still runs a second later. Takes a few seconds at most. Rejects when the system does not tell
 * its processes.
 */
export async function endLeftovers(
  ledgers: readonly LedgerContents[],
  witnessed: boolean,
): Promise<Ended> {
  const leftovers = new Leftovers(ledgers, witnessed);
  await leftovers.end('SIGTERM', afterTerminate);
  const left = await leftovers.end('SIGKILL', afterKill);
  const ended = leftovers.seen.filter((facts) => !left.includes(facts));
  return { ended, left, complete: leftovers.complete };
}

class Leftovers extends Ending {
  constructor(
    private readonly ledgers: readonly LedgerContents[],
    private readonly witnessed: boolean,
  ) {
    super();
  }

  protected override async select(all: readonly ProcessFacts[]): Promise<Selection> {
    const { known, complete } = await marksOf(all.filter((facts) => this.#mayHaveMark(facts)));
    const sight = { all, marks: known };
    const selected = this.ledgers.flatMap((ledger) => leftoversOf(ledger, sight, this.witnessed));
    return { selected, complete };
  }

  /** What is older than its owner has no mark of it. */
  #mayHaveMark({ birth }: ProcessFacts): boolean {
    return !this.ledgers.every(({ owner }) => bornBefore(birth, owner.birth ?? ''));
  }
}
