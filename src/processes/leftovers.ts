import { isRunning, pidNamespace, linuxBoot } from '../base/processIdentity';
import type { LedgerContents, LedgerOwner, RecordedProcess } from './ledgerFile';
import type { ProcessFacts } from './processFacts';
import { treeOf, type TreeRoot } from './processTree';

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
export function leftoversOf(
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
