import { Ending } from './ending';
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
  return { ended: leftovers.seen.filter((facts) => !left.includes(facts)), left };
}

class Leftovers extends Ending {
  constructor(
    private readonly ledgers: readonly LedgerContents[],
    private readonly witnessed: boolean,
  ) {
    super();
  }

  protected override async select(all: readonly ProcessFacts[]): Promise<readonly ProcessFacts[]> {
    const sight = { all, marks: await marksOf(all) };
    return this.ledgers.flatMap((ledger) => leftoversOf(ledger, sight, this.witnessed));
  }
}
