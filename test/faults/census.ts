import { readdirSync, readFileSync } from 'node:fs';
import { isRunning, readJournal } from '../support/fakeServer/processes';

/** The variable by which the processes of one run are found again, whatever became of them. */
export const runVariable = 'ROUNDHOUSE_FAULT_RUN';

/** The processes that name themselves in a journal and run. */
export function journalled(journal: string): number[] {
  const starts = readJournal(journal).filter((line) => line.startsWith('+'));
  return [...new Set(starts.map(Number))].filter(isRunning);
}

/** The processes that have inherited the run's variable, as far as the system tells (Linux). */
export function inheriting(run: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids
    .filter((pid) => environmentOf(pid).includes(`${runVariable}=${run}\0`))
    .filter(isRunning);
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // It has ended, or belongs to somebody else.
    return '';
  }
}
