import { readFileSync, readlinkSync } from 'node:fs';

/** A process, told apart from others that get its id later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** `<boot>/<start>`; absent except on Linux, where alone it can be read synchronously. */
  readonly birth?: string | undefined;
}

/** The identity of a running process, read synchronously; without `birth` if it has ended. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, birth: birthOf(pid) };
}

/**
 * True if that very process runs; a zombie does not. Without a birth, true if any process has the id.
 */
export function isRunning({ pid, birth }: ProcessIdentity): boolean {
  return birth === undefined ? reaches(pid, 0) : birthOf(pid) === birth;
}

/**
 * Signals a process, or the group of a negative id; 0 only checks. True if it exists, even if it belongs to
 * another user and did not get the signal.
 */
export function reaches(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True if another process has the id by now, as far as its birth tells. */
export function hasHeir({ pid, birth }: ProcessIdentity): boolean {
  const now = birthOf(pid);
  return now !== undefined && now !== birth;
}

/** The namespace of process ids, because containers have their own; absent except on Linux. */
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

interface LinuxStat {
  readonly pid: number;
  readonly name: string;
  /** Time of its start, in clock ticks since the boot. */
  readonly start: number;
  /** A field behind the name, by its number in proc_pid_stat(5). */
  readonly field: (number: number) => number;
}

const dead: readonly string[] = ['Z', 'X', 'x'];
/** The state is the first field behind the name. */
const firstField = 3;
const threadsField = 20;
const startField = 22;

/**
 * Reads `/proc/<pid>/stat`; `undefined` for a process that has ended. The name stands in parentheses
 * and may hold anything, parentheses, spaces and line ends included.
 */
export function parseLinuxStat(text: string): LinuxStat | undefined {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  const [state = '', ...fields] = text.slice(close + 2).split(' ');
  const field = (number: number): number => Number(fields[number - firstField - 1]);
  // A first thread may end before the others, and the process lives on.
  if (dead.includes(state) && !(field(threadsField) > 1)) return undefined;
  const name = text.slice(open + 1, close);
  return { pid: Number(text.slice(0, open)), name, start: field(startField), field };
}

let boot: string | undefined;

/**
 * The id of this boot of the system.
 * @throws the system's error if it cannot be read.
 */
export function linuxBoot(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return boot;
}

/** True if one birth was surely before another one; false across boots. */
export function startedBefore(first: string, second: string): boolean {
  // Without `split`, because ending many servers compares each of them with all processes.
  const at = first.indexOf('/');
  const isSameBoot = at === second.indexOf('/') && first.slice(0, at) === second.slice(0, at);
  return isSameBoot && Number(first.slice(at + 1)) < Number(second.slice(at + 1));
}
