import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../base/processIdentity';
import { ledgerKey, matchesCommand } from './commandHash';
import { isLedgerName, parseLedger, type LedgerContents, type LedgerEntry } from './ledger';
import { isOutOfSight, isOwnerRunning, isRecorded, endOrphans, type Ended } from './orphans';
import { commandLinesOf, readProcesses, type ProcessFacts } from './processFacts';
import type { WatchdogTarget } from './watchdog';

/** Limit for the owner of a ledger to exit after its pipe has ended, in milliseconds. */
const longestEnd = 2_000;
const lookAgainAfter = 20;

interface FoundLedger extends LedgerContents {
  readonly file: string;
}

/** A ledger reduced to its proved entries. */
interface JudgedLedger extends FoundLedger {
  /** True if a process with the id of an unproved entry may be that entry. */
  readonly doubtful: boolean;
}

/** The functions of the system that the reaper uses. */
export interface ReaperSystem {
  readonly readProcesses: typeof readProcesses;
  readonly commandLinesOf: typeof commandLinesOf;
  readonly endOrphans: typeof endOrphans;
}

const thisSystem: ReaperSystem = { readProcesses, commandLinesOf, endOrphans };

const nothing: Ended = { ended: [], left: [], complete: true };

/**
 * Ends the orphans of the ledgers in a run folder; every host does so before its first start. Proof is a mark of the
 * owner, the id and birth of an entry, or descent from these. Without a birth, its start time and its command count.
 * Ledgers of living owners of any build, and of owners with their own process ids, are left alone. Several reapers do
 * no harm, because a signal goes only to processes that are proved at that moment.
 */
export async function reapFolder(
  folder: string,
  system: ReaperSystem = thisSystem,
): Promise<Ended> {
  const ledgers = (await readLedgers(folder)).filter(({ owner }) => !isOutOfSight(owner));
  // Mostly there is none, and the processes of the machine need not be read.
  if (ledgers.every(({ owner }) => owner.birth !== undefined && isRunning(owner))) return nothing;
  const all = await system.readProcesses();
  const abandoned = ledgers.filter(({ owner }) => !isOwnerRunning(owner, all));
  if (abandoned.length === 0) return nothing;
  const isProved = await proverOf(folder, abandoned, all, system);
  const judged = abandoned.map((ledger) => withoutDoubt(ledger, all, isProved));
  const result = await system.endOrphans(judged, false);
  await forget(
    result,
    judged.filter(({ doubtful }) => !doubtful),
  );
  return result;
}

/**
 * Ends the orphans of one owner right after its end, and of no other. The ids of its servers cannot have passed to
 * other processes yet. So children of exited servers are known as well. Does nothing while the owner lives.
 */
export async function reapOwner({ owner, ledger }: WatchdogTarget): Promise<Ended> {
  const late = performance.now() + longestEnd;
  while (isRunning(owner) && performance.now() < late) await delay(lookAgainAfter);
  if (isRunning(owner) && isOwnerRunning(owner, await readProcesses())) return nothing;
  const contents = await readLedger(ledger);
  if (!contents) return nothing;
  const result = await endOrphans([contents], true);
  await forget(result, [contents]);
  return result;
}

/** Removes finished ledgers; the next reaper retries the others. */
async function forget({ left, complete }: Ended, ledgers: readonly FoundLedger[]): Promise<void> {
  if (left.length === 0 && complete)
    await Promise.all(ledgers.map(({ file }) => rm(file, { force: true })));
}

async function readLedgers(folder: string): Promise<FoundLedger[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readLedger(path.join(folder, name))));
  return found.filter((ledger) => ledger !== undefined);
}

/** Reads a ledger; a file that is gone counts as empty, because marks say the rest. */
async function readLedger(file: string): Promise<FoundLedger | undefined> {
  const name = path.basename(file);
  if (!isLedgerName(name)) return undefined;
  const contents = parseLedger(name, await readFile(file, 'utf8').catch(() => ''));
  return contents && { ...contents, file };
}

/** The ledger without entries that might be confused with other processes. */
function withoutDoubt(
  ledger: FoundLedger,
  all: readonly ProcessFacts[],
  isProved: (entry: LedgerEntry) => boolean,
): JudgedLedger {
  const entries = ledger.entries.filter(isProved);
  const unproved = ledger.entries.filter((entry) => !entries.includes(entry));
  const doubtful = unproved.some((entry) => all.some((facts) => isRecorded(entry, facts)));
  return { ...ledger, entries, doubtful };
}

/** Reads the command lines of all entries at once, because each look of PowerShell takes a second. */
async function proverOf(
  folder: string,
  ledgers: readonly FoundLedger[],
  all: readonly ProcessFacts[],
  system: ReaperSystem,
): Promise<(entry: LedgerEntry) => boolean> {
  const leaderOf = (entry: LedgerEntry): ProcessFacts | undefined =>
    all.find((facts) => isRecorded(entry, facts));
  const asked = ledgers
    .flatMap(({ entries }) => entries.filter(({ birth }) => birth === undefined))
    .flatMap((entry) => leaderOf(entry) ?? [])
    .filter((leader) => !leadsAlone(leader));
  const shown = await system.commandLinesOf(asked);
  return (entry) => {
    if (entry.birth !== undefined) return true;
    const leader = leaderOf(entry);
    if (!leader || leadsAlone(leader)) return leader !== undefined;
    const line = shown.get(entry.pid);
    return line !== undefined && matchesCommand(ledgerKey(folder), entry.command, line);
  };
}

/** True if it leads a group and has lost its parent, as few do. npm writes over its command line. */
function leadsAlone({ pid, group, parent }: ProcessFacts): boolean {
  return group === pid && parent <= 1;
}
