import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { linuxBoot, parseLinuxStat } from '../base/processIdentity';
import type { ProcessFacts } from './processFacts';

/** The units of Linux, and the boot they count from. */
export interface LinuxUnits {
  readonly boot: string;
  readonly ticksPerSecond: number;
  /** Bytes. */
  readonly pageSize: number;
}

/** The processes that are read per turn of the event loop, in less than a millisecond. */
const slice = 50;
/** Keys of the auxiliary vector (getauxval(3)): page size and clock ticks. */
const pageSizeKey = 6;
const ticksKey = 17;

let known: LinuxUnits | undefined;

/** The failures to read a process that has ended, or that the system hides from its user. */
const goneOrHidden: readonly unknown[] = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'];

/**
 * All processes in `/proc`, read in one thread, because a pool of threads is eight times slower. Rejects if one cannot
 * be read for another reason, such as too many open files, because it may run.
 */
export async function readLinuxProcesses(): Promise<ProcessFacts[]> {
  const units = (known ??= readUnits());
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: ProcessFacts[] = [];
  for (let start = 0; start < pids.length; start += slice) {
    if (start > 0) await nextTurn();
    for (const pid of pids.slice(start, start + slice)) {
      const facts = readLinuxProcess(pid, units);
      if (facts) found.push(facts);
    }
  }
  return found;
}

function readLinuxProcess(pid: number, units: LinuxUnits): ProcessFacts | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'), units);
  } catch (error) {
    if (goneOrHidden.includes((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

/** The arguments of a process, separated by spaces. */
export async function linuxCommandLine(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text === '' ? undefined : text.replace(/\0$/, '').replaceAll('\0', ' ');
}

/** The facts in `/proc/<pid>/stat`; `undefined` for a process that has ended. */
export function parseStat(text: string, units: LinuxUnits): ProcessFacts | undefined {
  const stat = parseLinuxStat(text);
  if (!stat) return undefined;
  const { pid, name, start, field } = stat;
  return {
    pid,
    parent: field(4),
    group: field(5),
    session: field(6),
    birth: `${units.boot}/${start}`,
    name,
    memory: field(24) * units.pageSize,
    cpuTime: ((field(14) + field(15)) * 1_000) / units.ticksPerSecond,
  };
}

/** The numbers of the auxiliary vector: pairs of machine words, in the machine's byte order. */
export function parseAuxiliaryVector(bytes: Buffer, wordSize: 4 | 8): Map<number, number> {
  const word = (offset: number): number =>
    wordSize === 8 ? Number(bytes.readBigUInt64LE(offset)) : bytes.readUInt32LE(offset);
  const values = new Map<number, number>();
  for (let at = 0; at + 2 * wordSize <= bytes.length; at += 2 * wordSize)
    values.set(word(at), word(at + wordSize));
  return values;
}

function readUnits(): LinuxUnits {
  const wordSize = process.arch === 'arm' || process.arch === 'ia32' ? 4 : 8;
  const auxiliary = parseAuxiliaryVector(readFileSync('/proc/self/auxv'), wordSize);
  return {
    boot: linuxBoot(),
    ticksPerSecond: auxiliary.get(ticksKey) ?? 100,
    pageSize: auxiliary.get(pageSizeKey) ?? 4_096,
  };
}
