import { isRunning, pidNamespace, linuxBoot, startedBefore } from '../base/processIdentity';
import type { LedgerContents, LedgerOwner, RecordedProcess } from './ledger';
import { type ProcessFacts, marksOf } from './processFacts';
import { treeOf, type TreeRoot, afterKill } from './processTree';
import { Termination, type Selection } from './termination';

/** The error of start times as the system reports them, in milliseconds. */
const tolerance = 2_000;
/** Windows counts milliseconds since 1601. */
const windowsEpoch = 11_644_473_600_000;

/** The birth of no process. */
const nobody = '';
/** The id of a process that is known by its mark only. */
const unknown = 0;

/** A snapshot of the machine's processes. */
interface Sight {
  readonly all: readonly ProcessFacts[];
  readonly marks: ReadonlyMap<number, string>;
}

/**
 * The running processes that a ledger's owner started: processes of its entries or with its marks, and their trees.
 * An entry whose process has ended counts by its mark. Its group counts only if the end was `witnessed`.
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
 * True if it is the recorded process. Without a recorded birth it must be old enough. An older process is no
 * contradiction, because a machine that slept has lost time since its start.
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
 * True if the owner of a ledger is in a container that shares our run folder. Its state is unknown then, because its
 * process ids are not ours. An owner of another boot is gone wherever it was.
 */
export function isOutOfSight({ birth, namespace }: LedgerOwner): boolean {
  if (namespace === undefined || namespace === pidNamespace()) return false;
  return birth?.split('/')[0] === linuxBoot();
}

/** True if the owner of a ledger lives, or in doubt. */
export function isOwnerRunning(
  owner: RecordedProcess,
  all: readonly ProcessFacts[],
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (owner.birth !== undefined || Number.isNaN(owner.at)) return isRunning(owner);
  return all.some((facts) => isRecorded(owner, facts, platform));
}

/** Milliseconds between SIGTERM and SIGKILL, few because the stdin of an orphan has ended with its host. */
const afterTerminate = 1_000;

/** The result of a termination. */
export interface Ended {
  readonly ended: readonly ProcessFacts[];
  /** Processes that could not be ended, because they belong to another user or hang in the system. */
  readonly left: readonly ProcessFacts[];
  /** False: for some process it could not be found out in time if it was to end. */
  readonly complete: boolean;
}

/**
 * Ends the processes that {@link orphansOf} finds: SIGTERM, because `docker run` passes it on, and SIGKILL a second
 * later. Takes a few seconds at most. Rejects if the system does not list its processes.
 */
export async function endOrphans(
  ledgers: readonly LedgerContents[],
  witnessed: boolean,
): Promise<Ended> {
  const orphans = new OrphanTermination(ledgers, witnessed);
  await orphans.end('SIGTERM', afterTerminate);
  const left = await orphans.end('SIGKILL', afterKill);
  const ended = orphans.seen.filter((facts) => !left.includes(facts));
  return { ended, left, complete: orphans.complete };
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

  /** False for a process that is older than every owner. */
  #mayHaveMark({ birth }: ProcessFacts): boolean {
    return !this.ledgers.every(({ owner }) => startedBefore(birth, owner.birth ?? ''));
  }
}
