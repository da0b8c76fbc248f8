import { isRunning, pidNamespace, linuxBoot, startedBefore } from '../base/processIdentity';
import { type ProcessFacts, marksOf } from './processFacts';
import { treeOf, type TreeRoot, afterKill } from './processTree';
import { Termination, type Selection } from './termination';
import type { LedgerContents, LedgerOwner, RecordedProcess } from './ledger';

/** By how much the system may tell a start later than it was, in milliseconds. */
const tolerance = 2_000;
/** Windows counts milliseconds since 1601. */
const windowsEpoch = 11_644_473_600_000;

/** The birth of no process. */
const nobody = '';
/** The id of a process that is known by its mark only. */
const unknown = 0;

/** The processes of the machine at one time. */
interface Sight {
  readonly all: readonly ProcessFacts[];
  readonly marks: ReadonlyMap<number, string>;
}

/**
 * What runs of the processes that a ledger's owner started, with all that came of them: the trees of
 * its entries, and whatever has a mark of the owner. Whose leader has ended is known by its mark, and by
 * its group only where the end was `witnessed`.
 */
export function orphansOf(
  { id, entries }: LedgerContents,
  { all, marks }: Sight,
  witnessed: boolean,
): ProcessFacts[] {
  const byPid = new Map(all.map((facts) => [facts.pid, facts]));
  const roots: TreeRoot[] = entries.map((entry) => {
    const { pid, mark } = entry;
    const leader = byPid.get(pid);
    const birth = leader && isRecorded(entry, leader) ? leader.birth : nobody;
    return { pid, mark, birth, witnessed };
  });
  const written = new Set(entries.map(({ mark }) => mark));
  for (const mark of new Set(marks.values())) {
    if (mark.startsWith(`${id}/`) && !written.has(mark)) roots.push({ pid: unknown, mark });
  }
  return [...new Set(roots.flatMap((root) => treeOf(root, all, marks)))];
}

/**
 * Whether it is the very process that was recorded; where no birth was, whether it is old enough. Being
 * older says nothing against it: a machine that was asleep has lost time since its start.
 */
export function isRecorded(
  record: RecordedProcess,
  facts: ProcessFacts,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (facts.pid !== record.pid) return false;
  if (record.birth !== undefined) return record.birth === facts.birth;
  const [boot, start] = facts.birth.split('/');
  if (boot !== '') return false;
  const started = Number(start) - (platform === 'win32' ? windowsEpoch : 0);
  return started <= record.at + tolerance;
}

/**
 * Whether the owner of a ledger has ids of its own (in a container that shares our run folder), so that
 * nobody here can tell if it lives. One of another boot is gone wherever it was.
 */
export function isOutOfSight({ birth, namespace }: LedgerOwner): boolean {
  if (namespace === undefined || namespace === pidNamespace()) return false;
  return birth?.split('/')[0] === linuxBoot();
}

/** Whether the owner of a ledger lives; in doubt it does. */
export function isOwnerRunning(
  owner: RecordedProcess,
  all: readonly ProcessFacts[],
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (owner.birth !== undefined || Number.isNaN(owner.at)) return isRunning(owner);
  return all.some((facts) => isRecorded(owner, facts, platform));
}

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
export async function endOrphans(
  ledgers: readonly LedgerContents[],
  witnessed: boolean,
): Promise<Ended> {
  const leftovers = new OrphanTermination(ledgers, witnessed);
  await leftovers.end('SIGTERM', afterTerminate);
  const left = await leftovers.end('SIGKILL', afterKill);
  const ended = leftovers.seen.filter((facts) => !left.includes(facts));
  return { ended, left, complete: leftovers.complete };
}

class OrphanTermination extends Termination {
  constructor(
    private readonly ledgers: readonly LedgerContents[],
    private readonly witnessed: boolean,
  ) {
    super();
  }

  protected override async select(all: readonly ProcessFacts[]): Promise<Selection> {
    const { known, complete } = await marksOf(all.filter((facts) => this.#mayHaveMark(facts)));
    const sight = { all, marks: known };
    const selected = this.ledgers.flatMap((ledger) => orphansOf(ledger, sight, this.witnessed));
    return { selected, complete };
  }

  /** What is older than its owner has no mark of it. */
  #mayHaveMark({ birth }: ProcessFacts): boolean {
    return !this.ledgers.every(({ owner }) => startedBefore(birth, owner.birth ?? ''));
  }
}
