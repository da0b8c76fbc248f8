import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../base/processIdentity';
import { ledgerKey, matchesCommand } from './commandHash';
import { isOutOfSight, isOwnerRunning, isRecorded, endOrphans, type Ended } from './orphans';
import { commandLineOf, readProcesses, type ProcessFacts } from './processFacts';
import type { WatchdogTarget } from './watchdog';
import { isLedgerName, parseLedger, type LedgerContents, type LedgerEntry } from './ledger';

/** How long the owner of a ledger may take to end after its pipe did, in milliseconds. */
const longestEnd = 2_000;
const lookAgainAfter = 20;

interface FoundLedger extends LedgerContents {
  readonly file: string;
}

/** A ledger of which only those entries are believed that could be proved. */
interface JudgedLedger extends FoundLedger {
  /** Whether another entry may be what runs with its id. */
  readonly doubtful: boolean;
}

/** What the reaper asks of the system. */
export interface ReaperSystem {
  readonly readProcesses: typeof readProcesses;
  readonly commandLineOf: typeof commandLineOf;
  readonly endOrphans: typeof endOrphans;
}

const thisSystem: ReaperSystem = { readProcesses, commandLineOf, endOrphans };

const nothing: Ended = { ended: [], left: [], complete: true };

/**
 * Ends what the owners of the ledgers in a run folder left behind, but only what is provably theirs: a
 * process that has a mark of the owner, or id and birth of an entry (where no birth was known: the time
 * of its start and its command), and what came of these. Ledgers of living owners, of whatever build,
 * and of those who have ids of their own are left alone. Several at once do no harm: a signal goes only to what is
 * proved at that moment.
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
  const isProved = proverOf(folder, all, system);
  const judged = await Promise.all(abandoned.map((ledger) => withoutDoubt(ledger, all, isProved)));
  const result = await system.endOrphans(judged, false);
  await forget(
    result,
    judged.filter(({ doubtful }) => !doubtful),
  );
  return result;
}

/**
 * Ends what the owner of one ledger left behind, right after its end: an id it had given to a server
 * cannot have gone to another process or group yet, so that also the children of a server which has
 * ended by itself are known. Does nothing while the owner lives.
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

/** What could not be ended, or not be seen, is tried again by the next one. */
async function forget({ left, complete }: Ended, ledgers: readonly FoundLedger[]): Promise<void> {
  if (left.length === 0 && complete)
    await Promise.all(ledgers.map(({ file }) => rm(file, { force: true })));
}

async function readLedgers(folder: string): Promise<FoundLedger[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readLedger(path.join(folder, name))));
  return found.filter((ledger) => ledger !== undefined);
}

/** A file that has gone meanwhile is as good as an empty one: marks tell the rest. */
async function readLedger(file: string): Promise<FoundLedger | undefined> {
  const name = path.basename(file);
  if (!isLedgerName(name)) return undefined;
  const contents = parseLedger(name, await readFile(file, 'utf8').catch(() => ''));
  return contents && { ...contents, file };
}

/** The ledger with those entries only whose process would not be taken for another one's. */
async function withoutDoubt(
  ledger: FoundLedger,
  all: readonly ProcessFacts[],
  isProved: (entry: LedgerEntry) => Promise<boolean>,
): Promise<JudgedLedger> {
  const judged = await Promise.all(
    ledger.entries.map(async (entry) => ((await isProved(entry)) ? [entry] : [])),
  );
  const entries = judged.flat();
  const unproved = ledger.entries.filter((entry) => !entries.includes(entry));
  const doubtful = unproved.some((entry) => all.some((facts) => isRecorded(entry, facts)));
  return { ...ledger, entries, doubtful };
}

function proverOf(
  folder: string,
  all: readonly ProcessFacts[],
  system: ReaperSystem,
): (entry: LedgerEntry) => Promise<boolean> {
  return async (entry) => {
    if (entry.birth !== undefined) return true;
    const leader = all.find(({ pid }) => pid === entry.pid);
    if (!leader || !isRecorded(entry, leader)) return false;
    // npm writes over its command line; but few lead a group and have lost their parent.
    if (leader.group === leader.pid && leader.parent <= 1) return true;
    const shown = await system.commandLineOf(entry.pid);
    return shown !== undefined && matchesCommand(ledgerKey(folder), entry.command, shown);
  };
}
