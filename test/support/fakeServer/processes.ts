import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The processes of a fake server, as its `pidFile` names them. */
export interface FakePids {
  readonly pid: number;
  readonly grandchild?: number;
  /** In the order of the option. */
  readonly descendants?: readonly number[];
}

/** A file for the `journal` of fake servers in a folder of its own. */
export function newJournal(): string {
  return join(mkdtempSync(join(tmpdir(), 'roundhouse-test-')), 'journal');
}

/** Starts and ends of all processes that write this journal, in their order. */
export function readJournal(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** How often processes that write this journal were started. */
export function startsIn(file: string): number {
  return readJournal(file).filter((line) => line.startsWith('+')).length;
}

/** A file for {@link FakePids} in a folder of its own. */
export function newPidFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'roundhouse-test-')), 'pids.json');
}

/** @throws while the file is not complete. */
export function readPids(file: string): FakePids {
  return JSON.parse(readFileSync(file, 'utf8')) as FakePids;
}

/** Whether a process runs; one that is dead and only waits to be collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return false;
  }
}
