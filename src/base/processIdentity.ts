import { readFileSync, readlinkSync } from 'node:fs';
import { linuxBoot, parseLinuxStat } from './linuxStat';

/** A process that cannot be taken for another one that later gets its id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** `<boot>/<start>`; absent where the system does not tell it at once (all but Linux). */
  readonly birth?: string | undefined;
}

/** Who a running process is, told without waiting; without `birth` when it has ended. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, birth: birthOf(pid) };
}

/**
 * Whether that very process runs; one that is dead and waits to be collected does not. Where the birth
 * is not known: whether any process has that id.
 */
export function isRunning({ pid, birth }: ProcessIdentity): boolean {
  return birth === undefined ? reaches(pid, 0) : birthOf(pid) === birth;
}

/**
 * Signals a process, or the group of a negative id, and tells whether it is there; 0 only looks. It is
 * there, too, where it belongs to somebody else and did not get the signal.
 */
export function reaches(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether its id has gone to another process since, as far as that can be told at once. */
export function hasHeir({ pid, birth }: ProcessIdentity): boolean {
  const now = birthOf(pid);
  return now !== undefined && now !== birth;
}

/** Tells those apart who know processes by other ids, as containers do; absent but on Linux. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

function birthOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = parseLinuxStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return stat && `${linuxBoot()}/${stat.start}`;
  } catch {
    return undefined;
  }
}
