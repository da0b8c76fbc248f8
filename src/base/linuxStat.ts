import { readFileSync } from 'node:fs';

/** What `/proc/<pid>/stat` says of a process. */
export interface LinuxStat {
  readonly pid: number;
  readonly name: string;
  /** When it was started, in clock ticks since the boot. */
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
 * What tells this boot of the system from every other one.
 * @throws the system's error where it does not tell.
 */
export function linuxBoot(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return boot;
}
